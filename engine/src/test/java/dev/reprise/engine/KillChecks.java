package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.run.Histories.Recorded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of a ledger and of the histories that belong to it, however often the process
 * was killed. Fed line by line, in order; every breach is a sentence.
 */
final class KillChecks {
    private final List<String> breaches = new ArrayList<>();
    private final SortedMap<String, Told> runs = new TreeMap<>();
    private final SortedMap<String, Performed> activities = new TreeMap<>();
    private final SortedMap<String, String> keys = new TreeMap<>();

    /** What by its history was not over when the present process began: the attempt by key. */
    private final Map<String, Integer> owed = new TreeMap<>();

    private int process;
    private int repeats;
    private int owedMax;
    private int repeatsHere;

    /** What the clients know of a run. */
    private static final class Told {
        private boolean askedStart;
        private boolean ackedStart;
        private @Nullable String result;
        private int stage;
        private final SortedSet<String> askedSignals = new TreeSet<>();
        private final SortedSet<String> ackedSignals = new TreeSet<>();
    }

    /** What the ledger knows of an activity. */
    private static final class Performed {
        private final String place;
        private int starts;
        private int attempt;
        private int redeliveries = -1;
        private int process = -1;
        private int failed;
        private boolean done;

        Performed(String place) {
            this.place = place;
        }
    }

    // ---- Line by line ----

    void read(List<Line> lines) {
        for (Line line : lines) {
            if (line.process() != process) {
                process = line.process();
                owed.clear();
                repeatsHere = 0;
            }
            read(line);
        }
    }

    private void read(Line line) {
        switch (line.word()) {
            case OWED -> {
                owed.put(line.run() + "/" + line.at(1), line.number(2));
                owedMax = Math.max(owedMax, owed.size());
            }
            case ASKED_START -> told(line).askedStart = true;
            case ACKED_START -> told(line).ackedStart = true;
            case ASKED_SIGNAL -> told(line).askedSignals.add(line.at(1));
            case ACKED_SIGNAL -> told(line).ackedSignals.add(line.at(1));
            case HEARD -> heard(line);
            case MISSING ->
                    expect(!told(line).ackedStart, "%s: an acknowledged start is lost", line);
            case RESULT -> {
                expect(told(line).result == null, "%s: a second result", line);
                told(line).result = line.at(1);
            }
            case START -> started(line);
            case DONE, FAILED -> ended(line);
            case WRONG -> expect(false, "%s", line);
            case OPENED, FINISHED -> {}
        }
    }

    private Told told(Line line) {
        return runs.computeIfAbsent(line.run(), _ -> new Told());
    }

    private void heard(Line line) {
        List<String> heard = List.of(line.at(1).split(":", -1));
        for (String n : told(line).ackedSignals) {
            expect(heard.contains(n), "%s: signal %s was acknowledged and is lost", line, n);
        }
    }

    private void started(Line line) {
        Told run = told(line);
        expect(run.result == null, "%s: after the result of the run", line);
        int stage = line.number(1);
        expect(stage >= run.stage, "%s: stage %d has begun before", line, run.stage);
        run.stage = Math.max(stage, run.stage);
        expect(
                line.at(3).startsWith(line.run() + "/"),
                "%s: an idempotency key that does not name its run",
                line);
        Performed activity = performed(line);
        int attempt = line.number(4);
        if (activity.starts > 0) {
            repeated(line, activity, attempt);
        } else {
            expect(attempt == 1, "%s: the first attempt is missing", line);
        }
        expect(activity.failed >= attempt - 1, "%s: attempt %d has not failed", line, attempt - 1);
        activity.starts++;
        activity.attempt = attempt;
        activity.redeliveries = line.number(5);
        activity.process = process;
    }

    private Performed performed(Line line) {
        String place = line.run() + " " + line.at(1) + " " + line.at(2);
        Performed activity = activities.computeIfAbsent(line.at(3), _ -> new Performed(place));
        expect(
                activity.place.equals(place),
                "%s: its idempotency key was that of %s",
                line,
                activity.place);
        String key = keys.computeIfAbsent(place, _ -> line.at(3));
        expect(key.equals(line.at(3)), "%s: its idempotency key was %s before", line, key);
        return activity;
    }

    private void repeated(Line line, Performed activity, int attempt) {
        if (attempt != activity.attempt) {
            expect(
                    attempt == activity.attempt + 1,
                    "%s: attempt %d came before it",
                    line,
                    activity.attempt);
            return;
        }
        repeats++;
        repeatsHere++;
        expect(activity.process != process, "%s: twice in one process", line);
        expect(
                line.number(5) > activity.redeliveries,
                "%s: redelivery %d came before it",
                line,
                activity.redeliveries);
        expect(
                owed.getOrDefault(line.at(3), 0) == attempt,
                "%s: it had ended by its history, or was at another attempt",
                line);
        expect(repeatsHere <= owed.size(), "%s: more redeliveries than were owed", line);
    }

    private void ended(Line line) {
        Performed activity = performed(line);
        expect(activity.attempt == line.number(4), "%s: it has not begun", line);
        if (line.word() == Word.DONE) {
            activity.done = true;
        } else {
            activity.failed = Math.max(activity.failed, line.number(4));
        }
    }

    // ---- When all is over ----

    /** The ledger is at its end; {@code histories} are those of all runs that are stored. */
    void end(Map<String, History> histories, int kills) {
        runs.forEach(
                (run, told) -> {
                    History history = histories.get(run);
                    if (history == null) {
                        expect(!told.ackedStart, "%s: an acknowledged start is lost", run);
                        expect(!told.askedStart, "%s: nobody started it again", run);
                    } else {
                        endOf(run, told, history);
                    }
                });
        for (String run : histories.keySet()) {
            expect(runs.containsKey(run), "%s: nobody asked for this run", run);
        }
        expect(
                repeats <= (long) kills * owedMax,
                "%d redeliveries after %d kills with at most %d activities under way",
                repeats,
                kills,
                owedMax);
    }

    private void endOf(String run, Told told, History history) {
        expect(
                KillLoad.expected(run).equals(told.result),
                "%s: its result is %s, not %s",
                run,
                told.result,
                KillLoad.expected(run));
        expect(history.starts() == 1, "%s: started %d times", run, history.starts());
        expect(history.ends() == 1, "%s: ended %d times", run, history.ends());
        for (String n : told.askedSignals) {
            int times = Collections.frequency(history.signals(), n);
            expect(times <= 1, "%s: signal %s came %d times", run, n, times);
            expect(
                    times == 1 || !told.ackedSignals.contains(n),
                    "%s: signal %s was acknowledged and is lost",
                    run,
                    n);
        }
        expect(
                told.askedSignals.containsAll(history.signals()),
                "%s: signals %s, of which only %s were sent",
                run,
                history.signals(),
                told.askedSignals);
        history.activities().forEach((seq, it) -> endOf(run + "/" + seq, it));
    }

    private void endOf(String key, Recorded recorded) {
        Performed activity = activities.get(key);
        expect(recorded.resolved() == 1, "%s: resolved %d times", key, recorded.resolved());
        if (activity == null) {
            expect(false, "%s: resolved and never begun", key);
            return;
        }
        String[] place = activity.place.split(" ", -1);
        int scripted =
                KillLoad.failures(
                        KillLoad.numberOf(place[0]),
                        Integer.parseInt(place[1]),
                        Integer.parseInt(place[2]));
        expect(recorded.completed(), "%s: failed for good", key);
        expect(activity.done, "%s: completed and never done", key);
        expect(
                recorded.failures() == scripted,
                "%s: %d failures are recorded, not %d",
                key,
                recorded.failures(),
                scripted);
        expect(
                activity.attempt == scripted + 1,
                "%s: %d attempts, not %d",
                key,
                activity.attempt,
                scripted + 1);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void expect(boolean condition, String sentence, @Nullable Object... values) {
        if (!condition) {
            breaches.add(String.format(sentence, values));
        }
    }

    // ---- What was found ----

    List<String> breaches() {
        return breaches;
    }

    /** How often an attempt was carried out once more. */
    int repeats() {
        return repeats;
    }

    /** The most activities that were not over when a process died. */
    int owedMax() {
        return owedMax;
    }

    int runs() {
        return runs.size();
    }

    int activities() {
        return activities.size();
    }

    int signals() {
        return runs.values().stream().mapToInt(it -> it.ackedSignals.size()).sum();
    }
}
