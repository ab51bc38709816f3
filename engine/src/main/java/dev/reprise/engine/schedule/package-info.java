/**
 * Schedules that outlive their process: each is a run of a workflow of the engine's own, which
 * sleeps until the next time and starts what its {@link dev.reprise.schedule.Rota} says.
 */
package dev.reprise.engine.schedule;
