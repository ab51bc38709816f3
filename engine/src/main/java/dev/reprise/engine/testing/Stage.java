package dev.reprise.engine.testing;

import dev.reprise.engine.run.Alarm;
import dev.reprise.engine.run.Workers;
import dev.reprise.flow.unit.Seat;
import dev.reprise.flow.unit.Strands;
import dev.reprise.flow.unit.Stuck;
import dev.reprise.flow.unit.Watchdog;
import dev.reprise.form.LogLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one life of an engine happens on. All steps of runs and all writes are done by one thread,
 * one after the other; activities are done by players. Everything that is under way is counted
 * under one lock, and what follows from something is counted before that ends: so it is certain
 * when nothing can happen any more without time, and only then the clock is put forward.
 */
final class Stage implements Workers, Alarm {
    /** What became of the wish that time passes. */
    enum Move {
        /** Something that waited for time goes on. */
        MADE,
        /** Nothing waits for time, or only for a later one. */
        NONE,
        /** Something is under way. */
        TOO_EARLY
    }

    private static final Duration SLICE = Duration.ofMillis(50);

    private final TestClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition changed = lock.newCondition();
    private final Players players = new Players(lock, this::hasNoStep, changed::signalAll);
    private final Seat seat;
    private final Thread thread;

    // ---- Guarded by the lock ----
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean working;
    private boolean held;
    private boolean halted;
    private @Nullable BooleanSupplier doom;
    private boolean over;
    private @Nullable Instant alarm;
    private Runnable ring = () -> {};

    /** What code is at that does not come to a pause. */
    private @Nullable Stuck stuck;

    Stage(TestClock clock, Watchdog watchdog) {
        this.clock = clock;
        this.seat = watchdog.seat(this::isStuck);
        this.thread =
                (Strands.best().isInline() ? Thread.ofPlatform().daemon() : Thread.ofVirtual())
                        .name("reprise-test-engine")
                        .unstarted(this::work);
        thread.start();
    }

    Players players() {
        return players;
    }

    /** What is done when the alarm goes off. */
    void rings(Runnable value) {
        locked(() -> ring = value);
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    // ---- The one thread ----

    @Override
    public void execute(Runnable task) {
        locked(
                () -> {
                    if (!over) {
                        tasks.add(task);
                        work.signal();
                    }
                });
    }

    @Override
    public boolean isSpare() {
        return false;
    }

    /** Whether the calling thread is the one that does everything. */
    boolean isMine() {
        return Thread.currentThread().equals(thread);
    }

    private void work() {
        seat.take();
        Runnable task = next();
        while (task != null) {
            try {
                task.run();
            } catch (Throwable e) {
                System.getLogger(Stage.class.getName())
                        .log(
                                System.Logger.Level.ERROR,
                                new LogLine("step-failed")
                                        .saying("A step of the test engine failed."),
                                e);
            }
            task = next();
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            working = false;
            if (doom != null && doom.getAsBoolean()) {
                halt();
            }
            while (tasks.isEmpty() || held) {
                players.next();
                changed.signalAll();
                if (over && tasks.isEmpty()) {
                    return null;
                }
                work.awaitUninterruptibly();
            }
            working = true;
            return tasks.poll();
        } finally {
            lock.unlock();
        }
    }

    /** What is to be done waits until {@link #release}. */
    void hold() {
        locked(() -> held = true);
    }

    void release() {
        locked(
                () -> {
                    held = false;
                    halted = false;
                    doom = null;
                    players.hold(false);
                    work.signal();
                });
    }

    /**
     * As {@link #release}, but all is halted again when {@code until} is so; no activity begins.
     */
    void release(BooleanSupplier until) {
        locked(
                () -> {
                    release();
                    doom = until;
                    players.hold(true);
                });
    }

    /** Everything stands still until {@link #release}; {@code first} is what comes first then. */
    void halt(Runnable first) {
        locked(
                () -> {
                    tasks.addFirst(first);
                    halt();
                });
    }

    private void halt() {
        held = true;
        halted = true;
        doom = null;
        players.hold(true);
    }

    /** Whether it waits for what it was released for, and that needs activities. */
    boolean isDoomed() {
        lock.lock();
        try {
            return doom != null;
        } finally {
            lock.unlock();
        }
    }

    boolean isHalted() {
        lock.lock();
        try {
            return halted;
        } finally {
            lock.unlock();
        }
    }

    private void isStuck(Stuck value) {
        locked(
                () -> {
                    stuck = value;
                    changed.signalAll();
                });
    }

    /**
     * What code is at that does not come to a pause; null when all does.
     *
     * @param grace how long is waited for that to be found, while a step is under way
     */
    @Nullable Stuck stuck(Duration grace) {
        await(grace, () -> stuck != null || !working);
        lock.lock();
        try {
            return stuck;
        } finally {
            lock.unlock();
        }
    }

    // ---- Calm ----

    private boolean hasNoStep() {
        return tasks.isEmpty() && !working;
    }

    private boolean isCalm() {
        return hasNoStep() && players.rest();
    }

    /** Waits until nothing can happen without time, or all is halted; whether that came in time. */
    boolean awaitCalm(Duration patience) {
        return await(patience, this::isStill);
    }

    private boolean isStill() {
        return isCalm() || (halted && !working) || (doom != null && hasNoStep()) || stuck != null;
    }

    /**
     * Waits until something is so and nothing can happen without time, but for what takes longer
     * than a moment; or until nothing can happen.
     *
     * @return whether one of both came in time
     */
    boolean awaitCalm(BooleanSupplier enough, Duration patience) {
        if (!await(patience, () -> isStill() || (enough.getAsBoolean() && hasNoStep()))) {
            return false;
        }
        // What has the processor, or stands in line for it, will come to an end or to a wait.
        long moments = patience.dividedBy(Players.MOMENT);
        while (!await(Players.MOMENT, this::isStill) && hasWork() && moments > 0) {
            moments--;
        }
        return true;
    }

    private boolean hasWork() {
        lock.lock();
        try {
            return !hasNoStep() || players.haveWork();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Time is counted in slices: while the process is stopped, as by a debugger, next to none goes
     * by.
     */
    private boolean await(Duration patience, BooleanSupplier condition) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                long slice = Math.min(left, SLICE.toNanos());
                left -= slice - Math.max(0, changed.awaitNanos(slice));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Those who carry out activities, as of now. */
    List<Player> playing() {
        lock.lock();
        try {
            return new ArrayList<>(players.all());
        } finally {
            lock.unlock();
        }
    }

    /** One who carries out an activity waits for a future that the engine has a part in. */
    void rests(Player player, Object waitsAt) {
        locked(
                () -> {
                    player.waitsAt = waitsAt;
                    changed.signalAll();
                });
    }

    // ---- Time ----

    @Override
    public void set(Instant at) {
        locked(() -> alarm = at);
    }

    /** The alarm may be set for something that is over: then it is set anew. */
    void setAnew() {
        locked(
                () -> {
                    alarm = null;
                    execute(ring);
                });
    }

    /** Puts the clock forward to what waits for it, if that is not later than {@code limit}. */
    Move move(Instant limit) {
        lock.lock();
        try {
            if (!isCalm()) {
                return Move.TOO_EARLY;
            }
            Player first = players.first().orElse(null);
            Player.Nap nap = first == null ? Player.Nap.NONE : Players.napOf(first);
            Instant wakes = nap.until();
            Instant rings = alarm == null ? Instant.MAX : alarm;
            Instant next = rings.isAfter(wakes) ? wakes : rings;
            if (next.equals(Instant.MAX) || next.isAfter(limit)) {
                return Move.NONE;
            }
            if (next.isAfter(clock.instant())) {
                clock.put(next);
            }
            if (first == null || next.equals(rings)) {
                alarm = null;
                execute(ring);
            } else {
                players.wake(first, nap);
            }
            return Move.MADE;
        } finally {
            lock.unlock();
        }
    }

    /** Puts the clock forward, where nothing waits for the time between. */
    void put(Instant to) {
        locked(
                () -> {
                    if (to.isAfter(clock.instant()) && to.isBefore(Instant.MAX)) {
                        clock.put(to);
                    }
                });
    }

    // ---- The end ----

    /** No activity begins any more, and those that are under way are asked to end. */
    void dismiss() {
        locked(
                () -> {
                    players.end();
                    release();
                });
    }

    /** Nothing more begins here, once what is to be done has been. */
    void end(Duration patience) {
        await(patience, () -> hasNoStep() || stuck != null);
        locked(
                () -> {
                    over = true;
                    work.signal();
                });
    }
}
