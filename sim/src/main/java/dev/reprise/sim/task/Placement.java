package dev.reprise.sim.task;

/** Where a task that may run is put. */
public enum Placement {
    /** In the lane of the worker that runs the present task. */
    LOCAL("Local"),
    /** In the queue that all workers share. */
    GLOBAL("Global"),
    /** In the queue that all share, through the gate, as from outside. */
    EXTERNAL("External");

    private final String word;

    Placement(String word) {
        this.word = word;
    }

    /** Its name in files and traces. */
    @Override
    public String toString() {
        return word;
    }
}
