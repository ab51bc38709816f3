package dev.reprise.sim;

/**
 * "This task may run once." What the executor's queues hold. It has a number of its own, so that
 * one that is run twice is noticed even when its task may run twice.
 */
public record RunToken(long id, int task) {}
