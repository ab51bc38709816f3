package dev.reprise.engine.testing;

import dev.reprise.engine.Vigil;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A future for which time passes while somebody waits for it, or for what is made of it. */
final class Accompanied<T extends @Nullable Object> extends CompletableFuture<T> {
    private final Vigil vigil;
    private final CompletableFuture<?> answer;

    Accompanied(Vigil vigil, CompletableFuture<?> answer) {
        this.vigil = vigil;
        this.answer = answer;
    }

    static <T extends @Nullable Object> CompletableFuture<T> of(
            Vigil vigil, CompletableFuture<T> result, CompletableFuture<?> answer) {
        var accompanied = new Accompanied<T>(vigil, answer);
        var _ =
                result.whenComplete(
                        (value, thrown) -> {
                            if (thrown == null) {
                                accompanied.complete(value);
                            } else {
                                accompanied.completeExceptionally(thrown);
                            }
                        });
        return accompanied;
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> newIncompleteFuture() {
        return new Accompanied<>(vigil, answer);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        vigil.keep(answer);
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        vigil.keep(answer, Duration.ofNanos(unit.toNanos(timeout)));
        // What is made of an answer that is there takes real time, however little.
        return answer.isDone() ? super.get() : super.get(0, TimeUnit.NANOSECONDS);
    }

    @Override
    public T join() {
        vigil.keep(answer);
        return super.join();
    }
}
