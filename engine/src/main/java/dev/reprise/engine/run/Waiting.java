package dev.reprise.engine.run;

import java.util.concurrent.CompletableFuture;

/** What somebody outside waits for; that it is refused is counted. */
final class Waiting<T> extends CompletableFuture<T> {
    private final Counts counts;

    Waiting(Counts counts) {
        this.counts = counts;
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
