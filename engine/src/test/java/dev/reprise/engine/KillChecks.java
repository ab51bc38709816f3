package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.run.Histories.Leg;
import dev.reprise.engine.run.Histories.Recorded;
import dev.reprise.schedule.Every;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

    /** The activities of the narrow queue that are on their way in the present process. */
    private final SortedSet<String> narrow = new TreeSet<>();

    private int narrowMax;

    // Between which times the schedule was there, at least and at most.
    private @Nullable Instant askedSchedule;
    private @Nullable Instant ackedSchedule;
    private @Nullable Instant askedDelete;
    private @Nullable Instant ackedDelete;
    private int firings;

    private static final Pattern TIME = Pattern.compile("[-0-9]+T[.:0-9]+Z");

    private int process;
    private int repeats;
    private int owedMax;
    private int repeatsHere;

    /** What the clients know of a run. */
    private static final class Told {
        private boolean askedStart;
        private boolean ackedStart;
        private boolean askedReset;
        private boolean ackedReset;
        private @Nullable String result;
        private final SortedMap<String, Integer> stages = new TreeMap<>();
        private final SortedSet<String> askedSignals = new TreeSet<>();
        private final SortedSet<String> ackedSignals = new TreeSet<>();
        private final SortedSet<String> askedUpdates = new TreeSet<>();
        private final SortedSet<String> ackedUpdates = new TreeSet<>();
    }

    /** What the ledger knows of an activity. */
    private static final class Performed {
        private final String place;
        private int starts;
        private int attempt;
        private int redeliveries = -1;
        private int process = -1;
        private int failed;

        /** Its run was taken back, perhaps to a moment at which it was under way. */
        private boolean takenBack;

        /** It was so at some time: then stages that come after it have begun before. */
        private boolean again;

        private boolean done;

        Performed(String place) {
            this.place = place;
        }

        private void takenBack() {
            takenBack = true;
            again = true;
        }
    }

    // ---- Line by line ----

    void read(List<Line> lines) {
        for (Line line : lines) {
            if (line.process() != process) {
                process = line.process();
                owed.clear();
                narrow.clear();
                repeatsHere = 0;
            }
            read(line);
        }
    }

    private void read(Line line) {
        switch (line.word()) {
            case OWED -> {
                owed.put(line.at(1), line.number(2));
                owedMax = Math.max(owedMax, owed.size());
            }
            case ASKED_START -> told(line).askedStart = true;
            case ACKED_START -> told(line).ackedStart = true;
            case ASKED_SIGNAL -> told(line).askedSignals.add(line.at(1));
            case ACKED_SIGNAL -> told(line).ackedSignals.add(line.at(1));
            case ASKED_UPDATE -> told(line).askedUpdates.add("add-" + line.at(1));
            case ACKED_UPDATE -> answered(line);
            case ASKED_RESET -> takenBack(line);
            case ACKED_RESET -> told(line).ackedReset = true;
            case ASKED_SCHEDULE -> askedSchedule = first(askedSchedule, line);
            case ACKED_SCHEDULE -> ackedSchedule = first(ackedSchedule, line);
            case ASKED_DELETE -> askedDelete = first(askedDelete, line);
            case ACKED_DELETE -> ackedDelete = Instant.parse(line.at(1));
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

    private static Instant first(@Nullable Instant known, Line line) {
        return known == null ? Instant.parse(line.at(1)) : known;
    }

    private void answered(Line line) {
        told(line).ackedUpdates.add("add-" + line.at(1));
        int right = KillLoad.answer(line.number(1));
        expect(line.number(2) == right, "%s: the answer is not %d", line, right);
    }

    /** From here on, what it did may be done again, and it has another end. */
    private void takenBack(Line line) {
        Told run = told(line);
        run.askedReset = true;
        run.result = null;
        for (Performed activity : activities.values()) {
            if (activity.place.startsWith(line.run() + " ")) {
                activity.takenBack();
            }
        }
    }

    private void heard(Line line) {
        List<String> heard = List.of(line.at(1).split(":", -1));
        for (String n : told(line).ackedSignals) {
            expect(heard.contains(n), "%s: signal %s was acknowledged and is lost", line, n);
        }
    }

    private void started(Line line) {
        Told run = told(line);
        expect(
                run.result == null || KillLoad.isEnded(line.run()),
                "%s: after the result of the run",
                line);
        expect(
                line.at(3).startsWith(line.run() + "/"),
                "%s: an idempotency key that does not name its run",
                line);
        Performed activity = performed(line);
        int attempt = line.number(4);
        crowded(line);
        if (activity.starts == 0 && run.askedReset && legOf(line).isEmpty()) {
            // Nobody knows whether it begins before its run is taken back.
            activity.takenBack();
        }
        if (!activity.again) {
            inOrder(line, run);
        }
        if (activity.takenBack
                && activity.starts > 0
                && attempt <= activity.attempt
                && !isOwed(line, activity, attempt)) {
            // Once: whether it was under way at the moment that its run goes on from.
            activity.takenBack = false;
        } else if (activity.starts > 0) {
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

    /** Whether it begins again because of a kill, before its run is taken back if it is at all. */
    private boolean isOwed(Line line, Performed activity, int attempt) {
        return attempt == activity.attempt
                && activity.process != process
                && line.number(5) > activity.redeliveries
                && owed.getOrDefault(line.at(3), 0) == attempt;
    }

    /** The stages of a leg follow each other. */
    private void inOrder(Line line, Told run) {
        int stage = line.number(1);
        int before = run.stages.merge(legOf(line), stage, Math::max);
        expect(stage >= before, "%s: stage %d has begun before", line, before);
    }

    private void crowded(Line line) {
        if (line.run().startsWith("fan-")) {
            narrow.add(line.at(3));
            narrowMax = Math.max(narrowMax, narrow.size());
            expect(
                    narrow.size() <= KillLoad.NARROW_MAX,
                    "%s: %d of a queue that lets %d through",
                    line,
                    narrow.size(),
                    KillLoad.NARROW_MAX);
        }
    }

    /** The ending of a key, which names the leg, if it is not the first. */
    private static String legOf(Line line) {
        String ending = line.at(3).substring(line.at(3).lastIndexOf('/'));
        return ending.contains(".") ? ending.substring(ending.indexOf('.')) : "";
    }

    private Performed performed(Line line) {
        String place = line.run() + " " + line.at(1) + " " + line.at(2) + " " + legOf(line);
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
        narrow.remove(line.at(3));
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
                        family(run, histories);
                    }
                });
        for (String run : histories.keySet()) {
            if (run.startsWith("schedule/")) {
                ended(run, histories.get(run));
            } else {
                boolean asked =
                        KillLoad.kind(run).equals(KillLoad.SCHEDULE)
                                || runs.containsKey(run.replaceFirst("/.*", ""));
                expect(asked, "%s: nobody asked for this run", run);
            }
        }
        fired(histories);
        expect(
                repeats <= (long) kills * owedMax,
                "%d redeliveries after %d kills with at most %d activities under way",
                repeats,
                kills,
                owedMax);
    }

    private void family(String run, Map<String, History> histories) {
        if (KillLoad.kind(run).equals("family")) {
            for (String kid : KillLoad.KIDS) {
                expect(histories.containsKey(run + "/" + kid), "%s: %s is lost", run, kid);
            }
        }
    }

    /** What the engine runs on its own account. */
    private void ended(String run, History history) {
        expect(
                !history.legs().isEmpty() && history.legs().getLast().ends() == 1,
                "%s: it has not ended",
                run);
    }

    /** Each time of the schedule, while it was there, has started one run. */
    private void fired(Map<String, History> histories) {
        SortedSet<Instant> times = new TreeSet<>();
        for (String run : histories.keySet()) {
            if (KillLoad.kind(run).equals(KillLoad.SCHEDULE)) {
                String time = run.substring(run.indexOf('/') + 1);
                if (!TIME.matcher(time).matches()) {
                    expect(false, "%s: no time of the schedule, or one that comes twice", run);
                } else {
                    times.add(Instant.parse(time));
                }
                expect(runs.containsKey(run), "%s: it was started and has done nothing", run);
            }
        }
        firings = times.size();
        Instant asked = askedSchedule;
        Instant acked = ackedSchedule;
        if (asked == null || acked == null) {
            expect(times.isEmpty(), "%s: nobody asked for a schedule", times);
            return;
        }
        Instant end = ackedDelete == null ? Instant.MAX : ackedDelete;
        for (Instant time : times) {
            expect(
                    time.toEpochMilli() % KillLoad.INTERVAL.toMillis() == 0
                            && time.isAfter(asked)
                            && !time.isAfter(end),
                    "%s: no time of the schedule",
                    time);
        }
        Instant last = askedDelete;
        if (last == null) {
            expect(false, "the schedule has no end");
            return;
        }
        var every = new Every(KillLoad.INTERVAL);
        every.times(acked)
                .takeWhile(it -> !it.isAfter(last))
                .forEach(it -> expect(times.contains(it), "%s: the schedule left it out", it));
    }

    private void endOf(String run, Told told, History history) {
        expect(
                KillLoad.expected(run).equals(told.result),
                "%s: its result is %s, not %s",
                run,
                told.result,
                KillLoad.expected(run));
        List<Leg> legs = history.legs();
        expect(legs.size() == KillLoad.legs(run), "%s: it has %d legs", run, legs.size());
        long back = legs.stream().filter(Leg::takenBack).count();
        expect(back <= (told.askedReset ? 1 : 0), "%s: taken back %d times", run, back);
        expect(back == 1 || !told.ackedReset, "%s: that it was taken back is lost", run);
        for (int i = 0; i < legs.size(); i++) {
            Leg leg = legs.get(i);
            boolean cut = i + 1 < legs.size() && legs.get(i + 1).takenBack();
            expect(leg.starts() == 1, "%s: started %d times", run, leg.starts());
            expect(
                    leg.ends() == 1 || (cut && leg.ends() == 0),
                    "%s: ended %d times",
                    run,
                    leg.ends());
            boolean whole = !cut && !KillLoad.isEnded(run);
            leg.activities().forEach((key, it) -> endOf(key, it, whole));
        }
        if (!legs.isEmpty()) {
            var last = legs.getLast();
            heard(run, "signal", told.askedSignals, told.ackedSignals, signals(run, legs));
            heard(run, "update", told.askedUpdates, told.ackedUpdates, last.updates());
        }
    }

    /** Legs that continue each other share what they hear: what one left, the next has too. */
    private static List<String> signals(String run, List<Leg> legs) {
        return KillLoad.kind(run).equals("relay")
                ? legs.stream().flatMap(it -> it.signals().stream()).distinct().toList()
                : legs.getLast().signals();
    }

    private void heard(
            String run,
            String what,
            SortedSet<String> asked,
            SortedSet<String> acked,
            List<String> came) {
        for (String n : asked) {
            int times = Collections.frequency(came, n);
            expect(times <= 1, "%s: %s %s came %d times", run, what, n, times);
            expect(
                    times == 1 || !acked.contains(n),
                    "%s: %s %s was acknowledged and is lost",
                    run,
                    what,
                    n);
        }
        expect(
                asked.containsAll(came),
                "%s: %ss %s, of which only %s were sent",
                run,
                what,
                came,
                asked);
    }

    /**
     * The end of an activity.
     *
     * @param whole whether its leg came to its end by itself: others leave activities behind
     */
    private void endOf(String key, Recorded recorded, boolean whole) {
        Performed activity = activities.get(key);
        if (!whole) {
            expect(recorded.resolved() <= 1, "%s: resolved %d times", key, recorded.resolved());
            return;
        }
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

    int updates() {
        return runs.values().stream().mapToInt(it -> it.ackedUpdates.size()).sum();
    }

    int resets() {
        return (int) runs.values().stream().filter(it -> it.ackedReset).count();
    }

    /** How many times of the schedule started a run. */
    int firings() {
        return firings;
    }

    /** The most activities of the narrow queue that were on their way at once. */
    int narrowMax() {
        return narrowMax;
    }
}
