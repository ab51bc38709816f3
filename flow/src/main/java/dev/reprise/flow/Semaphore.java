package dev.reprise.flow;

import dev.reprise.Check;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Lets a number of units of one run in at a time; those who wait are served in their order. */
public final class Semaphore {
    private final Run run;
    private final int permits;
    private final ArrayDeque<Promise<@Nullable Void>> waiting = new ArrayDeque<>(2);
    private int free;

    Semaphore(Run run, int permits) {
        Check.argument(permits >= 1, "a semaphore has at least one permit: %d", permits);
        this.run = run;
        this.permits = permits;
        this.free = permits;
    }

    /** Takes a permit. Pauses until there is one. */
    public void acquire() {
        Unit unit = Unit.acting(run);
        if (tryAcquire()) {
            return;
        }
        unit.checkCancelled();
        Promise<@Nullable Void> turn = Promise.kept(run);
        waiting.add(turn);
        try {
            unit.take(turn);
        } catch (Throwable e) {
            if (!waiting.remove(turn) && turn.isDone()) {
                pass();
            }
            throw e;
        }
    }

    /** Takes a permit if there is one. */
    public boolean tryAcquire() {
        Unit.acting(run);
        if (free == 0 || !waiting.isEmpty()) {
            return false;
        }
        free--;
        return true;
    }

    /** Gives a permit back. */
    public void release() {
        Unit.acting(run);
        Check.state(
                free < permits || !waiting.isEmpty(),
                "all %d permits are here: more are given back than were taken",
                permits);
        pass();
    }

    private void pass() {
        Promise<@Nullable Void> next = waiting.poll();
        if (next == null) {
            free++;
        } else {
            next.settle(null);
        }
    }

    /** Runs a piece of code with a permit. Pauses until there is one. */
    public <T extends @Nullable Object> T with(Body<T> body) {
        acquire();
        return Unit.releasing(body, this::release);
    }

    /** The permits that nobody has. */
    public int free() {
        return free;
    }

    /** The units that wait for a permit. */
    public int waiting() {
        return waiting.size();
    }
}
