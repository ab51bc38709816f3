package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The next timers, of all that the store keeps. Those up to a horizon are in memory, the others are
 * not: however many runs sleep, only so many are held. A timer may be rung twice; whose it is knows
 * whether it still waits for it. Beside them are watches, which are in memory only, and go by
 * {@link SteadyTime}: for whoever waits here it does not matter to what the clock is set.
 */
final class Timers {
    private static final Comparator<DueTimer> IN_ORDER =
            Comparator.<DueTimer, Instant>comparing(it -> it.timer().due())
                    .thenComparing(DueTimer::run)
                    .thenComparingLong(it -> it.timer().seq());

    private final Store store;
    private final Alarm alarm;
    private final SteadyTime steady;

    /** So many timers are read at a time; at most twice as many are held, but for equal times. */
    private final int heldMax;

    private final TreeSet<DueTimer> window = new TreeSet<>(IN_ORDER);

    /** What only this process waits for: the limits of what is under way, and waits at gates. */
    private final TreeSet<DueTimer> watches = new TreeSet<>(IN_ORDER);

    /** All durable timers up to here are in the window, or were rung. */
    private Instant horizon = Instant.MIN;

    private Instant alarmed = Instant.MAX;
    private Instant alarmedSteady = Instant.MAX;

    /** When the engine itself has something to do: by the clock, or when so much has gone by. */
    private Instant wake = Instant.MAX;

    private Instant wakeSteady = Instant.MAX;

    /** More than so many are too many. */
    private int roomy;

    Timers(Store store, Alarm alarm, SteadyTime steady, int heldMax) {
        this.store = store;
        this.alarm = alarm;
        this.steady = steady;
        this.heldMax = heldMax;
        this.roomy = 2 * heldMax;
    }

    /** Reads the first timers; what was known before is forgotten. */
    synchronized void begin() {
        window.clear();
        horizon = Instant.MIN;
        refill();
        arm();
    }

    /** Timers of a run have become durable. */
    synchronized void set(RunId run, List<Timer> timers) {
        for (Timer timer : timers) {
            if (!timer.due().isAfter(horizon)) {
                window.add(new DueTimer(run, timer));
            }
        }
        if (window.size() > roomy) {
            shrink();
        }
        arm();
    }

    /** Timers of a run are no longer waited for. */
    synchronized void stop(RunId run, List<Timer> timers) {
        for (Timer timer : timers) {
            window.remove(new DueTimer(run, timer));
        }
        arm();
    }

    /** A run is looked at again at a steady time, as long as this process lives. */
    synchronized void watch(RunId run, Timer watch) {
        watches.add(new DueTimer(run, watch));
        arm();
    }

    /** It need not be looked at any more. */
    synchronized void unwatch(RunId run, Timer watch) {
        watches.remove(new DueTimer(run, watch));
    }

    /** The engine itself has something to do at a time, or before; also if the clock is set. */
    synchronized void wake(Instant at) {
        wake = earlier(at, wake);
        wakeSteady = earlier(steady.of(at), wakeSteady);
        arm();
    }

    /** Whether the engine itself has something to do now. To be called before {@link #ring}. */
    synchronized boolean woken(Instant now) {
        boolean due = !wake.isAfter(now) || !wakeSteady.isAfter(steady.now());
        if (due) {
            wake = Instant.MAX;
            wakeSteady = Instant.MAX;
        }
        return due;
    }

    /** Nothing is rung but what the engine itself waits for. */
    synchronized void rest() {
        unarmed();
        arm(wake, wakeSteady);
    }

    /** Takes the watches that are due. To be called before {@link #ring}. */
    synchronized List<DueTimer> watched() {
        Instant now = steady.now();
        List<DueTimer> due = new ArrayList<>();
        while (!watches.isEmpty() && !watches.first().timer().due().isAfter(now)) {
            due.add(watches.removeFirst());
        }
        return due;
    }

    /** Takes what is due out of the window. */
    synchronized List<DueTimer> ring(Instant now) {
        unarmed();
        List<DueTimer> due = new ArrayList<>();
        while (due.size() < heldMax) {
            if (window.isEmpty() && horizon.isBefore(Instant.MAX)) {
                refill();
            }
            if (window.isEmpty() || window.first().timer().due().isAfter(now)) {
                break;
            }
            due.add(window.removeFirst());
        }
        arm();
        return due;
    }

    /**
     * Reads on behind the horizon. A timer that becomes durable meanwhile is not missed: it is set
     * here after that, and so after the horizon has moved.
     */
    private void refill() {
        Instant from = horizon;
        horizon = Instant.MAX;
        try (Cursor<DueTimer> all = store.timersDue(Instant.MAX)) {
            while (all.hasNext()) {
                DueTimer next = all.next();
                Instant due = next.timer().due();
                if (!due.isAfter(from)) {
                    continue;
                }
                if (window.size() >= heldMax && due.isAfter(window.last().timer().due())) {
                    horizon = window.last().timer().due();
                    return;
                }
                window.add(next);
            }
        }
    }

    /** Forgets the last ones: they will be read again when their time comes. */
    private void shrink() {
        int kept = 0;
        for (DueTimer each : window) {
            if (++kept == heldMax) {
                horizon = each.timer().due();
                break;
            }
        }
        while (window.last().timer().due().isAfter(horizon)) {
            window.removeLast();
        }
        roomy = 2 * Math.max(heldMax, window.size());
    }

    /** What is due waits until then. */
    synchronized void later(Instant at) {
        alarmed = at;
        alarmedSteady = steady.of(at);
        alarm.set(alarmed, alarmedSteady);
    }

    private void unarmed() {
        alarmed = Instant.MAX;
        alarmedSteady = Instant.MAX;
    }

    /** What is behind the horizon must not wait for a timer that is not there any more. */
    private void arm() {
        if (window.isEmpty() && horizon.isBefore(Instant.MAX)) {
            refill();
        }
        arm(earlier(first(window), wake), earlier(first(watches), wakeSteady));
    }

    private static Instant first(TreeSet<DueTimer> waiting) {
        return waiting.isEmpty() ? Instant.MAX : waiting.first().timer().due();
    }

    private void arm(Instant at, Instant steadily) {
        if (at.isBefore(alarmed) || steadily.isBefore(alarmedSteady)) {
            alarmed = earlier(at, alarmed);
            alarmedSteady = earlier(steadily, alarmedSteady);
            alarm.set(alarmed, alarmedSteady);
        }
    }

    private static Instant earlier(Instant a, Instant b) {
        return b.isBefore(a) ? b : a;
    }

    synchronized int held() {
        return window.size();
    }
}
