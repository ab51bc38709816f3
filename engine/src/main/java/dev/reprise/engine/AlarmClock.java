package dev.reprise.engine;

import dev.reprise.engine.run.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** An alarm with a thread, which sleeps until the time that was set, and otherwise for ever. */
final class AlarmClock implements Alarm, AutoCloseable {
    /** The clock may be put forward while the thread sleeps: it looks at it once in so long. */
    private static final Duration SLEEP_MAX = Duration.ofMinutes(1);

    /** What is farther away is as good as never, and might be too far for a number. */
    private static final Duration LOOK_AHEAD = Duration.ofDays(365);

    private final InstantSource clock;
    private final InstantSource steady;
    private final ToLongFunction<Duration> nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread =
            Thread.ofPlatform().name("reprise-alarm").daemon().unstarted(this::work);
    private @Nullable Runnable ring;

    /** What the alarm is set for, by the clock; null when it is not set. */
    private @Nullable Instant at;

    /** The same by the time that nobody sets. */
    private Instant steadily = Instant.MAX;

    private boolean closed;

    AlarmClock(Tempo time) {
        this(time, time::steady, time::nanosOf);
    }

    /**
     * By these clocks.
     *
     * @param steady as {@code clock}, if nobody ever set it
     * @param nanos for how long to sleep until so much of this time has gone by
     */
    AlarmClock(InstantSource clock, InstantSource steady, ToLongFunction<Duration> nanos) {
        this.clock = clock;
        this.steady = steady;
        this.nanos = nanos;
    }

    /** From now on {@code ring} is called when it goes off. */
    void begin(Runnable ring) {
        this.ring = ring;
        thread.start();
    }

    @Override
    public void set(Instant time) {
        set(time, Instant.MAX);
    }

    @Override
    public void set(Instant time, Instant steadyTime) {
        lock.lock();
        try {
            at = time;
            steadily = steadyTime;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        while (awaitTime()) {
            Runnable told = ring;
            if (told != null) {
                told.run();
            }
        }
    }

    /** Waits for the time that is set; false when there is nothing more to wait for. */
    private boolean awaitTime() {
        lock.lock();
        try {
            while (!closed) {
                Instant time = at;
                if (time == null) {
                    changed.awaitUninterruptibly();
                    continue;
                }
                Duration left =
                        shorter(left(clock.instant(), time), left(steady.instant(), steadily));
                if (left.isZero()) {
                    at = null;
                    return true;
                }
                awaitChange(left);
            }
            return false;
        } catch (InterruptedException e) {
            return false; // somebody wants this thread to end
        } finally {
            lock.unlock();
        }
    }

    private static Duration left(Instant now, Instant time) {
        if (!time.isAfter(now)) {
            return Duration.ZERO;
        }
        return time.isAfter(now.plus(LOOK_AHEAD)) ? LOOK_AHEAD : Duration.between(now, time);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    @SuppressWarnings("WaitNotInLoop") // whoever calls this looks at the time again
    private void awaitChange(Duration left) throws InterruptedException {
        changed.awaitNanos(Math.min(SLEEP_MAX.toNanos(), nanos.applyAsLong(left)));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
