package dev.reprise.engine.control;

import dev.reprise.RunId;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Shortage;
import dev.reprise.engine.run.Status;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How an engine is.
 *
 * @param overdue what takes too long just now, what began first at the beginning
 * @param stuck the runs that are stuck, by why
 */
public record Health(State state, List<Overdue> overdue, List<StuckRuns> stuck) {
    /** Copies the lists. */
    public Health {
        overdue = List.copyOf(overdue);
        stuck = List.copyOf(stuck);
    }

    /** Whether nothing is slow, nothing is stuck, and the store can be written. */
    public boolean isWell() {
        return overdue.isEmpty()
                && stuck.isEmpty()
                && state.failure().isEmpty()
                && state.full().isEmpty();
    }

    /** The release of this program. */
    static String release() {
        String version = Health.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    /**
     * How it stands as a whole.
     *
     * @param at when that was
     * @param opened since when an engine has the store; empty when none has
     * @param version of Reprise
     * @param java on what it runs
     * @param failure why nothing is carried out any more, if that is so
     * @param full since when the store has no room, if that is so
     * @param numbers what has gathered, by name
     */
    public record State(
            Instant at,
            Optional<Instant> opened,
            String version,
            String java,
            Optional<String> failure,
            Optional<Shortage> full,
            SortedMap<String, Long> numbers) {
        /** Copies the numbers. */
        public State {
            numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
        }

        /** A state of now, of this version on this Java, in which nothing is known to be wrong. */
        static State now(Instant at) {
            return new State(
                    at,
                    Optional.empty(),
                    release(),
                    Runtime.version().toString(),
                    Optional.empty(),
                    Optional.empty(),
                    Collections.emptySortedMap());
        }

        /** The same with other numbers. */
        State numbers(SortedMap<String, Long> value) {
            return new State(at, opened, version, java, failure, full, value);
        }

        /** The state of an engine. */
        public static State of(
                Instant at,
                Instant opened,
                Optional<String> failure,
                Optional<Shortage> full,
                SortedMap<String, Long> numbers) {
            State now = now(at);
            return new State(
                    at, Optional.of(opened), now.version(), now.java(), failure, full, numbers);
        }
    }

    /**
     * Something that takes longer than it should.
     *
     * @param type of the workflow, or of the activity
     * @param attempt of an activity, from 1; of an activation 0
     * @param since when it began
     * @param where its code is, as far as that can be seen; may have several lines
     */
    public record Overdue(
            What what, RunId run, String type, int attempt, Instant since, String where) {
        /** What it is. */
        public enum What {
            /** The code of a workflow. */
            ACTIVATION,
            /** The code of an activity. */
            ACTIVITY
        }

        /** By when they began. */
        public static final Comparator<Overdue> FIRST_FIRST =
                Comparator.comparing(Overdue::since).thenComparing(Overdue::run);
    }

    /**
     * Runs of one type that are stuck for the same kind of reason.
     *
     * @param reason a word for it
     * @param runs how many
     * @param first one of them
     * @param sentence why that one is
     */
    public record StuckRuns(String type, String reason, long runs, RunId first, String sentence) {}

    /** Gathers runs that are stuck by type and reason. */
    static final class Gathering {
        private final SortedMap<String, StuckRuns> found = new TreeMap<>();

        void add(Description run) {
            if (run.status() != Status.STUCK) {
                return;
            }
            String why = run.reason().orElse("");
            int colon = why.indexOf(": ");
            String reason = colon < 0 ? "" : why.substring(0, colon);
            found.merge(
                    run.type() + '\n' + reason,
                    new StuckRuns(
                            run.type(), reason, 1, run.run(), why.substring(colon + 1).strip()),
                    (before, _) ->
                            new StuckRuns(
                                    before.type(),
                                    before.reason(),
                                    before.runs() + 1,
                                    before.first(),
                                    before.sentence()));
        }

        List<StuckRuns> all() {
            return List.copyOf(found.values());
        }
    }
}
