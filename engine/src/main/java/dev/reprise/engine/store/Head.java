package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.util.Arrays;

/** What a store knows of a run without its history. */
public final class Head {
    private final RunId run;
    private final long position;
    private final long epoch;
    private final byte[] summary;

    /**
     * Creates it; {@code summary} is not copied.
     *
     * @param position the number of turns
     * @param epoch who holds the run, unless the store was claimed since
     */
    public Head(RunId run, long position, long epoch, byte[] summary) {
        Check.argument(position > 0, "a run that is stored has turns, not %d", position);
        Check.argument(epoch > 0, "an epoch is positive, not %d", epoch);
        this.run = run;
        this.position = position;
        this.epoch = epoch;
        this.summary = summary;
    }

    /** The run. */
    public RunId run() {
        return run;
    }

    /** The number of turns: the position of the next. */
    public long position() {
        return position;
    }

    /** Who holds the run. */
    public long epoch() {
        return epoch;
    }

    /** What its owner wrote about it last: nobody may change it. */
    public byte[] summary() {
        return summary;
    }

    /** Whether it says the same. */
    boolean isLike(Head other) {
        return run.equals(other.run)
                && position == other.position
                && epoch == other.epoch
                && Arrays.equals(summary, other.summary);
    }

    @Override
    public String toString() {
        return "run " + run + " with " + position + " turns, held by epoch " + epoch;
    }
}
