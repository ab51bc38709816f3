package dev.reprise;

/** The name of one execution of a workflow, chosen by whoever starts it. */
public record RunId(String value) implements Comparable<RunId> {
    /** Checks the name: not blank, bounded, no control characters (see {@link Text#name}). */
    public RunId {
        Text.name("a run id", value);
    }

    @Override
    public int compareTo(RunId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
