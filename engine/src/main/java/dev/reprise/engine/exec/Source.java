package dev.reprise.engine.exec;

/** Where a worker found a task. */
public enum Source {
    /** At the near end of its own lane: the task that was put there last. */
    LOCAL,
    /** At the head of the queue that all workers share. */
    INJECTOR,
    /** At the far end of another worker's lane: the task that has waited there longest. */
    STEAL
}
