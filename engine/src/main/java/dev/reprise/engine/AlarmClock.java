package dev.reprise.engine;

import dev.reprise.engine.run.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An alarm with a thread, which sleeps until the time that was set, and otherwise for ever. */
final class AlarmClock implements Alarm, AutoCloseable {
    /** The clock may be set while the thread sleeps: it looks at it once in so long. */
    private static final Duration SLEEP_MAX = Duration.ofMinutes(1);

    /** What is farther away is as good as never, and might be too far for a number. */
    private static final Duration LOOK_AHEAD = Duration.ofDays(365);

    private final Tempo clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread =
            Thread.ofPlatform().name("reprise-alarm").daemon().unstarted(this::work);
    private @Nullable Runnable ring;
    private @Nullable Instant at;
    private boolean closed;

    AlarmClock(Tempo clock) {
        this.clock = clock;
    }

    /** From now on {@code ring} is called when it goes off. */
    void begin(Runnable ring) {
        this.ring = ring;
        thread.start();
    }

    @Override
    public void set(Instant time) {
        lock.lock();
        try {
            at = time;
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
                Instant now = clock.instant();
                if (!time.isAfter(now)) {
                    at = null;
                    return true;
                }
                awaitChange(now, time);
            }
            return false;
        } catch (InterruptedException e) {
            return false; // somebody wants this thread to end
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // whoever calls this looks at the time again
    private void awaitChange(Instant now, Instant time) throws InterruptedException {
        Duration span =
                time.isAfter(now.plus(LOOK_AHEAD)) ? LOOK_AHEAD : Duration.between(now, time);
        changed.awaitNanos(Math.min(SLEEP_MAX.toNanos(), clock.nanosOf(span)));
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
