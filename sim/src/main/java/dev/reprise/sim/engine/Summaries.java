package dev.reprise.sim.engine;

import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a store knows of a run without its history is what follows from the history. */
final class Summaries extends EngineOracle {
    /** Of more than this nothing is kept in a summary. */
    private static final int LISTED_MAX = 64;

    private final List<RunTruth> changed = new ArrayList<>();

    @Override
    @Nullable String durable(EngineWorld world, RunTruth truth) {
        changed.add(truth);
        return null;
    }

    @Override
    @Nullable String deleted(EngineWorld world, RunTruth truth) {
        changed.removeIf(truth::equals);
        return null;
    }

    @Override
    @Nullable String step(EngineWorld world) {
        for (RunTruth truth : changed) {
            Head head = world.truth().head(truth.run);
            String wrong =
                    head == null
                            ? "run " + truth.run + " has entries and no summary"
                            : wrong(truth, Description.of(head));
            wrong = wrong == null ? timers(truth) : wrong;
            if (wrong != null) {
                return wrong;
            }
        }
        changed.clear();
        return null;
    }

    private static @Nullable String timers(RunTruth truth) {
        List<Timer> due = new ArrayList<>();
        truth.clocks.forEach(
                (seq, clock) -> {
                    if (clock.open) {
                        due.add(new Timer(clock.due, seq));
                    }
                });
        truth.chores.forEach(
                (seq, chore) -> {
                    var notBefore = chore.notBefore();
                    if (chore.open && notBefore != null) {
                        due.add(new Timer(notBefore, seq));
                    }
                });
        return due.size() == truth.stored.size() && truth.stored.containsAll(due)
                ? null
                : "for run "
                        + truth.run
                        + " the store waits for "
                        + truth.stored
                        + ", and from its history follows "
                        + due;
    }

    private static @Nullable String wrong(RunTruth truth, Description summary) {
        List<Description.OpenActivity> activities = new ArrayList<>();
        truth.chores.forEach(
                (seq, chore) -> {
                    if (chore.open) {
                        activities.add(
                                new Description.OpenActivity(
                                        seq,
                                        chore.attempt(),
                                        chore.redeliveries(),
                                        Optional.ofNullable(chore.notBefore()),
                                        chore.queue().isEmpty()
                                                ? Optional.empty()
                                                : Optional.of(chore.queue())));
                    }
                });
        List<Description.OpenTimer> timers = new ArrayList<>();
        truth.clocks.forEach(
                (seq, clock) -> {
                    if (clock.open && seq > 0) {
                        timers.add(new Description.OpenTimer(seq, clock.due));
                    }
                });
        long clocks = truth.clocks.values().stream().filter(it -> it.open).count();
        if (activities.size() + clocks > LISTED_MAX) {
            activities.clear();
            timers.clear();
        }
        boolean fits =
                fits(truth, summary.status())
                        && summary.entries() == truth.size()
                        && summary.type().equals(truth.type())
                        && summary.activities().equals(activities)
                        && summary.timers().equals(timers);
        return fits
                ? null
                : "of run "
                        + truth.run
                        + " the store knows "
                        + summary
                        + ", and from its history follows "
                        + truth.end()
                        + " after "
                        + truth.size()
                        + " entries, "
                        + activities
                        + " and "
                        + timers;
    }

    private static boolean fits(RunTruth truth, Status status) {
        Status end = truth.end();
        if (end != null) {
            return status == end;
        }
        return truth.isStuck() ? status == Status.STUCK : !status.isEnd();
    }
}
