package dev.reprise.flow;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.flow.unit.Seat;
import dev.reprise.flow.unit.Strand;
import dev.reprise.flow.unit.Stuck;
import dev.reprise.flow.unit.Watched;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives units their steps. A round is a pass over the units that are runnable at its start, in the
 * order of their ids; whoever becomes runnable meanwhile is in the next. Before each round the
 * handlers of messages begin that have not begun, so that nobody decides by what was before a
 * message that has come. Nothing else decides the order in which the code of a run goes on.
 *
 * <p>Units that wait for a condition are kept in order. When a round is formed the conditions of
 * those that are not runnable anyway are evaluated, here, without waking the units.
 */
final class Rounds implements Watched {
    private static final Comparator<Unit> ORDER = Comparator.comparing(unit -> unit.id);
    private static final Unit[] NONE = {};

    private final Run run;
    private @Nullable Unit[] next = NONE;
    private int nextCount;
    private @Nullable Unit[] round = NONE;

    /** Handlers that have not begun, in the order of their messages. */
    private @Nullable ArrayDeque<Unit> fresh;

    private @Nullable Unit[] watched = NONE;
    private int watchedCount;
    private @Nullable Unit running;
    private @Nullable Unit observed;
    private @Nullable Unit dropped;
    private @Nullable Seat seat;
    private volatile @Nullable ActivationFailed stuck;

    Rounds(Run run) {
        this.run = run;
    }

    /** Makes a unit runnable in the next round, unless it is runnable already. */
    void wake(Unit unit) {
        if (!unit.runnable) {
            unit.runnable = true;
            if (nextCount == next.length) {
                next = Arrays.copyOf(next, Math.max(2, nextCount * 2));
            }
            next[nextCount++] = unit;
        }
    }

    /**
     * Lets a handler begin before the next round; if the root has not begun, in it, since what
     * handlers change is not there before.
     */
    void begin(Unit handler) {
        if (!run.hasBegun()) {
            wake(handler);
        } else if (!handler.runnable) {
            handler.runnable = true;
            if (fresh == null) {
                fresh = new ArrayDeque<>(2);
            }
            fresh.add(handler);
        }
    }

    /** The condition of {@code unit} counts from the next round on. */
    void watch(Unit unit) {
        int at = position(unit);
        if (at >= 0) {
            return;
        }
        at = -at - 1;
        if (watchedCount == watched.length) {
            watched = Arrays.copyOf(watched, Math.max(2, watchedCount * 2));
        }
        System.arraycopy(watched, at, watched, at + 1, watchedCount - at);
        watched[at] = unit;
        watchedCount++;
    }

    void unwatch(Unit unit) {
        int at = position(unit);
        if (at >= 0) {
            watchedCount--;
            System.arraycopy(watched, at + 1, watched, at, watchedCount - at);
            watched[watchedCount] = null;
        }
    }

    private int position(Unit unit) {
        if (watchedCount > 0 && ORDER.compare(watched[watchedCount - 1], unit) < 0) {
            return -watchedCount - 1;
        }
        return Arrays.binarySearch(watched, 0, watchedCount, unit, ORDER);
    }

    /** The unit that has the step. */
    @Nullable Unit running() {
        return running;
    }

    /** The unit whose condition is being evaluated. */
    @Nullable Unit observed() {
        return observed;
    }

    /** Goes round until no unit is runnable. */
    void drain() {
        while (true) {
            beginHandlers();
            evaluate();
            if (nextCount == 0) {
                return;
            }
            @Nullable Unit[] now = next;
            int count = nextCount;
            next = round;
            nextCount = 0;
            round = now;
            sort(now, count);
            for (int i = 0; i < count; i++) {
                Unit unit = now[i];
                now[i] = null;
                if (unit != null) {
                    step(unit);
                }
            }
        }
    }

    private void beginHandlers() {
        if (fresh != null) {
            for (Unit handler = fresh.poll(); handler != null; handler = fresh.poll()) {
                step(handler);
            }
        }
    }

    private static void sort(@Nullable Unit[] units, int count) {
        for (int i = 1; i < count; i++) {
            if (ORDER.compare(units[i - 1], units[i]) > 0) {
                Arrays.sort(units, 0, count, ORDER);
                return;
            }
        }
    }

    private void evaluate() {
        if (watchedCount == 0) {
            return;
        }
        Object before = Unit.speakFor(run);
        try {
            for (int i = 0; i < watchedCount; i++) {
                Unit unit = watched[i];
                if (unit != null && !unit.runnable) {
                    observed = unit;
                    if (unit.isDue()) {
                        wake(unit);
                    }
                }
            }
        } finally {
            observed = null;
            Unit.speakFor(before);
        }
        run.checkProblem();
    }

    private void step(Unit unit) {
        unit.runnable = false;
        if (resume(unit) == Strand.Stop.ENDED) {
            run.ended(unit);
        }
    }

    /** Lets {@code unit} go on until it stops, and says when it did so against the rules. */
    Strand.Stop resume(Unit unit) {
        running = unit;
        stepBegins();
        Strand.Stop stop = unit.strand.resume();
        running = null;
        run.stepEnded();
        if (stop == Strand.Stop.BLOCKED) {
            throw Blocked.by(unit);
        }
        if (stop == Strand.Stop.PINNED) {
            throw Unpausable.at(unit);
        }
        return stop;
    }

    /** Ends a unit that is thrown away, and says whether it has ended. */
    boolean unwind(Unit unit) {
        dropped = unit;
        stepBegins();
        boolean ended = unit.strand.unwind();
        dropped = null;
        return ended;
    }

    // ---- The watchdog ----

    /** From now on the calling thread's steps are counted at this seat. */
    void sitAt(Seat place) {
        seat = place;
    }

    private void stepBegins() {
        if (seat != null) {
            seat.step();
        }
    }

    @Override
    public @Nullable Strand strand() {
        Unit unit = dropped == null ? running : dropped;
        return unit == null ? null : unit.strand;
    }

    /** Which unit has its step, and where; from any thread. */
    Optional<String> step() {
        Unit unit = dropped == null ? running : dropped;
        return unit == null
                ? Optional.empty()
                : Optional.of(
                        "unit "
                                + unit.id
                                + Lines.of(unit.strand.stack()).map(it -> " at " + it).orElse(""));
    }

    @Override
    public String describe(StackTraceElement[] stack) {
        return Unpausable.stuck(run, dropped == null ? running : dropped, stack);
    }

    @Override
    public void givenUp(Stuck found) {
        String message = String.valueOf(found.getMessage());
        stuck = new ActivationFailed(ActivationKind.STUCK, message);
        // Should the code call Flow in its loop, it is refused from now on.
        run.fail(ActivationKind.STUCK, message);
    }

    /** That the watchdog gave the run up; then only the thread that drives it may touch it. */
    @Nullable ActivationFailed stuck() {
        return stuck;
    }

    /** Forgets all that was to run. */
    void clear() {
        next = NONE;
        nextCount = 0;
        round = NONE;
        fresh = null;
        watched = NONE;
        watchedCount = 0;
        running = null;
    }
}
