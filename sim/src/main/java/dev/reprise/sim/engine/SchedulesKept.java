package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A schedule starts something for each of its times, from its creation to its end and not while it
 * is paused, and what was asked for besides; all of it once. What the times are is asked of {@link
 * ScheduleScript#WHEN} alone, and what happened is read in the histories.
 */
final class SchedulesKept extends EngineOracle {
    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        return isSchedule(truth) ? repeated(started(truth)) : null;
    }

    private static boolean isSchedule(RunTruth truth) {
        return truth.type().equals(Schedules.TYPE);
    }

    @Override
    @Nullable String end(EngineWorld world) {
        for (RunTruth truth : world.truth().runs()) {
            if (isSchedule(truth) && truth.end() == Status.COMPLETED) {
                String wrong = wrong(world, truth);
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    private static @Nullable String wrong(EngineWorld world, RunTruth truth) {
        Expected expected = expected(turns(truth));
        List<String> found = started(truth);
        var wanted = new TreeSet<>(expected.runs);
        boolean unasked = !wanted.containsAll(found);
        wanted.removeAll(expected.stopped);
        if (unasked || (!expected.paused && !found.containsAll(wanted))) {
            return "schedule "
                    + truth.run
                    + " was to start "
                    + expected.runs
                    + ", and started "
                    + found;
        }
        String late = startedLate(truth);
        if (late != null) {
            return "schedule "
                    + truth.run
                    + " has started "
                    + late
                    + ", whose backfill was stopped";
        }
        for (String run : found) {
            if (world.truth().run(new RunId(run)) == null) {
                return "schedule " + truth.run + " has started " + run + ", and it never began";
            }
        }
        return null;
    }

    private static @Nullable String repeated(List<String> started) {
        var seen = new TreeSet<String>();
        for (String each : started) {
            if (!seen.add(each)) {
                return each + " is started twice: " + started;
            }
        }
        return null;
    }

    /** All turns that were carried out, in all legs. */
    private static List<Turn> turns(RunTruth truth) {
        List<Turn> turns = new ArrayList<>();
        for (Transcript leg : truth.legs()) {
            turns.addAll(leg.turns());
        }
        turns.addAll(truth.turns());
        return turns;
    }

    /** What it has started, in order. */
    private static List<String> started(RunTruth truth) {
        List<String> started = new ArrayList<>();
        turns(truth).forEach(turn -> started.addAll(started(turn)));
        return started;
    }

    private static List<String> started(Turn turn) {
        List<String> started = new ArrayList<>();
        for (Command command : turn.commands()) {
            if (command instanceof Command.StartChild child) {
                started.add(Schedules.nameOf(child.runId()));
            }
        }
        return started;
    }

    /** What it has started of a backfill after that was stopped; null for nothing. */
    private static @Nullable String startedLate(RunTruth truth) {
        List<Turn> turns = turns(truth);
        for (int i = 0; i < turns.size(); i++) {
            for (String run : expected(turns.subList(0, i + 1)).stopped) {
                for (Turn later : turns.subList(i + 1, turns.size())) {
                    if (started(later).contains(run)) {
                        return run;
                    }
                }
            }
        }
        return null;
    }

    /**
     * What it was to start.
     *
     * @param stopped what of it need not be started, since its backfill was stopped
     * @param paused whether it has ended in a pause: what waited then was waiting for ever
     */
    private record Expected(List<String> runs, List<String> stopped, boolean paused) {}

    /** What it was to start by what it was told, and when. */
    private static Expected expected(List<Turn> turns) {
        var told = new TreeMap<String, Job.Update>();
        List<String> expected = new ArrayList<>();
        List<String> stopped = new ArrayList<>();
        Instant from = turns.getFirst().activation().now();
        boolean paused = false;
        int requests = 0;
        for (Turn turn : turns) {
            Instant now = turn.activation().now();
            for (Job job : turn.activation().jobs()) {
                if (job instanceof Job.Update update) {
                    told.put(update.id(), update);
                }
            }
            for (Command command : turn.commands()) {
                // An update that nobody had taken up is told to the next leg once more.
                Job.Update done =
                        command instanceof Command.CompleteUpdate it
                                        && it.outcome() instanceof Outcome.Completed
                                ? told.get(it.updateId())
                                : null;
                switch (done == null ? "" : done.name()) {
                    case Schedules.PAUSE -> {
                        if (!paused) {
                            times(from, now, expected);
                        }
                        paused = true;
                    }
                    case Schedules.DELETE -> {
                        if (!paused) {
                            times(from, now, expected);
                        }
                    }
                    case Schedules.RESUME -> {
                        from = paused ? now : from;
                        paused = false;
                    }
                    case Schedules.TRIGGER -> expected.add(key(now, "triggered", ++requests));
                    case Schedules.BACKFILL -> {
                        int number = ++requests;
                        ScheduleScript.WHEN
                                .times(ScheduleScript.PAST.minusNanos(1))
                                .takeWhile(it -> it.isBefore(EngineWorld.BEGINNING))
                                .forEach(it -> expected.add(key(it, "backfilled", number)));
                    }
                    case Schedules.STOP_BACKFILL ->
                            expected.stream()
                                    .filter(it -> it.contains("-backfilled-"))
                                    .forEach(stopped::add);
                    default -> {}
                }
            }
        }
        return new Expected(expected, stopped, paused);
    }

    private static void times(Instant from, Instant until, List<String> expected) {
        ScheduleScript.WHEN
                .times(from)
                .takeWhile(it -> !it.isAfter(until))
                .forEach(it -> expected.add(ScheduleScript.NAME + "/" + it));
    }

    private static String key(Instant time, String origin, int number) {
        return ScheduleScript.NAME + "/" + time + "-" + origin + "-" + number;
    }
}
