package dev.reprise.engine.exec;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A task that waits for something, not in any queue but in flight: a workforce is not quiet, and
 * does not end, before it has been released and run, or dropped. Whoever has it does one of the
 * two, from any thread; of several attempts the first counts.
 */
public final class Hold {
    private final Workforce workforce;
    private final AtomicReference<@Nullable Runnable> task;

    Hold(Workforce workforce, Runnable task) {
        this.workforce = workforce;
        this.task = new AtomicReference<>(task);
    }

    /**
     * Lets the task run, even if the gate is closed.
     *
     * @return false if it was released or dropped before
     */
    public boolean release() {
        var held = task.getAndSet(null);
        if (held == null) {
            return false;
        }
        workforce.resume(held);
        return true;
    }

    /**
     * Gives the task up: it will never run.
     *
     * @return false if it was released or dropped before
     */
    public boolean drop() {
        if (task.getAndSet(null) == null) {
            return false;
        }
        workforce.leave();
        return true;
    }
}
