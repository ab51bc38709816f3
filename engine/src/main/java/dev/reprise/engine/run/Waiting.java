package dev.reprise.engine.run;

import java.util.concurrent.CompletableFuture;

/** What somebody outside waits for; that it is refused is counted. */
final class Waiting<T> extends CompletableFuture<T> {
    private final Counts counts;
    private volatile boolean hurried;

    Waiting(Counts counts) {
        this.counts = counts;
    }

    /** Whoever waits does not wait for room any longer. */
    void hurry() {
        hurried = true;
    }

    /** Whether that was said. */
    boolean isHurried() {
        return hurried;
    }

    /** Counted first: whoever waits may look at the numbers at once. */
    @Override
    public boolean completeExceptionally(Throwable thrown) {
        if (thrown instanceof Refusal refusal && !isDone()) {
            counts.refused(refusal.reason());
        }
        return super.completeExceptionally(thrown);
    }
}
