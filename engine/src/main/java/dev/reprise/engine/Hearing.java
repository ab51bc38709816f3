package dev.reprise.engine;

import dev.reprise.engine.run.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * How callers wait for answers.
 *
 * @param vigil what is done meanwhile
 */
record Hearing(Vigil vigil) {
    /** The answer to something that changes nothing. */
    <T> T answer(Supplier<CompletableFuture<T>> question) {
        return awaited(vigil.keep(question));
    }

    <T> T await(CompletableFuture<T> future) {
        vigil.keep(future);
        return awaited(future);
    }

    private static <T> T awaited(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw thrown(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    <T> T await(CompletableFuture<T> future, Duration patience) throws TimeoutException {
        Duration left = vigil.keep(future, patience);
        try {
            return future.get(left.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw thrown(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static RuntimeException thrown(ExecutionException e) {
        return switch (e.getCause()) {
            case Refusal refusal -> refusal.here();
            case RuntimeException exception -> exception;
            case Error error -> throw error;
            case null, default -> new IllegalStateException(e);
        };
    }

    private static RuntimeException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(
                "The wait was interrupted; what was asked for may still happen.", e);
    }
}
