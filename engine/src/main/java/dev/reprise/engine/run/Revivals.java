package dev.reprise.engine.run;

import dev.reprise.RunId;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The runs that are to be looked at again since something has changed for them: the process is a
 * new one, or there is code that was missing. There may be many, so a few at a time are taken up,
 * and the next when one of them has nothing more to do: what comes in meanwhile is not behind all
 * of them.
 */
final class Revivals {
    static final int AT_ONCE_MAX = 64;

    private final Consumer<RunId> revive;
    private final Queue<RunId> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();

    Revivals(Consumer<RunId> revive) {
        this.revive = revive;
    }

    /** Will be taken up by one of the next calls of {@link #begin} or {@link #ended}. */
    void add(RunId run) {
        waiting.add(run);
    }

    /** Takes up as many as there is room for. */
    void begin() {
        while (!waiting.isEmpty() && hasTakenRoom()) {
            RunId run = waiting.poll();
            if (run == null) {
                underWay.decrementAndGet();
            } else {
                revive.accept(run);
            }
        }
    }

    private boolean hasTakenRoom() {
        return underWay.getAndUpdate(now -> Math.min(now + 1, AT_ONCE_MAX)) < AT_ONCE_MAX;
    }

    /** So many of those that were taken up have nothing more to do. */
    void ended(int count) {
        underWay.addAndGet(-count);
        begin();
    }

    /** Takes up none of those that wait. */
    void forget() {
        waiting.clear();
    }
}
