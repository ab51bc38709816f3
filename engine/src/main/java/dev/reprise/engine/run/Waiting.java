package dev.reprise.engine.run;

import java.util.concurrent.CompletableFuture;

/** What somebody outside waits for; that it is refused is counted. */
final class Waiting<T> extends CompletableFuture<T> {
    private final Counts counts;

    Waiting(Counts counts) {
        this.counts = counts;
    }

    @Override
    public boolean completeExceptionally(Throwable thrown) {
        boolean first = super.completeExceptionally(thrown);
        if (first && thrown instanceof Refusal refusal) {
            counts.refused(refusal.reason());
        }
        return first;
    }
}
