package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.Histories.Recorded;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must be true of the activities of all runs. Fed line by line, in order. */
final class KillActivities {
    private final KillBreaches breaches;
    private final SortedMap<String, Performed> activities = new TreeMap<>();
    private final SortedMap<String, String> keys = new TreeMap<>();

    /** What by its history was not over when the present process began: the attempt by key. */
    private final Map<String, Integer> owed = new TreeMap<>();

    /** The activities of the narrow queue that are on their way in the present process. */
    private final SortedSet<String> narrow = new TreeSet<>();

    private int narrowMax;

    /** Whether the narrow queue is paused, and how many of it may begin that were let in before. */
    private boolean stopped;

    private int letIn;
    private int process;
    private int repeats;
    private int owedMax;
    private int repeatsHere;

    KillActivities(KillBreaches breaches) {
        this.breaches = breaches;
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

    /** The lines of one more process come. */
    void process(int number) {
        process = number;
        owed.clear();
        narrow.clear();
        repeatsHere = 0;
        letIn = 0;
    }

    void owed(Line line) {
        owed.put(line.at(1), line.number(2));
        owedMax = Math.max(owedMax, owed.size());
    }

    /** From here on, what it did may be done again. */
    void takenBack(String run) {
        for (Performed activity : activities.values()) {
            if (activity.place.startsWith(run + " ")) {
                activity.takenBack();
            }
        }
    }

    /**
     * Somebody outside is about to say of an activity of a run that its first attempt has failed.
     */
    void failedOutside(String run) {
        for (Performed activity : activities.values()) {
            if (activity.place.startsWith(run + " 2 ")) {
                activity.failed = 1;
            }
        }
    }

    /** Whether those of the narrow queue may begin; those that were let in before may anyway. */
    void stopped(boolean value) {
        letIn = value && !stopped ? KillKinds.NARROW_MAX : letIn;
        stopped = value;
    }

    void started(Line line, KillTold run) {
        breaches.expect(
                !run.isOver() || KillKinds.isEnded(line.run()),
                "%s: after the result of the run",
                line);
        breaches.expect(!run.has(Word.ACKED_REMOVAL), "%s: after it was deleted", line);
        breaches.expect(
                line.at(3).startsWith(line.run() + "/"),
                "%s: an idempotency key that does not name its run",
                line);
        Performed activity = performed(line);
        int attempt = line.number(4);
        crowded(line);
        if (isLetter(line.run(), line.number(1)) && attempt > 1) {
            breaches.expect(run.has(Word.ASKED_REDRIVE), "%s: nobody wanted that", line);
        }
        if (activity.starts == 0 && run.has(Word.ASKED_RESET) && legOf(line).isEmpty()) {
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
            int before = inherited(line, activity);
            breaches.expect(
                    attempt == 1 || attempt <= before, "%s: the first attempt is missing", line);
        }
        breaches.expect(
                activity.failed >= attempt - 1, "%s: attempt %d has not failed", line, attempt - 1);
        activity.starts++;
        activity.attempt = attempt;
        activity.redeliveries = line.number(5);
        activity.process = process;
    }

    /** The attempts that a fork goes on from are those of the run from which it was made. */
    private int inherited(Line line, Performed activity) {
        if (KillKinds.kind(line.run()).equals("fork")) {
            String key = keys.get(activity.place.replaceFirst("fork", "chain"));
            Performed source = key == null ? null : activities.get(key);
            if (source != null) {
                activity.failed = source.failed;
                return source.attempt;
            }
        }
        return 0;
    }

    /** Whether it begins again because of a kill, before its run is taken back if it is at all. */
    private boolean isOwed(Line line, Performed activity, int attempt) {
        return attempt == activity.attempt
                && activity.process != process
                && line.number(5) > activity.redeliveries
                && owed.getOrDefault(line.at(3), 0) == attempt;
    }

    /** The stages of a leg follow each other. */
    private void inOrder(Line line, KillTold run) {
        int stage = line.number(1);
        int before = run.stages.merge(legOf(line), stage, Math::max);
        breaches.expect(stage >= before, "%s: stage %d has begun before", line, before);
    }

    private void crowded(Line line) {
        if (line.run().startsWith("fan-")) {
            narrow.add(line.at(3));
            narrowMax = Math.max(narrowMax, narrow.size());
            if (stopped) {
                breaches.expect(letIn-- > 0, "%s: its queue is paused", line);
            }
            breaches.expect(
                    narrow.size() <= KillKinds.NARROW_MAX,
                    "%s: %d of a queue that lets %d through",
                    line,
                    narrow.size(),
                    KillKinds.NARROW_MAX);
        }
    }

    /** What of the ending of a key names the leg, if it is not the first. */
    private static String legOf(Line line) {
        String ending = line.at(3).substring(line.at(3).lastIndexOf('/')).replaceFirst("~.*", "");
        return ending.contains(".") ? ending.substring(ending.indexOf('.')) : "";
    }

    private Performed performed(Line line) {
        String place = line.run() + " " + line.at(1) + " " + line.at(2) + " " + legOf(line);
        Performed activity = activities.computeIfAbsent(line.at(3), _ -> new Performed(place));
        breaches.expect(
                activity.place.equals(place),
                "%s: its idempotency key was that of %s",
                line,
                activity.place);
        String key = keys.computeIfAbsent(place, _ -> line.at(3));
        breaches.expect(key.equals(line.at(3)), "%s: its idempotency key was %s before", line, key);
        return activity;
    }

    private void repeated(Line line, Performed activity, int attempt) {
        if (attempt != activity.attempt) {
            breaches.expect(
                    attempt == activity.attempt + 1,
                    "%s: attempt %d came before it",
                    line,
                    activity.attempt);
            return;
        }
        repeats++;
        repeatsHere++;
        breaches.expect(activity.process != process, "%s: twice in one process", line);
        breaches.expect(
                line.number(5) > activity.redeliveries,
                "%s: redelivery %d came before it",
                line,
                activity.redeliveries);
        breaches.expect(
                owed.getOrDefault(line.at(3), 0) == attempt,
                "%s: it had ended by its history, or was at another attempt",
                line);
        breaches.expect(repeatsHere <= owed.size(), "%s: more redeliveries than were owed", line);
    }

    void ended(Line line) {
        Performed activity = performed(line);
        narrow.remove(line.at(3));
        breaches.expect(activity.attempt == line.number(4), "%s: it has not begun", line);
        if (line.word() == Word.DONE) {
            activity.done = true;
        } else {
            activity.failed = Math.max(activity.failed, line.number(4));
        }
    }

    // ---- When all is over ----

    /**
     * The end of an activity.
     *
     * @param whole whether its leg came to its end by itself: others leave activities behind
     */
    void endOf(String key, Recorded recorded, boolean whole) {
        Performed activity = activities.get(key);
        if (!whole) {
            breaches.expect(
                    recorded.resolved() <= 1, "%s: resolved %d times", key, recorded.resolved());
            return;
        }
        breaches.expect(
                recorded.resolved() == 1, "%s: resolved %d times", key, recorded.resolved());
        if (activity == null) {
            breaches.expect(false, "%s: resolved and never begun", key);
            return;
        }
        String[] place = activity.place.split(" ", -1);
        int number = KillKinds.numberOf(place[0]);
        int stage = Integer.parseInt(place[1]);
        if (isLetter(place[0], stage)) {
            endOfLetter(key, place[0], recorded, activity);
            return;
        }
        boolean outside = isOutside(place[0], stage);
        int scripted =
                outside
                        ? KillKinds.isBroken(place[0]) ? 1 : 0
                        : KillKinds.failures(number, stage, Integer.parseInt(place[2]));
        breaches.expect(recorded.completed(), "%s: failed for good", key);
        breaches.expect(activity.done || outside, "%s: completed and never done", key);
        breaches.expect(
                recorded.failures() == scripted,
                "%s: %d failures are recorded, not %d",
                key,
                recorded.failures(),
                scripted);
        breaches.expect(
                activity.attempt == scripted + 1,
                "%s: %d attempts, not %d",
                key,
                activity.attempt,
                scripted + 1);
    }

    /** It fails for good, is driven anew once, fails again, and a person says how it ends. */
    private void endOfLetter(String key, String run, Recorded recorded, Performed activity) {
        breaches.expect(recorded.parked() == 2, "%s: put aside %d times", key, recorded.parked());
        breaches.expect(
                recorded.redriven() == 1, "%s: driven anew %d times", key, recorded.redriven());
        breaches.expect(activity.attempt == 2, "%s: %d attempts, not 2", key, activity.attempt);
        breaches.expect(
                recorded.completed() != KillKinds.isRefused(run),
                "%s: it has not ended as was decided",
                key);
    }

    private static boolean isLetter(String run, int stage) {
        return KillKinds.kind(run).equals("letter") && stage == 2;
    }

    private static boolean isOutside(String run, int stage) {
        return KillKinds.kind(run).equals("token") && stage == 2;
    }

    // ---- What was found ----

    int size() {
        return activities.size();
    }

    /** How often an attempt was carried out once more. */
    int repeats() {
        return repeats;
    }

    /** The most activities that were not over when a process died. */
    int owedMax() {
        return owedMax;
    }

    /** The most activities of the narrow queue that were on their way at once. */
    int narrowMax() {
        return narrowMax;
    }
}
