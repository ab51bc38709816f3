package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.RunId;

/**
 * Which runnable: the run that asks for it and the number of the command by which it does. No other
 * has the same, in any process.
 */
public record RunnableId(RunId run, long seq) implements Comparable<RunnableId> {
    /** Checks the number. */
    public RunnableId {
        Limits.checkSeq(seq);
    }

    /** Reads what {@link #toString} wrote. */
    public static RunnableId parse(String text) {
        int slash = text.lastIndexOf('/');
        Check.argument(slash > 0, "not a runnable id, such as order-17/3: \"%s\"", text);
        try {
            long seq = Long.parseLong(text.substring(slash + 1));
            return new RunnableId(new RunId(text.substring(0, slash)), seq);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not a runnable id, such as order-17/3: \"" + text + "\"", e);
        }
    }

    @Override
    public int compareTo(RunnableId other) {
        int byRun = run.compareTo(other.run);
        return byRun != 0 ? byRun : Long.compare(seq, other.seq);
    }

    /** As text: the run, a slash, the number. */
    @Override
    public String toString() {
        return run + "/" + seq;
    }
}
