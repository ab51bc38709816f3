package dev.reprise.engine.exec;

/** Brings a sleeping worker back to its turns: unparks its thread, where it has one. */
@FunctionalInterface
public interface Waker {
    /** The worker was parked and is so no longer. */
    void wake(int worker);
}
