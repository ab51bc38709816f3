package dev.reprise.policy;

import dev.reprise.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be said about a policy, by itself: what a {@link Partial} is made of. Its name
 * is that of the component of the policy's records.
 *
 * @param <T> the type of its values
 */
public final class Field<T> {
    /** {@link Policy#maxRetries}. */
    public static final Field<Integer> MAX_RETRIES = new Field<>("maxRetries", Policy::maxRetries);

    /** {@link Backoff#shape}. */
    public static final Field<Backoff.Shape> BACKOFF =
            new Field<>("backoff", (policy, v) -> policy.backoff(policy.backoff().shape(v)));

    /** {@link Backoff#base}; a longest wait that is shorter is raised to it. */
    public static final Field<Duration> DELAY_BASE =
            new Field<>("delayBase", (policy, v) -> policy.backoff(based(policy.backoff(), v)));

    /** {@link Backoff#max}; a base that is longer is lowered to it. */
    public static final Field<Duration> DELAY_MAX =
            new Field<>("delayMax", (policy, v) -> policy.backoff(capped(policy.backoff(), v)));

    /** {@link Errors#retryableTypes}. */
    public static final Field<List<String>> RETRYABLE_TYPES =
            new Field<>(
                    "retryableTypes",
                    List::copyOf,
                    (p, v) -> p.errors(p.errors().retryableTypes(v)));

    /** {@link Errors#fatalTypes}. */
    public static final Field<List<String>> FATAL_TYPES =
            new Field<>("fatalTypes", List::copyOf, (p, v) -> p.errors(p.errors().fatalTypes(v)));

    /** {@link Errors#retryIf}. */
    public static final Field<String> RETRY_IF =
            new Field<>("retryIf", (p, v) -> p.errors(p.errors().retryIf(v)));

    /** {@link Timeouts#startToClose}. */
    public static final Field<Duration> START_TO_CLOSE =
            new Field<>("startToClose", (p, v) -> p.timeouts(p.timeouts().startToClose(v)));

    /** {@link Timeouts#scheduleToStart}. */
    public static final Field<Duration> SCHEDULE_TO_START =
            new Field<>("scheduleToStart", (p, v) -> p.timeouts(p.timeouts().scheduleToStart(v)));

    /** {@link Timeouts#scheduleToClose}. */
    public static final Field<Duration> SCHEDULE_TO_CLOSE =
            new Field<>("scheduleToClose", (p, v) -> p.timeouts(p.timeouts().scheduleToClose(v)));

    /** {@link Timeouts#heartbeat}. */
    public static final Field<Duration> HEARTBEAT =
            new Field<>("heartbeat", (p, v) -> p.timeouts(p.timeouts().heartbeat(v)));

    /** {@link Timing#delay}. */
    public static final Field<Duration> DELAY =
            new Field<>("delay", (p, v) -> p.timing(p.timing().delay(v)));

    /** {@link Timing#notBefore}. */
    public static final Field<Instant> NOT_BEFORE =
            new Field<>("notBefore", (p, v) -> p.timing(p.timing().notBefore(v)));

    /** {@link Timing#deadline}. */
    public static final Field<Instant> DEADLINE =
            new Field<>("deadline", (p, v) -> p.timing(p.timing().deadline(v)));

    /** {@link Delivery#atMostOnce}. */
    public static final Field<Boolean> AT_MOST_ONCE =
            new Field<>("atMostOnce", (p, v) -> p.delivery(p.delivery().atMostOnce(v)));

    /** {@link Delivery#redeliveriesMax}. */
    public static final Field<Integer> REDELIVERIES_MAX =
            new Field<>("redeliveriesMax", (p, v) -> p.delivery(p.delivery().redeliveriesMax(v)));

    /** {@link Gates#breaker}. */
    public static final Field<String> BREAKER =
            new Field<>("breaker", (p, v) -> p.gates(p.gates().breaker(v)));

    /** {@link Gates#onOpen}. */
    public static final Field<Gates.OnOpen> ON_OPEN =
            new Field<>("onOpen", (p, v) -> p.gates(p.gates().onOpen(v)));

    /** {@link Gates#limiter}. */
    public static final Field<String> LIMITER =
            new Field<>("limiter", (p, v) -> p.gates(p.gates().limiter(v)));

    /** {@link Policy#onFailure}. */
    public static final Field<OnFailure> ON_FAILURE = new Field<>("onFailure", Policy::onFailure);

    private static final SortedMap<String, Field<?>> ALL =
            byName(
                    List.of(
                            MAX_RETRIES,
                            BACKOFF,
                            DELAY_BASE,
                            DELAY_MAX,
                            RETRYABLE_TYPES,
                            FATAL_TYPES,
                            RETRY_IF,
                            START_TO_CLOSE,
                            SCHEDULE_TO_START,
                            SCHEDULE_TO_CLOSE,
                            HEARTBEAT,
                            DELAY,
                            NOT_BEFORE,
                            DEADLINE,
                            AT_MOST_ONCE,
                            REDELIVERIES_MAX,
                            BREAKER,
                            ON_OPEN,
                            LIMITER,
                            ON_FAILURE));

    private final String name;
    private final UnaryOperator<T> copy;
    private final BiFunction<Policy, T, Policy> onto;

    private Field(String name, BiFunction<Policy, T, Policy> onto) {
        this(name, value -> value, onto);
    }

    private Field(String name, UnaryOperator<T> copy, BiFunction<Policy, T, Policy> onto) {
        this.name = name;
        this.copy = copy;
        this.onto = onto;
    }

    /** All fields by their names. */
    public static SortedMap<String, Field<?>> all() {
        return ALL;
    }

    /** The field of that name, which must be one. */
    public static Field<?> named(String name) {
        var field = ALL.get(name);
        Check.argument(field != null, "a policy has no field \"%s\", but %s", name, ALL.keySet());
        return field;
    }

    /** The name in rules. */
    public String name() {
        return name;
    }

    /** A value that nobody can change, if a policy can have it. */
    T checked(T value) {
        T copied = copy.apply(value);
        onto(Policy.DEFAULT, copied);
        return copied;
    }

    Policy onto(Policy policy, T value) {
        return onto.apply(policy, value);
    }

    private static Backoff based(Backoff backoff, Duration base) {
        return base.compareTo(backoff.max()) > 0
                ? new Backoff(backoff.shape(), base, base)
                : backoff.base(base);
    }

    private static Backoff capped(Backoff backoff, Duration max) {
        return max.compareTo(backoff.base()) < 0
                ? new Backoff(backoff.shape(), max, max)
                : backoff.max(max);
    }

    private static SortedMap<String, Field<?>> byName(List<Field<?>> fields) {
        var named = new TreeMap<String, Field<?>>();
        fields.forEach(field -> named.put(field.name, field));
        return Collections.unmodifiableSortedMap(named);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    /** Of the name, since that is the same in every process. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
