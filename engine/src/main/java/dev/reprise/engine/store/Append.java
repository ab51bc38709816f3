package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The next turn of a run, or the next few, with what follows from them: the summary of the run and
 * the timers that they set and stop, the state of its machine, the requests they carry out. None of
 * the arrays is copied: nobody may change them.
 */
public final class Append implements Change.OfRun {
    /** What keys, lengths and checksums take, roughly. */
    static final int OVERHEAD_BYTES = 64;

    private final RunId run;
    private final long position;
    private final long epoch;
    private final List<byte[]> turns;
    private final byte @Nullable [] summary;
    private final List<Timer> set;
    private final List<Timer> stopped;
    private final byte @Nullable [] snapshot;
    private final List<String> requests;

    /** What it lets go; most let go nothing. */
    private final Forgetting forgetting;

    /** Counted when somebody asks, which is before it is handed to another thread. */
    private long bytes;

    private Append(
            RunId run,
            long position,
            long epoch,
            List<byte[]> turns,
            byte @Nullable [] summary,
            List<Timer> set,
            List<Timer> stopped,
            byte @Nullable [] snapshot,
            List<String> requests,
            Forgetting forgetting) {
        this.run = run;
        this.position = position;
        this.epoch = epoch;
        this.turns = turns;
        this.summary = summary;
        this.set = set;
        this.stopped = stopped;
        this.snapshot = snapshot;
        this.requests = requests;
        this.forgetting = forgetting;
    }

    /**
     * What is no longer kept when the append is durable.
     *
     * @param before turns before this position
     * @param requests ids of requests that were carried out
     */
    private record Forgetting(long before, List<String> requests) {
        static final Forgetting NOTHING = new Forgetting(0, List.of());
    }

    /**
     * A turn, a summary that stays as it is (of a new run: empty), and no timers.
     *
     * @param position the number of turns before it: 0 for a new run
     */
    public static Append turn(RunId run, long position, long epoch, byte[] turn) {
        Check.argument(position >= 0, "a position is not negative: %d", position);
        Check.argument(epoch > 0, "an epoch is positive, not %d", epoch);
        checkSize(run, position, turn);
        return new Append(
                run,
                position,
                epoch,
                List.of(turn),
                null,
                List.of(),
                List.of(),
                null,
                List.of(),
                Forgetting.NOTHING);
    }

    /** Some turns, as {@link #turn}: all of them become durable, or none. */
    public static Append turns(RunId run, long position, long epoch, List<byte[]> turns) {
        Append first = turn(run, position, epoch, turns.getFirst());
        for (byte[] turn : turns) {
            checkSize(run, position, turn);
        }
        return new Append(
                run,
                position,
                epoch,
                List.copyOf(turns),
                null,
                first.set,
                first.stopped,
                null,
                first.requests,
                first.forgetting);
    }

    private static void checkSize(RunId run, long position, byte[] turn) {
        Check.argument(
                turn.length <= Store.TURN_BYTES_MAX,
                "turn %d of run %s has %d bytes, and a turn has at most %d: pass large values by reference",
                position,
                run,
                turn.length,
                Store.TURN_BYTES_MAX);
    }

    /** The same with one more turn behind the others: all of them become durable, or none. */
    public Append then(byte[] turn) {
        checkSize(run, position + turns.size(), turn);
        return new Append(
                run,
                position,
                epoch,
                with(turns, turn),
                summary,
                set,
                stopped,
                snapshot,
                requests,
                forgetting);
    }

    /** The same with another summary. */
    public Append withSummary(byte[] summary) {
        Check.argument(
                summary.length <= Store.SUMMARY_BYTES_MAX,
                "the summary of run %s has %d bytes, and a summary has at most %d",
                run,
                summary.length,
                Store.SUMMARY_BYTES_MAX);
        return new Append(
                run, position, epoch, turns, summary, set, stopped, snapshot, requests, forgetting);
    }

    /**
     * The same with the state that the run's machine has after these turns; without it, an older
     * one stays.
     */
    public Append withSnapshot(byte[] state) {
        Check.argument(
                state.length <= Store.SNAPSHOT_BYTES_MAX,
                "the state of run %s has %d bytes, and a snapshot has at most %d",
                run,
                state.length,
                Store.SNAPSHOT_BYTES_MAX);
        return new Append(
                run, position, epoch, turns, summary, set, stopped, state, requests, forgetting);
    }

    /**
     * The same with the ids of requests that these turns carry out; {@link Store#request} finds
     * them again, as long as the run is there.
     */
    public Append withRequests(List<String> ids) {
        Check.argument(
                ids.size() <= Store.REQUESTS_MAX,
                "an append to run %s carries out %d requests, and may carry out %d",
                run,
                ids.size(),
                Store.REQUESTS_MAX);
        ids.forEach(id -> Text.name("a request id", id));
        return new Append(
                run,
                position,
                epoch,
                turns,
                summary,
                set,
                stopped,
                snapshot,
                List.copyOf(ids),
                forgetting);
    }

    /**
     * The same, by which turns of earlier appends are forgotten, and requests: nobody finds them
     * any more when this is durable.
     *
     * @param before the position of the first turn that is kept, at most that of this append; 0, or
     *     less than was forgotten before, changes nothing
     * @param ids of requests that were carried out
     */
    public Append forgetting(long before, List<String> ids) {
        Check.argument(
                before <= position,
                "an append to run %s at %d cannot forget what is before %d",
                run,
                position,
                before);
        Check.argument(
                ids.size() <= Store.REQUESTS_MAX,
                "an append to run %s forgets %d requests, and may forget %d",
                run,
                ids.size(),
                Store.REQUESTS_MAX);
        return new Append(
                run,
                position,
                epoch,
                turns,
                summary,
                set,
                stopped,
                snapshot,
                requests,
                new Forgetting(before, List.copyOf(ids)));
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
                run,
                position,
                epoch,
                turns,
                summary,
                List.copyOf(set),
                List.copyOf(stopped),
                snapshot,
                requests,
                forgetting);
    }

    private static <T> List<T> with(List<T> some, T more) {
        List<T> all = new ArrayList<>(some);
        all.add(more);
        return all;
    }

    @Override
    public RunId run() {
        return run;
    }

    /** The number of turns before the first of it. */
    public long position() {
        return position;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    /** What is appended, in order; at least one. */
    public List<byte[]> turns() {
        return turns;
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

    /** The state of the run's machine after these turns; empty when an older one stays. */
    public Optional<RunSnapshot> snapshot() {
        return Optional.ofNullable(snapshot)
                .map(state -> new RunSnapshot(position + turns.size(), state));
    }

    /** The ids of the requests that are carried out by it. */
    public List<String> requests() {
        return requests;
    }

    /** Turns before this position are forgotten by it; 0 for none. */
    public long forgottenBefore() {
        return forgetting.before;
    }

    /** The ids of the requests that are forgotten by it. */
    public List<String> forgottenRequests() {
        return forgetting.requests;
    }

    @Override
    public long bytes() {
        if (bytes == 0) {
            bytes = counted();
        }
        return bytes;
    }

    private long counted() {
        long rows =
                (long) turns.size()
                        + set.size()
                        + stopped.size()
                        + requests.size()
                        + forgetting.requests.size();
        long sum = OVERHEAD_BYTES * rows;
        for (byte[] turn : turns) {
            sum += turn.length;
        }
        return sum
                + (summary == null ? 0 : summary.length)
                + (snapshot == null ? 0 : snapshot.length);
    }

    @Override
    public String toString() {
        String which = turns.size() == 1 ? "turn " : turns.size() + " turns from ";
        return which + position + " of run " + run + " by epoch " + epoch;
    }
}
