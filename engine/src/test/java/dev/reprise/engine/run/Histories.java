package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads stored histories for tests: the entries themselves, and no summary. */
public final class Histories {
    private Histories() {}

    /**
     * An activity, by its history.
     *
     * @param failures how many attempts ended with a failure and were followed by another
     * @param redeliveries how many deliveries were written down as lost
     * @param resolved how often the run was told how it ended
     * @param completed whether it was told that it worked, the last time
     * @param parked how often it had failed for good, and waited for a person
     * @param redriven how often a person wanted it tried anew
     * @param away whether its code has returned, and its outcome comes from outside
     */
    public record Recorded(
            int failures,
            int redeliveries,
            int resolved,
            boolean completed,
            int parked,
            int redriven,
            boolean away) {
        private static final Recorded SCHEDULED = new Recorded(0, 0, 0, false);

        /** One of which nobody outside and no person hears. */
        public Recorded(int failures, int redeliveries, int resolved, boolean completed) {
            this(failures, redeliveries, resolved, completed, 0, 0, false);
        }

        /** Whether somebody carries it out, or is to. */
        private boolean owed() {
            return resolved == 0 && parked == redriven && !away;
        }

        private Recorded after(Attempt attempt) {
            return switch (attempt.why()) {
                case LOST -> with(failures, redeliveries + 1, parked, redriven, away);
                case NEXT -> with(failures + 1, redeliveries, parked, redriven, false);
                case PARKED -> with(failures, redeliveries, parked + 1, redriven, false);
                case REDRIVEN -> with(failures, redeliveries, parked, redriven + 1, false);
                case AWAY -> with(failures, redeliveries, parked, redriven, true);
                case SKIPPED, UNBEGUN -> this;
            };
        }

        private Recorded with(int failed, int lost, int aside, int anew, boolean outside) {
            return new Recorded(failed, lost, resolved, completed, aside, anew, outside);
        }

        private Recorded told(boolean works) {
            return new Recorded(
                    failures, redeliveries, resolved + 1, works, parked, redriven, away);
        }
    }

    /**
     * A run, by its history.
     *
     * @param legs those that follow each other under its id; none when there is no such run
     */
    public record History(String run, List<Leg> legs) {
        /** Copies the list. */
        public History {
            legs = List.copyOf(legs);
        }

        /** The activities that have not ended, by their keys, and the attempt that each is at. */
        public SortedMap<String, Integer> owed() {
            return legs.isEmpty() ? new TreeMap<>() : legs.getLast().owed();
        }
    }

    /**
     * One leg of a run.
     *
     * @param takenBack whether it goes on from an earlier moment of the one before
     * @param starts how often it was started
     * @param ends how often it ended
     * @param signals the arguments of its signals, in their order
     * @param updates the ids of its updates, in their order
     * @param activities those it asked for, by their keys
     * @param received those whose end it was told while its code could not be carried out
     */
    public record Leg(
            boolean takenBack,
            int starts,
            int ends,
            List<String> signals,
            List<String> updates,
            SortedMap<String, Recorded> activities,
            SortedSet<String> received) {
        private SortedMap<String, Integer> owed() {
            SortedMap<String, Integer> owed = new TreeMap<>();
            if (ends == 0) {
                activities.forEach(
                        (key, it) -> {
                            if (it.owed() && !received.contains(key)) {
                                owed.put(key, it.failures() + it.redriven() + 1);
                            }
                        });
            }
            return owed;
        }
    }

    /** Whether by its summary a run has ended. */
    public static boolean isOver(Head head) {
        return Summary.fromBytes(head.summary()).status().isEnd();
    }

    /** What is kept of the history of a run; one of nothing when there is no such run. */
    public static History of(Store store, String run) {
        Optional<Head> head = store.head(new RunId(run));
        var reading =
                new Reading(
                        run,
                        head.map(it -> Claim.told(Summary.fromBytes(it.summary()).birth()))
                                .orElse(0L));
        if (head.isPresent()) {
            try (Cursor<byte[]> entries = store.turns(new RunId(run), head.get().first())) {
                while (entries.hasNext()) {
                    reading.take(Entry.fromBytes(entries.next()));
                }
            }
        }
        return reading.history();
    }

    /** A history that is read entry by entry. */
    private static final class Reading {
        private final String run;
        private final long birth;
        private final List<Leg> legs = new ArrayList<>();
        private long number;
        private List<Rewind.Share> shares = List.of();
        private boolean takenBack;
        private int starts;
        private int ends;
        private List<String> signals = new ArrayList<>();
        private List<String> updates = new ArrayList<>();
        private SortedMap<String, Recorded> activities = new TreeMap<>();
        private SortedSet<String> received = new TreeSet<>();

        Reading(String run, long birth) {
            this.run = run;
            this.birth = birth;
        }

        void take(Entry entry) {
            legOf(entry);
            entry.attempts().forEach(this::attempted);
            // What was received and not carried out comes once more when it is.
            Turn turn = entry.carriedOut();
            if (turn == null && entry.turn() != null) {
                received(entry.turn());
            } else if (turn != null) {
                told(turn);
                ends += turn.decided().isTerminal() ? 1 : 0;
            }
            ends += entry.cutoff() == null ? 0 : 1;
        }

        private void legOf(Entry entry) {
            Rewind rewind = entry.rewind();
            if (rewind != null) {
                next(rewind.leg(), rewind.shares(), true);
            } else if (entry.turn() != null) {
                for (Job job : entry.turn().activation().jobs()) {
                    if (job instanceof Job.Start start && start.info().leg() > number) {
                        next(start.info().leg(), List.of(), false);
                    }
                }
            }
        }

        private void next(long leg, List<Rewind.Share> has, boolean back) {
            close();
            number = leg;
            shares = has;
            takenBack = back;
            starts = 0;
            ends = 0;
            signals = new ArrayList<>();
            updates = new ArrayList<>();
            activities = new TreeMap<>();
            received = new TreeSet<>();
        }

        private void close() {
            if (number > 0) {
                legs.add(new Leg(takenBack, starts, ends, signals, updates, activities, received));
            }
        }

        History history() {
            close();
            return new History(run, legs);
        }

        private String key(long seq) {
            long leg = Rewind.legOf(shares, seq, number);
            return ActivityContext.keyOf(new RunId(run), leg, birth, seq);
        }

        private void received(Turn turn) {
            for (Job job : turn.activation().jobs()) {
                if (job instanceof Job.ActivityResolved(var seq, _)) {
                    received.add(key(seq));
                }
            }
        }

        private void attempted(Attempt attempt) {
            activities.computeIfPresent(key(attempt.seq()), (_, it) -> it.after(attempt));
        }

        private void told(Turn turn) {
            for (Job job : turn.activation().jobs()) {
                switch (job) {
                    case Job.Start _ -> starts++;
                    case Job.Signal signal -> signals.add(text(signal.input()));
                    case Job.Update update -> updates.add(update.id());
                    case Job.ActivityResolved(var seq, var outcome) ->
                            activities.computeIfPresent(
                                    key(seq),
                                    (_, it) -> it.told(outcome instanceof Outcome.Completed));
                    default -> {}
                }
            }
            for (Command command : turn.commands()) {
                if (command instanceof Command.ScheduleActivity) {
                    activities.put(key(command.seq()), Recorded.SCHEDULED);
                }
            }
        }
    }

    /** The first argument, if there is one. */
    private static String text(List<Payload> input) {
        return input.isEmpty() ? "" : new String(input.getFirst().bytes(), StandardCharsets.UTF_8);
    }
}
