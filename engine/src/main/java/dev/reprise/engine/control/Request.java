package dev.reprise.engine.control;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What can be asked. */
public sealed interface Request {
    /** Whether the answer holds what is stored, in the form in which it is stored. */
    default boolean isForStored() {
        return switch (this) {
            case ListRuns _, FindRun _, ReadEntries _, ReadKept _, DescribeSchedule _ -> true;
            case Reading _, Doing _, Keeping _ -> false;
        };
    }

    /** Asks what is stored, and changes nothing. */
    sealed interface Reading extends Request {}

    /** Asks a run, or changes something. */
    sealed interface Doing extends Request {}

    /** Does something that is done soon, so that some hundred can be done at once: {@link Many}. */
    sealed interface Deed extends Doing {}

    /** Cares for the store as a whole: no run is changed by it. */
    sealed interface Keeping extends Request {}

    /**
     * Makes a copy of the store in another folder.
     *
     * @param folder as the engine sees it, whose working directory is another: with its root
     */
    record Backup(Path folder) implements Keeping {
        /** Checks that it means the same to everybody. */
        public Backup {
            Check.argument(folder.isAbsolute(), "the folder must have a root: %s", folder);
        }
    }

    /** Gives the room back that deleted runs have taken. */
    record Compact() implements Keeping {}

    /** One page of the runs there are: {@link Reply.Run}s, and {@link Reply.More} if there is. */
    record ListRuns(Selection selection) implements Reading {}

    /** How many runs a filter accepts, as {@link Reply.Counted}. */
    record CountRuns(Filter filter) implements Reading {}

    /** One run, as {@link Reply.Run}. */
    record FindRun(RunId run) implements Reading {}

    /**
     * The entries of a run, as {@link Reply.Entry}s.
     *
     * @param from the position of the first
     * @param to the position behind the last; more than there are is all
     */
    record ReadEntries(RunId run, long from, long to) implements Reading {}

    /** What was kept under a name, as {@link Reply.Kept}; nothing when there is none. */
    record ReadKept(String name) implements Reading {}

    /**
     * The activities that wait for a person, as {@link Reply.Letter}s: those of the runs that a
     * filter accepts.
     *
     * @param queue in which one; empty for any
     */
    record ListLetters(Filter filter, String queue) implements Reading {
        /** All of them. */
        public ListLetters() {
            this(Filter.parse(""), "");
        }
    }

    /**
     * How the engine is: {@link Reply.State}, and a {@link Reply.Late} or {@link Reply.Stuck} for
     * each thing that is not as it should be.
     */
    record CheckHealth() implements Reading {}

    /**
     * What a schedule says of itself, as its run would answer: {@link Reply.Value}, which {@link
     * dev.reprise.engine.schedule.Schedules#codec} reads. Nothing is carried out for it.
     */
    record DescribeSchedule(String name) implements Reading {
        /** Checks the name. */
        public DescribeSchedule {
            Schedules.checkedName(name);
        }
    }

    /**
     * The task queues, as {@link Reply.Queue}s; of a folder that nobody has open those that are
     * paused.
     */
    record ListQueues() implements Reading {}

    /**
     * Lets nothing start in a task queue, or again; when it was so before, it stays so. Asked twice
     * with one request id it is done once.
     */
    record PauseQueue(String queue, boolean paused) implements Doing {}

    /**
     * Starts a run; asked twice with one request id it is started once.
     *
     * @param patience how long it waits while its queue is full; at most {@link Clerk#PATIENCE_MAX}
     *     counts
     * @param terms what happens when there is a run of this id, and how it is carried out
     */
    record Start(RunId run, String type, List<Payload> input, Duration patience, StartTerms terms)
            implements Doing {
        /** Copies the input. */
        public Start {
            input = List.copyOf(input);
        }

        /** A start that does not wait, if nobody has the id. */
        public Start(RunId run, String type, List<Payload> input) {
            this(run, type, input, Duration.ZERO, StartTerms.PLAIN);
        }
    }

    /** Sends a signal; asked twice with one request id it is sent once. */
    record Signal(RunId run, String name, List<Payload> input) implements Deed {
        /** Copies the input. */
        public Signal {
            input = List.copyOf(input);
        }
    }

    /**
     * Asks a run for an update, and waits for its end: {@link Reply.Value} or {@link Reply.Failed}.
     * Asked twice with one request id it is one update: so when {@link Reply.Pending} comes, it is
     * asked again, as {@link Desk#insist} does.
     *
     * @param accepted whether it is enough that the run has let it in: {@link Reply.NotYet} then,
     *     when it has not ended
     * @param patience how long; at most {@link Clerk#PATIENCE_MAX} counts; zero for as long as it
     *     takes
     */
    record Update(RunId run, String name, List<Payload> input, boolean accepted, Duration patience)
            implements Doing {
        /** Copies the input. */
        public Update {
            input = List.copyOf(input);
        }

        /** An update that is waited for as long as one waits for anything. */
        public Update(RunId run, String name, List<Payload> input, boolean accepted) {
            this(run, name, input, accepted, Clerk.PATIENCE_MAX);
        }

        /** An update whose end is waited for. */
        public Update(RunId run, String name, List<Payload> input) {
            this(run, name, input, false);
        }
    }

    /** Asks a run; {@link Reply.Value} is its answer. */
    record Query(RunId run, String name, List<Payload> input) implements Doing {
        /** Copies the input. */
        public Query {
            input = List.copyOf(input);
        }
    }

    /**
     * Waits for the end of a run: {@link Reply.Value}, {@link Reply.Failed}, or {@link
     * Reply.NotYet}.
     *
     * @param patience how long; at most {@link Clerk#PATIENCE_MAX} counts
     */
    record Await(RunId run, Duration patience) implements Doing {}

    /** Asks a run to cancel; asked twice with one request id it is asked once. */
    record Cancel(RunId run, String reason) implements Deed {}

    /** Ends a run without asking it; asked twice with one request id it is done once. */
    record Terminate(RunId run, String reason) implements Deed {}

    /**
     * Lets a run go on from an earlier moment; asked twice with one request id it is done once.
     *
     * @param activations how many are kept; if negative, how many are not
     * @param signals whether what it was told since is told again
     */
    record Reset(RunId run, long activations, boolean signals, String reason) implements Deed {}

    /**
     * Starts a run that goes on from a moment of another; asked twice with one request id it is
     * done once.
     *
     * @param activations how many are kept; if negative, how many are not
     */
    record Fork(RunId run, long activations, RunId other) implements Deed {}

    /**
     * Begins a schedule; asked twice with one request id it is begun once. All else is asked of its
     * run: {@link Update}s, by the names in {@link Schedules}.
     *
     * @param spec a {@link dev.reprise.engine.schedule.ScheduleSpec}, as {@link Schedules#codec}
     *     writes it
     */
    record CreateSchedule(String name, Payload spec) implements Doing {
        /** Checks the name. */
        public CreateSchedule {
            Schedules.checkedName(name);
        }
    }

    /** Forgets a run that has ended; asked twice with one request id it is done once. */
    record Delete(RunId run) implements Deed {}

    /** Ends an attempt with a value, by its task token. */
    record Complete(String token, Payload value) implements Doing {}

    /** Says that an attempt goes on, by its task token. */
    record Heartbeat(String token, Payload details) implements Doing {}

    /** Ends an attempt as failed, by its task token. */
    record Fail(String token, String type, String message) implements Doing {}

    /** Tries an activity anew that waits for a person. */
    record Redrive(RunId run, String activity) implements Deed {}

    /** Ends an activity that waits for a person as if it had given this. */
    record Resolve(RunId run, String activity, Payload value) implements Deed {}

    /** Ends an activity that waits for a person as failed. */
    record Reject(RunId run, String activity, String message) implements Deed {}

    /**
     * Many things at once, which become durable together: {@link Reply.Did} for each, in their
     * order. What one is refused does not keep others from being done.
     */
    record Many(List<Asked> deeds) implements Doing {
        /** So many at most. */
        public static final int DEEDS_MAX = 256;

        /** Checks the number, copies the list. */
        public Many {
            Check.argument(
                    deeds.size() <= DEEDS_MAX,
                    "at most %d things are done at once, not %d",
                    DEEDS_MAX,
                    deeds.size());
            deeds = List.copyOf(deeds);
        }

        /**
         * One of them.
         *
         * @param id by which it is known when it is asked for again, or empty
         */
        public record Asked(String id, Deed deed) {}
    }
}
