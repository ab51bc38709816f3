package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
     */
    public record Recorded(int failures, int redeliveries, int resolved, boolean completed) {
        private static final Recorded SCHEDULED = new Recorded(0, 0, 0, false);
    }

    /**
     * A run, by its history.
     *
     * @param starts how often it was started
     * @param ends how often it ended
     * @param signals the arguments of its signals, in their order
     * @param activities those it asked for, by number
     * @param received those whose end it was told while its code could not be carried out
     */
    public record History(
            String run,
            int starts,
            int ends,
            List<String> signals,
            SortedMap<Long, Recorded> activities,
            SortedSet<Long> received) {
        /** The activities that have not ended, and the attempt that each is at. */
        public SortedMap<Long, Integer> owed() {
            SortedMap<Long, Integer> owed = new TreeMap<>();
            if (ends == 0) {
                activities.forEach(
                        (seq, it) -> {
                            if (it.resolved() == 0 && !received.contains(seq)) {
                                owed.put(seq, it.failures() + 1);
                            }
                        });
            }
            return owed;
        }
    }

    /** The history of a run; one of nothing when there is no such run. */
    public static History of(Store store, String run) {
        int starts = 0;
        int ends = 0;
        List<String> signals = new ArrayList<>();
        SortedMap<Long, Recorded> activities = new TreeMap<>();
        SortedSet<Long> received = new TreeSet<>();
        if (store.head(new RunId(run)).isPresent()) {
            try (Cursor<byte[]> entries = store.turns(new RunId(run), 0)) {
                while (entries.hasNext()) {
                    Entry entry = Entry.fromBytes(entries.next());
                    entry.attempts().forEach(it -> attempted(activities, it));
                    // What was received and not carried out comes once more when it is.
                    Turn turn = entry.carriedOut();
                    if (turn == null && entry.turn() != null) {
                        received(entry.turn(), received);
                    } else if (turn != null) {
                        starts += told(turn, signals, activities);
                        ends += turn.decided().isTerminal() ? 1 : 0;
                    }
                }
            }
        }
        return new History(run, starts, ends, signals, activities, received);
    }

    private static void received(Turn turn, SortedSet<Long> received) {
        for (Job job : turn.activation().jobs()) {
            if (job instanceof Job.ActivityResolved(var seq, _)) {
                received.add(seq);
            }
        }
    }

    private static void attempted(SortedMap<Long, Recorded> activities, Attempt attempt) {
        activities.computeIfPresent(
                attempt.seq(),
                (_, it) ->
                        attempt.failure() == null
                                ? new Recorded(
                                        it.failures(),
                                        it.redeliveries() + 1,
                                        it.resolved(),
                                        it.completed())
                                : new Recorded(
                                        it.failures() + 1,
                                        it.redeliveries(),
                                        it.resolved(),
                                        it.completed()));
    }

    private static int told(Turn turn, List<String> signals, SortedMap<Long, Recorded> activities) {
        int starts = 0;
        for (Job job : turn.activation().jobs()) {
            switch (job) {
                case Job.Start _ -> starts++;
                case Job.Signal signal -> signals.add(text(signal.input().getFirst()));
                case Job.ActivityResolved(var seq, var outcome) ->
                        activities.computeIfPresent(
                                seq,
                                (_, it) ->
                                        new Recorded(
                                                it.failures(),
                                                it.redeliveries(),
                                                it.resolved() + 1,
                                                outcome instanceof Outcome.Completed));
                default -> {}
            }
        }
        for (Command command : turn.commands()) {
            if (command instanceof Command.ScheduleActivity) {
                activities.put(command.seq(), Recorded.SCHEDULED);
            }
        }
        return starts;
    }

    private static String text(Payload payload) {
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }
}
