/**
 * Programs for tasks that do nothing but what a scheduler notices, and the machine that runs them.
 */
package dev.reprise.sim.task;
