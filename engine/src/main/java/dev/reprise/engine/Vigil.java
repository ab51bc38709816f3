package dev.reprise.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What somebody does who waits for an answer of an engine. In an engine of its own threads that is
 * nothing; where time passes only while somebody waits, it is to let it pass.
 */
public interface Vigil {
    /** Answers come by themselves. */
    Vigil NONE =
            new Vigil() {
                @Override
                public void keep(CompletableFuture<?> answer) {}

                @Override
                public <T> CompletableFuture<T> keep(Supplier<CompletableFuture<T>> question) {
                    return question.get();
                }

                @Override
                public Duration keep(CompletableFuture<?> answer, Duration patience) {
                    return patience;
                }

                @Override
                public <T extends @Nullable Object> CompletableFuture<T> accompanied(
                        CompletableFuture<T> result, CompletableFuture<?> answer) {
                    return result;
                }
            };

    /** Returns when the answer is there, or will come by itself. */
    void keep(CompletableFuture<?> answer);

    /**
     * Asks, and keeps a vigil for the answer; asks again when the engine crashes meanwhile.
     *
     * @param question changes nothing, so it may be asked twice
     */
    <T> CompletableFuture<T> keep(Supplier<CompletableFuture<T>> question);

    /**
     * As {@link #keep(CompletableFuture)}, but only so long.
     *
     * @return how long the answer may be waited for after that
     */
    Duration keep(CompletableFuture<?> answer, Duration patience);

    /** A future as {@code result}; who waits for it keeps a vigil for the answer it is made of. */
    <T extends @Nullable Object> CompletableFuture<T> accompanied(
            CompletableFuture<T> result, CompletableFuture<?> answer);
}
