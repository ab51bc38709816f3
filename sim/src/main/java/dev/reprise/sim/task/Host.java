package dev.reprise.sim.task;

/** Where tasks go that may run, seen from the task that runs. */
public interface Host {
    /** The time that it is in the simulated world. */
    long now();

    /** A task may run: it is put where it is told. False when the gate refused it. */
    boolean enqueue(int task, Placement placement);

    /** The running task waits: it is not over, and will be {@linkplain #resume resumed}. */
    void suspend();

    /** A task that was suspended may run again. */
    void resume(int task);

    /** A task no longer waits: for time, for a completion, or for what another task did. */
    void unblocked(int task);
}
