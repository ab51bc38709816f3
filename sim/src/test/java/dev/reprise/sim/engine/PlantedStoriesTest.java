package dev.reprise.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.sim.engine.PlantedEngineBug.Patch;
import dev.reprise.sim.explore.Scenes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Bugs that are planted in the source of the engine are found, and told as small stories. */
class PlantedStoriesTest {
    private static final int SCHEDULES = 1_000;
    private static final int LINES_MAX = 15;

    /**
     * A bug, and the scenario in which it shows.
     *
     * @param name as it is called among those that seeds find, or of its own
     */
    record Planted(String name, String scenario, List<Patch> patches) {}

    private static List<Planted> all() {
        List<Planted> all = new ArrayList<>();
        Map<String, PlantedEngineBug> known = new TreeMap<>();
        PlantedEngineBug.all().forEach(it -> known.put(it.name(), it));
        SCENES.forEach(
                (name, scenario) ->
                        all.add(new Planted(name, scenario, known.get(name).patches())));
        all.add(
                new Planted(
                        "after a snapshot one turn too few is replayed",
                        "a pattern",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Hosting.java",
                                        "if (replay(machine, standing, kept.position())",
                                        "if (replay(machine, standing, kept.position() + 1)"))));
        all.add(
                new Planted(
                        "a dead letter that is asked for once more is lost",
                        "a dead letter",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Tidings.java",
                                        "            deliveries.redrive(incumbent.standing().outstanding(), parked);\n",
                                        ""))));
        all.add(
                new Planted(
                        "what has ended is taken for cancelled",
                        "cancelled, and waited for",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Deliveries.java",
                                        "            if (ledger.ended(seq) != null) {\n                ended.remove(seq);\n            } else if",
                                        "            if"))));
        all.add(
                new Planted(
                        "what was cancelled begins all the same",
                        "cancelled in time",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/activity/Performance.java",
                                        "first = stage == Stage.NEW && isFirst(said);",
                                        "first = false;"))));
        all.add(
                new Planted(
                        "what is under way of the run before has the number of what is to begin",
                        "begun again",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Deliberation.java",
                                        "        hosting.drop();\n        deliveries.giveUp();\n",
                                        "        hosting.drop();\n"))));
        all.add(
                new Planted(
                        "handlers begin when the root has decided",
                        "told between legs",
                        List.of(
                                new Patch(
                                        "flow/src/main/java/dev/reprise/flow/Inbox.java",
                                        "run.rounds.begin(unit);",
                                        "run.rounds.wake(unit);"))));
        all.add(
                new Planted(
                        "a leg is asked before it has begun",
                        "asked between legs",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Course.java",
                                        " && !deliberation.isBeginning()",
                                        ""))));
        all.add(
                new Planted(
                        "attempts are counted anew when the process has died",
                        "two failures",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Ledger.java",
                                        "        if (errand.at() < 0) {\n            return Attempts",
                                        "        if (errand.at() < Long.MAX_VALUE) {\n            return Attempts"))));
        all.add(
                new Planted(
                        "a history that is too long is ended only when its run is at hand",
                        "a history that is too long",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/Deliberation.java",
                                        "                || !incumbent.tooLong().isEmpty();",
                                        "                || (hosting.hasMachine() && !incumbent.tooLong().isEmpty());"))));
        all.add(
                new Planted(
                        "a history may have one entry more than its limit",
                        "a history that is too long",
                        List.of(
                                new Patch(
                                        "engine/src/main/java/dev/reprise/engine/run/HistoryLimits.java",
                                        "if (entries >= maxEntries) {",
                                        "if (entries > maxEntries) {"))));
        all.add(
                new Planted(
                        "a schedule is due twice when clocks are set back",
                        "a schedule",
                        List.of(
                                new Patch(
                                        "core/src/main/java/dev/reprise/schedule/Clocked.java",
                                        "return fields.atOrAfter(from).map(time -> first(rules, time));",
                                        """
                                        boolean twice = change != null && change.isOverlap();
                                        return fields.atOrAfter(twice && !secondTime ? from.minusHours(1) : from)
                                                .map(time -> twice ? time.toInstant(change.getOffsetAfter()) : first(rules, time));
                                        """))));
        return all;
    }

    private static final Map<String, String> SCENES = new TreeMap<>();

    static {
        SCENES.put("a write for which there was no room is taken for a durable one", "signals");
        SCENES.put("what was under way is forgotten when there is room again", "a sleep");
        SCENES.put("room is looked for once", "updates");
        SCENES.put("a start or signal is acknowledged before its append is synced", "a call");
        SCENES.put("an activity is dispatched before its command is appended", "a call");
        SCENES.put("timers are lost on restart", "a sleep");
        SCENES.put("runs that are stuck are not revived by their code", "a late start");
        SCENES.put("what was under way is forgotten on restart", "a call");
        SCENES.put("an attempt that may be lost is delivered again without a note", "attempts");
        SCENES.put("redeliveries are not counted", "a call");
        SCENES.put("a run is told that it is terminated before that is durable", "terminated");
        SCENES.put("what a run waits for outlives its termination", "taken back");
        SCENES.put("signals are dropped when the run is evicted", "legs");
        SCENES.put("a stuck run forgets the signals that it received", "a late start");
        SCENES.put("what a stuck run received is told twice", "a late start");
        SCENES.put("a stale epoch is accepted", "a sleep");
        SCENES.put("a stale position is accepted from a stale epoch", "a sleep");
        SCENES.put("a torn tail is accepted", "signals");
        SCENES.put("a timer that fired stays in the store", "a sleep");
        SCENES.put("what may be delivered once is delivered again", "a call that may be made once");
        SCENES.put("the rules of now decide about what was asked for before", "attempts");
        SCENES.put("the permit of what failed is kept", "a limit");
        SCENES.put("nobody is called when there is room again", "a limit");
        SCENES.put("a run leaves memory with what it holds back", "a local call");
        SCENES.put("a run that continues leaves behind what nobody has taken", "legs");
        SCENES.put("a parent is not told that its child has ended", "a child");
        SCENES.put("what was sent to other runs is not sent again on restart", "two that talk");
        SCENES.put("a child that has ended does not say so again", "a child");
        SCENES.put("a request is known only to the process that has heard it", "signals");
        SCENES.put("requests are not written down", "signals");
        SCENES.put("an update is not known by its id", "an update");
        SCENES.put("an update is answered before it is durable", "updates");
        SCENES.put("a start that is delayed is not", "a late start");
        SCENES.put(
                "a run that waits for its code to begin is taken for one that is late",
                "a late start");
        SCENES.put("a leg that was told to begin does not when its process dies", "legs");
        SCENES.put("a run that is taken back keeps the timers that it has set since", "begun anew");
        SCENES.put("a run that is taken back is not told again", "taken back");
        SCENES.put("when all timers that are held have rung nobody looks for more", "many sleeps");
        SCENES.put("a queue lets in one more of a key", "two of a key");
        SCENES.put(
                "a queue that was paused is not when the engine is opened again", "a paused queue");
        SCENES.put("a queue that is paused lets some through", "a paused queue");
    }

    @Test
    void every_planted_bug_is_told_in_at_most_fifteen_lines() {
        List<String> wrong =
                all().parallelStream()
                        .map(PlantedStoriesTest::judged)
                        .filter(it -> !it.isEmpty())
                        .toList();
        assertThat(String.join("\n\n", wrong)).isEmpty();
        assertThat(all()).hasSizeGreaterThanOrEqualTo(25);
    }

    private static String judged(Planted bug) {
        Optional<String> found = found(bug);
        if (Boolean.getBoolean("planted.show")) {
            System.out.println(bug + "\n" + found.orElse("nothing") + "\n");
        }
        if (found.isEmpty()) {
            return bug.name() + ": not found in \"" + bug.scenario() + "\"";
        }
        long lines = found.get().lines().count() - 1;
        return lines <= LINES_MAX ? "" : bug.name() + ": " + lines + " lines\n" + found.get();
    }

    private static Optional<String> found(Planted bug) {
        try {
            Class<?> type =
                    Class.forName(Scenes.class.getName(), true, Patched.with(bug.patches()));
            Object story =
                    type.getMethod("found", String.class, int.class)
                            .invoke(null, bug.scenario(), SCHEDULES);
            return ((Optional<?>) story).map(Object::toString);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
