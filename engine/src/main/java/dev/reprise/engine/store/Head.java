package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.util.Arrays;

/** What a store knows of a run without its history. */
public final class Head {
    private final RunId run;
    private final long position;
    private final long first;
    private final long epoch;
    private final byte[] summary;

    /** That of a run of which no turn was forgotten. */
    public Head(RunId run, long position, long epoch, byte[] summary) {
        this(run, position, 0, epoch, summary);
    }

    /**
     * Creates it; {@code summary} is not copied.
     *
     * @param position the number of turns that there ever were
     * @param first the position of the first turn that is kept
     * @param epoch who holds the run, unless the store was claimed since
     */
    public Head(RunId run, long position, long first, long epoch, byte[] summary) {
        Check.argument(position > 0, "a run that is stored has turns, not %d", position);
        Check.argument(
                first >= 0 && first < position,
                "of %d turns of a run one is kept at least, so the first is not %d",
                position,
                first);
        Check.argument(epoch > 0, "an epoch is positive, not %d", epoch);
        this.run = run;
        this.position = position;
        this.first = first;
        this.epoch = epoch;
        this.summary = summary;
    }

    /** The run. */
    public RunId run() {
        return run;
    }

    /** The number of turns that there ever were: the position of the next. */
    public long position() {
        return position;
    }

    /** The position of the first turn that is kept: those before it were forgotten. */
    public long first() {
        return first;
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
                && first == other.first
                && epoch == other.epoch
                && Arrays.equals(summary, other.summary);
    }

    @Override
    public String toString() {
        String kept = first == 0 ? " turns" : " turns, kept from " + first + " on";
        return "run " + run + " with " + position + kept + ", held by epoch " + epoch;
    }
}
