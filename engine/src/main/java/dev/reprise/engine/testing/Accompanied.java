package dev.reprise.engine.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future for which time passes while somebody waits for it, or for what is made of it: it knows
 * what it is made of, down to the answers of the engine.
 */
final class Accompanied<T extends @Nullable Object> extends CompletableFuture<T> {
    /** What it is made of. */
    private sealed interface Source {}

    /** What the engine answers, once somebody has read it. */
    private record Answer(CompletableFuture<?> answer) implements Source {}

    /** All of these. */
    private record All(List<CompletableFuture<?>> of) implements Source {}

    /** One of these. */
    private record Any(List<CompletableFuture<?>> of) implements Source {}

    /** What a function chooses when {@code of} is there. */
    private record Chosen(CompletableFuture<?> of, CompletableFuture<CompletableFuture<?>> choice)
            implements Source {}

    /** What an engine has to answer before a future can be there. */
    private record Pending(Asked asked, CompletableFuture<?> answer) {}

    private final Asked asked;
    private volatile Source source;

    private Accompanied(Asked asked, Source source) {
        this.asked = asked;
        this.source = source;
    }

    /** A future as {@code result}, which is made of what an engine answers. */
    static <T extends @Nullable Object> CompletableFuture<T> of(
            Asked asked, CompletableFuture<T> result, CompletableFuture<?> answer) {
        var accompanied = new Accompanied<T>(asked, new Answer(answer));
        asked.add(accompanied);
        var reading = asked.new Reading();
        var _ = answer.whenComplete((_, _) -> reading.begins());
        var _ =
                result.whenComplete(
                        (value, thrown) -> {
                            reading.goesOnHere();
                            accompanied.copy(value, thrown);
                            reading.ends();
                        });
        return accompanied;
    }

    /** A future of all of these. */
    static CompletableFuture<Void> all(CompletableFuture<?>... futures) {
        return made(CompletableFuture.allOf(futures), new All(List.of(futures)));
    }

    /** A future of the first of these. */
    static CompletableFuture<Object> any(CompletableFuture<?>... futures) {
        return made(CompletableFuture.anyOf(futures), new Any(List.of(futures)));
    }

    private static <T extends @Nullable Object> CompletableFuture<T> made(
            CompletableFuture<T> plain, Source source) {
        for (CompletableFuture<?> each : parts(source)) {
            if (each instanceof Accompanied<?> first) {
                var made = new Accompanied<T>(first.asked, source);
                first.asked.add(made);
                var _ = plain.whenComplete(made::copy);
                return made;
            }
        }
        return plain;
    }

    private void copy(T value, @Nullable Throwable thrown) {
        if (thrown == null) {
            complete(value);
        } else {
            completeExceptionally(thrown);
        }
    }

    // ---- What it is made of ----

    private static List<CompletableFuture<?>> parts(Source source) {
        return switch (source) {
            case Answer _ -> List.of();
            case All all -> all.of();
            case Any any -> any.of();
            case Chosen(var of, var choice) -> {
                CompletableFuture<?> next = choice.getNow(of);
                yield List.of(next);
            }
        };
    }

    /** The futures of engines that it is made of. */
    List<Accompanied<?>> parts() {
        List<Accompanied<?>> parts = new ArrayList<>();
        for (CompletableFuture<?> each : parts(source)) {
            if (each instanceof Accompanied<?> part) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Whether it will come by itself, since what it is made of is there. */
    boolean isComing() {
        return switch (source) {
            case Answer(var answer) -> answer.isDone();
            case All(var of) -> of.stream().allMatch(CompletableFuture::isDone);
            case Any(var of) -> of.stream().anyMatch(CompletableFuture::isDone);
            case Chosen(var of, var choice) -> choice.getNow(of).isDone();
        };
    }

    /** Whether an engine has to answer something before it can be there. */
    boolean isPending() {
        return !isDone() && pending() != null;
    }

    /** What has to be answered next, by one engine; null when nothing that is known. */
    private @Nullable Pending pending() {
        if (isDone() || isComing()) {
            return null;
        }
        if (source instanceof Answer(var answer)) {
            return new Pending(asked, answer);
        }
        List<Pending> pending = new ArrayList<>();
        for (Accompanied<?> part : parts()) {
            Pending more = part.pending();
            if (more != null) {
                pending.add(more);
            } else if (source instanceof Any && part.isComing()) {
                return null;
            }
        }
        return pending.isEmpty() ? null : joint(pending);
    }

    @SuppressWarnings("ReferenceEquality") // of one engine
    private Pending joint(List<Pending> all) {
        Asked first = all.getFirst().asked();
        CompletableFuture<?>[] answers =
                all.stream()
                        .filter(it -> it.asked() == first)
                        .map(Pending::answer)
                        .toArray(CompletableFuture[]::new);
        return new Pending(
                first,
                source instanceof Any
                        ? CompletableFuture.anyOf(answers)
                        : CompletableFuture.allOf(answers));
    }

    /** What a function is about to choose; null when none is. */
    private @Nullable CompletableFuture<?> choosing() {
        if (isDone()) {
            return null;
        }
        if (source instanceof Chosen(var of, var choice) && of.isDone() && !choice.isDone()) {
            return choice;
        }
        return parts().stream()
                .map(Accompanied::choosing)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    // ---- Waiting ----

    /** Lets time pass, until then, as long as something has to be answered. */
    private void accompany(Instant end) throws InterruptedException {
        while (true) {
            Pending pending = pending();
            CompletableFuture<?> choosing = pending == null ? choosing() : null;
            if (pending != null) {
                pending.asked().patience().keep(pending.answer(), end);
                if (!pending.answer().isDone()) {
                    return;
                }
            } else if (choosing != null) {
                // That is code of the test, and takes real time. It may fail instead.
                try {
                    CompletableFuture.anyOf(choosing, this).get();
                } catch (ExecutionException _) {
                    return;
                }
            } else {
                return;
            }
        }
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        accompany(Instant.MAX);
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        accompany(asked.patience().later(Duration.ofNanos(unit.toNanos(timeout))));
        if (isPending()) {
            return super.get(0, TimeUnit.NANOSECONDS);
        }
        // What is made of an answer that is there takes real time, however little.
        return isComing() ? super.get() : super.get(timeout, unit);
    }

    @Override
    public T join() {
        try {
            accompany(Instant.MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return super.join();
    }

    // ---- What is made of it ----

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> newIncompleteFuture() {
        var made = new Accompanied<U>(asked, new All(List.of(this)));
        asked.add(made);
        return made;
    }

    private <U extends @Nullable Object> CompletableFuture<U> both(
            CompletableFuture<U> made, CompletionStage<?> other) {
        return from(made, new All(List.of(this, other.toCompletableFuture())));
    }

    private <U extends @Nullable Object> CompletableFuture<U> either(
            CompletableFuture<U> made, CompletionStage<?> other) {
        return from(made, new Any(List.of(this, other.toCompletableFuture())));
    }

    private static <U extends @Nullable Object> CompletableFuture<U> from(
            CompletableFuture<U> made, Source source) {
        if (made instanceof Accompanied<U> accompanied) {
            accompanied.source = source;
        }
        return made;
    }

    @Override
    public <U extends @Nullable Object, V extends @Nullable Object>
            CompletableFuture<V> thenCombine(
                    CompletionStage<? extends U> other,
                    BiFunction<? super T, ? super U, ? extends V> function) {
        return both(super.thenCombine(other, function), other);
    }

    @Override
    public <U extends @Nullable Object, V extends @Nullable Object>
            CompletableFuture<V> thenCombineAsync(
                    CompletionStage<? extends U> other,
                    BiFunction<? super T, ? super U, ? extends V> function) {
        return both(super.thenCombineAsync(other, function), other);
    }

    @Override
    public <U extends @Nullable Object, V extends @Nullable Object>
            CompletableFuture<V> thenCombineAsync(
                    CompletionStage<? extends U> other,
                    BiFunction<? super T, ? super U, ? extends V> function,
                    Executor executor) {
        return both(super.thenCombineAsync(other, function, executor), other);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return both(super.thenAcceptBoth(other, action), other);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return both(super.thenAcceptBothAsync(other, action), other);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action,
            Executor executor) {
        return both(super.thenAcceptBothAsync(other, action, executor), other);
    }

    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return both(super.runAfterBoth(other, action), other);
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        return both(super.runAfterBothAsync(other, action), other);
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return both(super.runAfterBothAsync(other, action, executor), other);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> applyToEither(
            CompletionStage<? extends T> other, Function<? super T, U> function) {
        return either(super.applyToEither(other, function), other);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> function) {
        return either(super.applyToEitherAsync(other, function), other);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other,
            Function<? super T, U> function,
            Executor executor) {
        return either(super.applyToEitherAsync(other, function, executor), other);
    }

    @Override
    public CompletableFuture<Void> acceptEither(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return either(super.acceptEither(other, action), other);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return either(super.acceptEitherAsync(other, action), other);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        return either(super.acceptEitherAsync(other, action, executor), other);
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return either(super.runAfterEither(other, action), other);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        return either(super.runAfterEitherAsync(other, action), other);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return either(super.runAfterEitherAsync(other, action, executor), other);
    }

    // ---- What a function chooses ----

    /** A function that says what it has chosen. */
    private <A extends @Nullable Object, U extends @Nullable Object>
            Function<A, CompletionStage<U>> telling(
                    Function<? super A, ? extends CompletionStage<U>> function,
                    CompletableFuture<CompletableFuture<?>> choice) {
        return value -> {
            CompletionStage<U> chosen = null;
            try {
                chosen = function.apply(value);
                return chosen;
            } finally {
                choice.complete(
                        chosen == null
                                ? CompletableFuture.completedFuture(null)
                                : chosen.toCompletableFuture());
            }
        };
    }

    private <U extends @Nullable Object> CompletableFuture<U> chosen(
            CompletableFuture<U> made, CompletableFuture<CompletableFuture<?>> choice) {
        return from(made, new Chosen(this, choice));
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> thenCompose(
            Function<? super T, ? extends CompletionStage<U>> function) {
        var choice = new CompletableFuture<CompletableFuture<?>>();
        return chosen(super.thenCompose(telling(function, choice)), choice);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> function) {
        var choice = new CompletableFuture<CompletableFuture<?>>();
        return chosen(super.thenComposeAsync(telling(function, choice)), choice);
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> function, Executor executor) {
        var choice = new CompletableFuture<CompletableFuture<?>>();
        return chosen(super.thenComposeAsync(telling(function, choice), executor), choice);
    }

    @Override
    public CompletableFuture<T> exceptionallyCompose(
            Function<Throwable, ? extends CompletionStage<T>> function) {
        var choice = new CompletableFuture<CompletableFuture<?>>();
        return chosen(super.exceptionallyCompose(telling(function, choice)), choice);
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> function) {
        var choice = new CompletableFuture<CompletableFuture<?>>();
        return chosen(super.exceptionallyComposeAsync(telling(function, choice)), choice);
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> function, Executor executor) {
        var choice = new CompletableFuture<CompletableFuture<?>>();
        return chosen(super.exceptionallyComposeAsync(telling(function, choice), executor), choice);
    }
}
