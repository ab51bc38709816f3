package dev.reprise.schedule;

import dev.reprise.Check;
import dev.reprise.Text;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a schedule that is at work: all that has to be kept.
 *
 * @param handled the last of its times that was looked at: none up to it is looked at again
 * @param passUntil times up to it are left out: until then it was paused
 * @param paused why it is paused, if it is
 * @param starts how many of its times started something, or wait for it
 * @param serials how many requests there were
 * @param running what has not ended, in the order of starts
 * @param waiting what waits for that, in order
 * @param backfills requests that are not done, in order
 * @param past the last of those that are over, in order
 */
public record State(
        Instant handled,
        Instant passUntil,
        Optional<String> paused,
        long starts,
        long serials,
        List<Running> running,
        List<Firing> waiting,
        List<Backfill> backfills,
        List<Past> past,
        Counts counts) {
    /** How many can be running. */
    public static final int RUNNING_MAX = 1_000;

    /** How many can wait. */
    public static final int WAITING_MAX = 1_000;

    /** How many backfills can be under way. */
    public static final int BACKFILLS_MAX = 100;

    /** So many backfills that are over are remembered. */
    public static final int PAST_MAX = 5;

    /**
     * Something that was started and has not ended.
     *
     * @param confirmed whether the start was carried out
     * @param stop what was done to end it
     */
    public record Running(Firing firing, boolean confirmed, Stop stop) {}

    /** What was done to end something. */
    public enum Stop {
        /** Nothing. */
        NONE,
        /** It was cancelled. */
        CANCEL,
        /** It was terminated. */
        TERMINATE
    }

    /**
     * A request to do what was to be done in the past.
     *
     * @param from times from here on are meant
     * @param handled the last time that was looked at
     * @param until times from here on are not meant
     * @param started how many of its times have started something
     * @param skipped how many of them are left out
     */
    public record Backfill(
            long serial,
            Instant from,
            Instant handled,
            Instant until,
            Overlap overlap,
            long started,
            long skipped) {
        /** Checks that no number is negative. */
        public Backfill {
            Check.argument((started | skipped) >= 0, "a count must not be negative");
        }

        /** How many of its times were not looked at; of many, that there are too many. */
        public int left(When when) {
            return when.count(handled.plusNanos(1), until, Rota.BACKFILL_TIMES_MAX + 1);
        }

        Backfill handled(Instant value) {
            return new Backfill(serial, from, value, until, overlap, started, skipped);
        }

        Backfill plus(Fate.Kind kind, int more) {
            return switch (kind) {
                case STARTED ->
                        new Backfill(
                                serial, from, handled, until, overlap, started + more, skipped);
                case SKIPPED, DROPPED ->
                        new Backfill(
                                serial, from, handled, until, overlap, started, skipped + more);
                case BUFFERED, MISSED, PASSED -> this;
            };
        }
    }

    /**
     * A request that is over.
     *
     * @param left how many of its times were not looked at, because it was stopped
     */
    public record Past(Backfill backfill, long left) {
        /** Checks the number. */
        public Past {
            Check.argument(left >= 0, "a count must not be negative");
        }
    }

    /** How often each fate was met, over all firings; and how many failed. */
    public record Counts(
            long started, long skipped, long missed, long passed, long dropped, long failed) {
        /** Nothing has happened. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        /** Checks that none is negative. */
        public Counts {
            Check.argument(
                    (started | skipped | missed | passed | dropped | failed) >= 0,
                    "a count must not be negative");
        }

        Counts plus(Fate.Kind kind, int more) {
            return switch (kind) {
                case STARTED ->
                        new Counts(started + more, skipped, missed, passed, dropped, failed);
                case BUFFERED -> this;
                case SKIPPED ->
                        new Counts(started, skipped + more, missed, passed, dropped, failed);
                case MISSED -> new Counts(started, skipped, missed + more, passed, dropped, failed);
                case PASSED -> new Counts(started, skipped, missed, passed + more, dropped, failed);
                case DROPPED ->
                        new Counts(started, skipped, missed, passed, dropped + more, failed);
            };
        }

        Counts plusFailed() {
            return new Counts(started, skipped, missed, passed, dropped, failed + 1);
        }
    }

    /** Checks the bounds, and makes the note fit. */
    public State {
        paused = paused.map(Text::prose);
        Check.argument(starts >= 0, "starts must not be negative: %d", starts);
        Check.argument(serials >= 0, "serials must not be negative: %d", serials);
        running = bounded("running", running, RUNNING_MAX);
        waiting = bounded("waiting", waiting, WAITING_MAX);
        backfills = bounded("backfills", backfills, BACKFILLS_MAX);
        past = bounded("past", past, PAST_MAX);
    }

    private static <T> List<T> bounded(String what, List<T> list, int max) {
        Check.argument(list.size() <= max, "%s has at most %d: %d", what, max, list.size());
        return List.copyOf(list);
    }

    /** The state of a schedule that begins after {@code handled}. */
    public static State beginning(Instant handled) {
        return new State(
                handled,
                handled,
                Optional.empty(),
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Counts.NONE);
    }

    /** Writes it down. */
    public void writeTo(ByteSink out) {
        Stored.write(out, this);
    }

    /**
     * Reads what {@link #writeTo} wrote.
     *
     * @throws dev.reprise.form.Malformed if that is not so
     */
    public static State readFrom(ByteSource in) {
        return Stored.readState(in);
    }
}
