package dev.reprise.policy;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The values that a field can have. */
final class Values<T> {
    static final Values<Integer> INT = of(Integer.class);
    static final Values<Long> LONG = of(Long.class);
    static final Values<Boolean> TRUTH = of(Boolean.class);
    static final Values<Duration> SPAN = of(Duration.class);
    static final Values<Instant> TIME = of(Instant.class);
    static final Values<String> TEXT = of(String.class);
    static final Values<List<String>> NAMES = new Values<>(List.class, List::copyOf);
    static final Values<SortedMap<String, String>> TEXTS =
            new Values<>(
                    SortedMap.class, map -> Collections.unmodifiableSortedMap(new TreeMap<>(map)));
    static final Values<Rate> RATE = of(Rate.class);
    static final Values<OnFailure> ANSWER = of(OnFailure.class);
    static final Values<Backoff.Shape> SHAPE = of(Backoff.Shape.class);
    static final Values<Gates.OnOpen> ON_OPEN = of(Gates.OnOpen.class);
    static final Values<Execution.Mode> MODE = of(Execution.Mode.class);
    static final Values<Level> LEVEL = of(Level.class);

    private final Class<?> type;
    private final UnaryOperator<T> copy;

    private Values(Class<?> type, UnaryOperator<T> copy) {
        this.type = type;
        this.copy = copy;
    }

    private static <T> Values<T> of(Class<T> type) {
        return new Values<>(type, value -> value);
    }

    Class<?> type() {
        return type;
    }

    /** A value that nobody can change. */
    T copy(T value) {
        return copy.apply(value);
    }
}
