package dev.reprise.engine.control;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Who asks: hears replies, and may hang up. Who waits for something that may take long takes one of
 * a few places, so that there is always room for others.
 *
 * @param hears what is told
 * @param gone completed when nobody listens any more
 * @param places where one may wait
 */
record Asker(Consumer<Reply> hears, CompletableFuture<Void> gone, Semaphore places) {
    /** Nobody listens any more, so nobody waits. */
    static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Gone() {
            super("Nobody listens any more; what was asked for may still happen.");
        }
    }

    /** There is no place where one could wait. */
    static final class Busy extends RuntimeException {
        private static final long serialVersionUID = 1L;
        static final String REASON = "BUSY";

        Busy(String sentence) {
            super(sentence);
        }
    }

    /** Somebody in this process, who stays. */
    static Asker here(Consumer<Reply> hears) {
        return new Asker(hears, new CompletableFuture<>(), new Semaphore(1));
    }

    /**
     * Waits for what may take long.
     *
     * @param patience how long; zero for as long as it takes
     * @return what came; empty when it has not by then, and nobody waits for it any more
     */
    <T> Optional<T> waits(CompletableFuture<T> answer, Duration patience)
            throws ExecutionException, InterruptedException {
        CompletableFuture<Object> either = CompletableFuture.anyOf(answer, gone);
        try {
            if (patience.isZero()) {
                either.get();
            } else {
                either.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException _) {
            answer.cancel(false);
            return Optional.empty();
        }
        if (!answer.isDone()) {
            answer.cancel(false);
            throw new Gone();
        }
        return Optional.of(answer.get());
    }

    /** Takes a place where one may wait, and gives it back. */
    Place place() {
        if (!places.tryAcquire()) {
            throw new Busy(
                    "So many others wait for answers of the engine that this cannot: nothing was"
                            + " done. Ask again in a while.");
        }
        return places::release;
    }

    /** A place where one waits. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }
}
