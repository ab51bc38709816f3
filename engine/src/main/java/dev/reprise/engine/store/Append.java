package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The next turn of a run, with what follows from it: the summary of the run and the timers that it
 * sets and stops. None of the arrays is copied: nobody may change them.
 */
public final class Append implements Change.OfRun {
    /** What keys, lengths and checksums take, roughly. */
    static final int OVERHEAD_BYTES = 64;

    private final RunId run;
    private final long position;
    private final long epoch;
    private final byte[] turn;
    private final byte @Nullable [] summary;
    private final List<Timer> set;
    private final List<Timer> stopped;

    private Append(
            RunId run,
            long position,
            long epoch,
            byte[] turn,
            byte @Nullable [] summary,
            List<Timer> set,
            List<Timer> stopped) {
        this.run = run;
        this.position = position;
        this.epoch = epoch;
        this.turn = turn;
        this.summary = summary;
        this.set = set;
        this.stopped = stopped;
    }

    /**
     * A turn, a summary that stays as it is (of a new run: empty), and no timers.
     *
     * @param position the number of turns before it: 0 for a new run
     */
    public static Append turn(RunId run, long position, long epoch, byte[] turn) {
        Check.argument(position >= 0, "a position is not negative: %d", position);
        Check.argument(epoch > 0, "an epoch is positive, not %d", epoch);
        Check.argument(
                turn.length <= Store.TURN_BYTES_MAX,
                "turn %d of run %s has %d bytes, and a turn has at most %d: pass large values by reference",
                position,
                run,
                turn.length,
                Store.TURN_BYTES_MAX);
        return new Append(run, position, epoch, turn, null, List.of(), List.of());
    }

    /** The same with another summary. */
    public Append withSummary(byte[] summary) {
        Check.argument(
                summary.length <= Store.SUMMARY_BYTES_MAX,
                "the summary of run %s has %d bytes, and a summary has at most %d",
                run,
                summary.length,
                Store.SUMMARY_BYTES_MAX);
        return new Append(run, position, epoch, turn, summary, set, stopped);
    }

    /** The same with one more timer that is set. Setting one that is set changes nothing. */
    public Append set(Timer timer) {
        return withTimers(with(set, timer), stopped);
    }

    /**
     * The same with one more timer that is stopped. Stopping one that is not set changes nothing;
     * what is both set and stopped is stopped.
     */
    public Append stop(Timer timer) {
        return withTimers(set, with(stopped, timer));
    }

    /** The same with these timers instead of others. */
    public Append withTimers(List<Timer> set, List<Timer> stopped) {
        int count = set.size() + stopped.size();
        Check.argument(
                count <= Store.TIMERS_MAX,
                "a turn of run %s changes %d timers, and may change %d",
                run,
                count,
                Store.TIMERS_MAX);
        return new Append(
                run, position, epoch, turn, summary, List.copyOf(set), List.copyOf(stopped));
    }

    private static List<Timer> with(List<Timer> timers, Timer timer) {
        List<Timer> all = new ArrayList<>(timers);
        all.add(timer);
        return all;
    }

    @Override
    public RunId run() {
        return run;
    }

    /** The number of turns before it. */
    public long position() {
        return position;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    /** What is appended. */
    public byte[] turn() {
        return turn;
    }

    /** The new summary; empty when it stays as it is. */
    public Optional<byte[]> summary() {
        return Optional.ofNullable(summary);
    }

    /** The timers that are set. */
    public List<Timer> set() {
        return set;
    }

    /** The timers that are stopped. */
    public List<Timer> stopped() {
        return stopped;
    }

    @Override
    public long bytes() {
        return OVERHEAD_BYTES * (1L + set.size() + stopped.size())
                + turn.length
                + (summary == null ? 0 : summary.length);
    }

    @Override
    public String toString() {
        return "turn " + position + " of run " + run + " by epoch " + epoch;
    }
}
