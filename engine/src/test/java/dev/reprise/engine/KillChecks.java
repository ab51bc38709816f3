package dev.reprise.engine;

import dev.reprise.engine.KillChores.Chore;
import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.Histories.History;
import dev.reprise.engine.run.Histories.Leg;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must be true of a ledger and of the histories that belong to it, however often the process
 * was killed. Fed line by line, in order; every breach is a sentence.
 */
final class KillChecks {
    private final KillBreaches breaches = new KillBreaches();
    private final KillActivities activities = new KillActivities(breaches);
    private final KillTimes times = new KillTimes(breaches);
    private final SortedMap<String, KillTold> runs = new TreeMap<>();
    private int process;

    /** How many runs were deleted because they were too many. */
    private int tooMany;

    // ---- Line by line ----

    void read(List<Line> lines) {
        for (Line line : lines) {
            if (line.process() != process) {
                process = line.process();
                activities.process(process);
            }
            read(line);
            times.read(line);
        }
    }

    private void read(Line line) {
        switch (line.word()) {
            case OWED -> activities.owed(line);
            case ASKED_SIGNAL -> told(line).askedSignals.add(line.at(1));
            case ACKED_SIGNAL -> told(line).ackedSignals.add(line.at(1));
            case ASKED_UPDATE -> told(line).askedUpdates.add("add-" + line.at(1));
            case ACKED_UPDATE -> answered(line);
            case ASKED_RESET -> {
                told(line).was(line.word());
                told(line).result = null;
                activities.takenBack(line.run());
            }
            case ASKED_FORK -> {
                told(line).was(line.word());
                forkOf(line).was(Word.ASKED_START);
            }
            case ACKED_FORK -> {
                told(line).was(line.word());
                forkOf(line).was(Word.ACKED_START);
            }
            case ASKED_START,
                    ACKED_START,
                    ACKED_RESET,
                    ASKED_REMOVAL,
                    ACKED_REMOVAL,
                    ASKED_REDRIVE,
                    ACKED_REDRIVE,
                    ASKED_DECISION,
                    ACKED_DECISION,
                    ASKED_BEAT,
                    ACKED_BEAT,
                    ACKED_FAILURE,
                    ASKED_OUTCOME,
                    ACKED_OUTCOME,
                    GONE ->
                    told(line).was(line.word());
            case ASKED_FAILURE -> {
                told(line).was(line.word());
                activities.failedOutside(line.run());
            }
            case TOKEN -> handedOut(line);
            case HEARD -> heard(line);
            case MISSING ->
                    breaches.expect(
                            !told(line).has(Word.ACKED_START),
                            "%s: an acknowledged start is lost",
                            line);
            case RESULT -> {
                breaches.expect(told(line).result == null, "%s: a second result", line);
                told(line).result = line.at(1);
            }
            case START -> activities.started(line, told(line));
            case DONE, FAILED -> activities.ended(line);
            case ASKED_CHORE -> {
                if (line.at(0).equals(Chore.GO.name())) {
                    activities.stopped(false);
                }
            }
            case ACKED_CHORE -> {
                if (line.at(0).equals(Chore.STOP.name())) {
                    activities.stopped(true);
                }
            }
            case WRONG -> breaches.expect(false, "%s", line);
            case OPENED, FINISHED, ASKED_SCHEDULE, ACKED_SCHEDULE, ASKED_DELETE, ACKED_DELETE -> {}
        }
    }

    private KillTold told(Line line) {
        return told(line.run());
    }

    private KillTold forkOf(Line line) {
        return told(KillKinds.forkOf(line.run()));
    }

    private KillTold told(String run) {
        return runs.computeIfAbsent(run, _ -> new KillTold());
    }

    private void answered(Line line) {
        told(line).ackedUpdates.add("add-" + line.at(1));
        int right = KillKinds.answer(line.number(1));
        breaches.expect(line.number(2) == right, "%s: the answer is not %d", line, right);
    }

    private void heard(Line line) {
        List<String> heard = List.of(line.at(1).split(":", -1));
        for (String n : told(line).ackedSignals) {
            breaches.expect(
                    heard.contains(n), "%s: signal %s was acknowledged and is lost", line, n);
        }
    }

    /** What was said of the attempt before it is known to the next. */
    private void handedOut(Line line) {
        KillTold run = told(line);
        if (line.number(1) > 1) {
            breaches.expect(
                    run.has(Word.ASKED_FAILURE), "%s: nobody said that the first failed", line);
            breaches.expect(
                    line.number(3) == 1 || !run.has(Word.ACKED_BEAT),
                    "%s: a sign of life was acknowledged and is lost",
                    line);
        }
    }

    // ---- When all is over ----

    /** The ledger is at its end; {@code histories} are those of all runs that are stored. */
    void end(Map<String, History> histories, int kills) {
        runs.forEach(
                (run, told) -> {
                    History history = histories.get(run);
                    if (history == null) {
                        missing(run, told, histories.keySet());
                    } else {
                        endOf(run, told, history);
                    }
                    family(run, histories.keySet());
                });
        for (String run : histories.keySet()) {
            if (run.startsWith("schedule/")) {
                ended(run, histories.get(run));
            } else {
                boolean asked = isScheduled(run) || runs.containsKey(run.replaceFirst("/.*", ""));
                breaches.expect(asked, "%s: nobody asked for this run", run);
                breaches.expect(
                        !isScheduled(run) || runs.containsKey(run),
                        "%s: it was started and has done nothing",
                        run);
            }
        }
        var all = new TreeSet<>(histories.keySet());
        all.addAll(runs.keySet());
        times.end(all);
        breaches.expect(
                activities.repeats() <= (long) kills * activities.owedMax(),
                "%d redeliveries after %d kills with at most %d activities under way",
                activities.repeats(),
                kills,
                activities.owedMax());
    }

    private static boolean isScheduled(String run) {
        String kind = KillKinds.kind(run);
        return kind.equals(KillKinds.TICK) || kind.equals(KillKinds.TOCK);
    }

    /** It was deleted when it had ended: by somebody, or since there were enough later ones. */
    private void missing(String run, KillTold told, Collection<String> stored) {
        boolean kept = !told.has(Word.ASKED_REMOVAL) && !isEnough(run, stored);
        breaches.expect(
                !kept || !told.has(Word.ACKED_START), "%s: an acknowledged start is lost", run);
        breaches.expect(!kept || !told.has(Word.ASKED_START), "%s: nobody started it again", run);
        breaches.expect(
                !kept || !(told.isOver() || isScheduled(run)),
                "%s: it is deleted, and was to be kept",
                run);
        if (told.result != null) {
            result(run, told);
        }
        tooMany += told.has(Word.ASKED_REMOVAL) ? 0 : 1;
    }

    /** Whether so many others of its type are there that it need not be. */
    private static boolean isEnough(String run, Collection<String> stored) {
        String type = KillKinds.type(run);
        return stored.stream().filter(it -> KillKinds.type(it).equals(type)).count()
                >= KillKinds.KEPT;
    }

    private void family(String run, Collection<String> stored) {
        if (KillKinds.kind(run).equals("family")) {
            for (String name : KillKinds.KIDS) {
                String kid = run + "/" + name;
                breaches.expect(
                        stored.contains(kid) || isEnough(kid, stored), "%s: %s is lost", run, name);
            }
        }
    }

    /** What the engine runs on its own account. */
    private void ended(String run, History history) {
        breaches.expect(
                !history.legs().isEmpty() && history.legs().getLast().ends() == 1,
                "%s: it has not ended",
                run);
    }

    private void result(String run, KillTold told) {
        boolean all = KillKinds.kind(run).equals("crowd");
        String expected =
                switch (all ? KillKinds.numberOf(run) : 0) {
                    case 2 -> "cancelled";
                    case 3 -> "terminated";
                    default -> all ? times.shouts() : KillKinds.expected(run);
                };
        breaches.expect(
                expected.equals(told.result),
                "%s: its result is %s, not %s",
                run,
                told.result,
                expected);
    }

    private void endOf(String run, KillTold told, History history) {
        breaches.expect(!told.has(Word.ACKED_REMOVAL), "%s: it was deleted, and is there", run);
        result(run, told);
        List<Leg> legs = history.legs();
        breaches.expect(legs.size() == KillKinds.legs(run), "%s: it has %d legs", run, legs.size());
        long back = legs.stream().filter(Leg::takenBack).count();
        boolean asked = told.has(Word.ASKED_RESET) || KillKinds.kind(run).equals("fork");
        breaches.expect(back <= (asked ? 1 : 0), "%s: taken back %d times", run, back);
        breaches.expect(
                back == 1 || !told.has(Word.ACKED_RESET),
                "%s: that it was taken back is lost",
                run);
        for (int i = 0; i < legs.size(); i++) {
            Leg leg = legs.get(i);
            boolean cut = i + 1 < legs.size() && legs.get(i + 1).takenBack();
            breaches.expect(leg.starts() == 1, "%s: started %d times", run, leg.starts());
            breaches.expect(
                    leg.ends() == 1 || (cut && leg.ends() == 0),
                    "%s: ended %d times",
                    run,
                    leg.ends());
            boolean whole = !cut && !KillKinds.isEnded(run);
            leg.activities().forEach((key, it) -> activities.endOf(key, it, whole));
        }
        if (KillKinds.kind(run).equals("crowd")) {
            times.heard(run, history.legs().getLast().signals());
        } else if (!legs.isEmpty()) {
            heard(run, "signal", told.askedSignals, told.ackedSignals, signals(run, legs));
            heard(run, "update", told.askedUpdates, told.ackedUpdates, legs.getLast().updates());
        }
    }

    /** Legs that continue each other share what they hear: what one left, the next has too. */
    private static List<String> signals(String run, List<Leg> legs) {
        return KillKinds.kind(run).equals("relay")
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
            int often = Collections.frequency(came, n);
            breaches.expect(often <= 1, "%s: %s %s came %d times", run, what, n, often);
            breaches.expect(
                    often == 1 || !acked.contains(n),
                    "%s: %s %s was acknowledged and is lost",
                    run,
                    what,
                    n);
        }
        breaches.expect(
                asked.containsAll(came),
                "%s: %ss %s, of which only %s were sent",
                run,
                what,
                came,
                asked);
    }

    // ---- What was found ----

    List<String> breaches() {
        return breaches.all();
    }

    KillActivities activities() {
        return activities;
    }

    KillTimes times() {
        return times;
    }

    int runs() {
        return runs.size();
    }

    /** How many runs something of this kind was acknowledged of. */
    int runs(Word acknowledged) {
        return (int) runs.values().stream().filter(it -> it.has(acknowledged)).count();
    }

    int signals() {
        return runs.values().stream().mapToInt(it -> it.ackedSignals.size()).sum();
    }

    int updates() {
        return runs.values().stream().mapToInt(it -> it.ackedUpdates.size()).sum();
    }

    /** How many runs were deleted because there were too many. */
    int tooMany() {
        return tooMany;
    }
}
