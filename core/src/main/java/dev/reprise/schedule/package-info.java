/**
 * This package is when things are done by themselves: a {@link dev.reprise.schedule.When} says at
 * which times, a {@link dev.reprise.schedule.Schedule} what becomes of those times, and {@link
 * dev.reprise.schedule.Rota} decides by both what starts now. It must not know what time it is, nor
 * what is started.
 */
package dev.reprise.schedule;
