package dev.reprise.sim.task;

/** Something that happens outside. */
public sealed interface Event {
    /** What tasks wait for by this token is complete. */
    record IoComplete(long token) implements Event {}

    /** The gate is closed: whoever submitted tasks now waits for their end. */
    record CloseGate() implements Event {}

    /** When it happens: as soon as the simulated time has come, or at any moment after. */
    record Scheduled(long at, Event event) {}
}
