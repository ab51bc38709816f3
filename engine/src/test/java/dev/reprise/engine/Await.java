package dev.reprise.engine;

import dev.reprise.engine.store.Cursor;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for what comes by itself, without sleeping for long. */
final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Await() {}

    /** Waits until what is looked at is so. */
    static <T> void until(Supplier<T> look, Predicate<T> wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        T seen = look.get();
        while (!wanted.test(seen)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("it did not come to that, but is " + seen);
            }
            Thread.onSpinWait();
            seen = look.get();
        }
    }

    /** Waits until one of what is listed is so. */
    static <T> void any(Supplier<Cursor<T>> list, Predicate<T> wanted) {
        until(
                () -> {
                    try (Cursor<T> all = list.get()) {
                        while (all.hasNext()) {
                            if (wanted.test(all.next())) {
                                return true;
                            }
                        }
                        return false;
                    }
                },
                (Boolean found) -> found);
    }
}
