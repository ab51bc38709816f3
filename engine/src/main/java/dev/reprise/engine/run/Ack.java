package dev.reprise.engine.run;

import java.util.concurrent.CompletableFuture;

/**
 * Somebody waits until something is durable.
 *
 * @param news what they are told then: whether it was not so before
 */
record Ack(CompletableFuture<Boolean> waiting, boolean news) {
    /** It is durable. */
    void tell() {
        waiting.complete(news);
    }

    void refuse(Refusal why) {
        waiting.completeExceptionally(why);
    }
}
