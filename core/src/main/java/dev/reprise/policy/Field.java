package dev.reprise.policy;

import dev.reprise.Check;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be said about a policy, by itself: what a {@link Partial} is made of. Its name
 * is that of the component of the policy's records.
 *
 * @param <T> the type of its values
 */
public final class Field<T> {
    /** {@link Policy#maxRetries}. */
    public static final Field<Integer> MAX_RETRIES =
            Part.WHOLE.field("maxRetries", Values.INT, Policy::maxRetries, Policy::maxRetries);

    /** {@link Backoff#shape}. */
    public static final Field<Backoff.Shape> BACKOFF =
            Part.BACKOFF.field("backoff", Values.SHAPE, Backoff::shape, Backoff::shape);

    /** {@link Backoff#base}; a longest wait that is shorter is raised to it. */
    public static final Field<Duration> DELAY_BASE =
            Part.BACKOFF.field("delayBase", Values.SPAN, Backoff::base, Field::based);

    /** {@link Backoff#max}; a base that is longer is lowered to it. */
    public static final Field<Duration> DELAY_MAX =
            Part.BACKOFF.field("delayMax", Values.SPAN, Backoff::max, Field::capped);

    /** {@link Errors#retryableTypes}. */
    public static final Field<List<String>> RETRYABLE_TYPES =
            Part.ERRORS.field(
                    "retryableTypes", Values.NAMES, Errors::retryableTypes, Errors::retryableTypes);

    /** {@link Errors#fatalTypes}. */
    public static final Field<List<String>> FATAL_TYPES =
            Part.ERRORS.field("fatalTypes", Values.NAMES, Errors::fatalTypes, Errors::fatalTypes);

    /** {@link Errors#retryIf}. */
    public static final Field<String> RETRY_IF =
            Part.ERRORS.field("retryIf", Values.TEXT, Errors::retryIf, Errors::retryIf);

    /** {@link Timeouts#startToClose}. */
    public static final Field<Duration> START_TO_CLOSE =
            Part.TIMEOUTS.field(
                    "startToClose", Values.SPAN, Timeouts::startToClose, Timeouts::startToClose);

    /** {@link Timeouts#scheduleToStart}. */
    public static final Field<Duration> SCHEDULE_TO_START =
            Part.TIMEOUTS.field(
                    "scheduleToStart",
                    Values.SPAN,
                    Timeouts::scheduleToStart,
                    Timeouts::scheduleToStart);

    /** {@link Timeouts#scheduleToClose}. */
    public static final Field<Duration> SCHEDULE_TO_CLOSE =
            Part.TIMEOUTS.field(
                    "scheduleToClose",
                    Values.SPAN,
                    Timeouts::scheduleToClose,
                    Timeouts::scheduleToClose);

    /** {@link Timeouts#heartbeat}. */
    public static final Field<Duration> HEARTBEAT =
            Part.TIMEOUTS.field("heartbeat", Values.SPAN, Timeouts::heartbeat, Timeouts::heartbeat);

    /** {@link Timing#delay}. */
    public static final Field<Duration> DELAY =
            Part.TIMING.field("delay", Values.SPAN, Timing::delay, Timing::delay);

    /** {@link Timing#notBefore}. */
    public static final Field<Instant> NOT_BEFORE =
            Part.TIMING.optional("notBefore", Values.TIME, Timing::notBefore, Timing::notBefore);

    /** {@link Timing#deadline}. */
    public static final Field<Instant> DEADLINE =
            Part.TIMING.optional("deadline", Values.TIME, Timing::deadline, Timing::deadline);

    /** {@link Delivery#atMostOnce}. */
    public static final Field<Boolean> AT_MOST_ONCE =
            Part.DELIVERY.field(
                    "atMostOnce", Values.TRUTH, Delivery::atMostOnce, Delivery::atMostOnce);

    /** {@link Delivery#redeliveriesMax}. */
    public static final Field<Integer> REDELIVERIES_MAX =
            Part.DELIVERY.field(
                    "redeliveriesMax",
                    Values.INT,
                    Delivery::redeliveriesMax,
                    Delivery::redeliveriesMax);

    /** {@link Gates#breaker}. */
    public static final Field<String> BREAKER =
            Part.GATES.field("breaker", Values.TEXT, Gates::breaker, Gates::breaker);

    /** {@link Breaking#windowCalls}. */
    public static final Field<Integer> WINDOW_CALLS =
            Part.BREAKING.field(
                    "windowCalls", Values.INT, Breaking::windowCalls, Breaking::windowCalls);

    /** {@link Breaking#windowSpan}. */
    public static final Field<Duration> WINDOW_SPAN =
            Part.BREAKING.field(
                    "windowSpan", Values.SPAN, Breaking::windowSpan, Breaking::windowSpan);

    /** {@link Breaking#callsMin}. */
    public static final Field<Integer> CALLS_MIN =
            Part.BREAKING.field("callsMin", Values.INT, Breaking::callsMin, Breaking::callsMin);

    /** {@link Breaking#failureRate}. */
    public static final Field<Integer> FAILURE_RATE =
            Part.BREAKING.field(
                    "failureRate", Values.INT, Breaking::failureRate, Breaking::failureRate);

    /** {@link Breaking#slowAfter}. */
    public static final Field<Duration> SLOW_AFTER =
            Part.BREAKING.field("slowAfter", Values.SPAN, Breaking::slowAfter, Breaking::slowAfter);

    /** {@link Breaking#slowRate}. */
    public static final Field<Integer> SLOW_RATE =
            Part.BREAKING.field("slowRate", Values.INT, Breaking::slowRate, Breaking::slowRate);

    /** {@link Breaking#openFor}. */
    public static final Field<Duration> OPEN_FOR =
            Part.BREAKING.field("openFor", Values.SPAN, Breaking::openFor, Breaking::openFor);

    /** {@link Breaking#halfOpenCalls}. */
    public static final Field<Integer> HALF_OPEN_CALLS =
            Part.BREAKING.field(
                    "halfOpenCalls", Values.INT, Breaking::halfOpenCalls, Breaking::halfOpenCalls);

    /** {@link Breaking#ignoredTypes}. */
    public static final Field<List<String>> IGNORED_TYPES =
            Part.BREAKING.field(
                    "ignoredTypes", Values.NAMES, Breaking::ignoredTypes, Breaking::ignoredTypes);

    /** {@link Gates#onOpen}. */
    public static final Field<Gates.OnOpen> ON_OPEN =
            Part.GATES.field("onOpen", Values.ON_OPEN, Gates::onOpen, Gates::onOpen);

    /** {@link Limits#limitKey}. */
    public static final Field<String> LIMIT_KEY =
            Part.LIMITS.field("limitKey", Values.TEXT, Limits::limitKey, Limits::limitKey);

    /** {@link Limits#concurrencyMax}. */
    public static final Field<Integer> CONCURRENCY_MAX =
            Part.LIMITS.field(
                    "concurrencyMax", Values.INT, Limits::concurrencyMax, Limits::concurrencyMax);

    /** {@link Limits#rate}. */
    public static final Field<Rate> RATE =
            Part.LIMITS.field("rate", Values.RATE, Limits::rate, Limits::rate);

    /** {@link Policy#onFailure}. */
    public static final Field<OnFailure> ON_FAILURE =
            Part.WHOLE.field("onFailure", Values.ANSWER, Policy::onFailure, Policy::onFailure);

    /** {@link Execution#mode}. */
    public static final Field<Execution.Mode> MODE =
            Part.EXECUTION.field("mode", Values.MODE, Execution::mode, Execution::mode);

    /** {@link Execution#priority}. */
    public static final Field<Integer> PRIORITY =
            Part.EXECUTION.field("priority", Values.INT, Execution::priority, Execution::priority);

    /** {@link Execution#idempotencyKey}. */
    public static final Field<String> IDEMPOTENCY_KEY =
            Part.EXECUTION.field(
                    "idempotencyKey",
                    Values.TEXT,
                    Execution::idempotencyKey,
                    Execution::idempotencyKey);

    /** {@link Execution#checkpointAfter}. */
    public static final Field<Boolean> CHECKPOINT_AFTER =
            Part.EXECUTION.field(
                    "checkpointAfter",
                    Values.TRUTH,
                    Execution::checkpointAfter,
                    Execution::checkpointAfter);

    /** {@link Budget#cost}. */
    public static final Field<Integer> COST =
            Part.BUDGET.field("cost", Values.INT, Budget::cost, Budget::cost);

    /** {@link Budget#budgetAttempts}. */
    public static final Field<Long> BUDGET_ATTEMPTS =
            Part.BUDGET.field(
                    "budgetAttempts", Values.LONG, Budget::budgetAttempts, Budget::budgetAttempts);

    /** {@link Budget#budgetCost}. */
    public static final Field<Long> BUDGET_COST =
            Part.BUDGET.field("budgetCost", Values.LONG, Budget::budgetCost, Budget::budgetCost);

    /** {@link Notes#metadata}. */
    public static final Field<SortedMap<String, String>> METADATA =
            Part.NOTES.field("metadata", Values.TEXTS, Notes::metadata, Notes::metadata);

    /** {@link Notes#logLevel}. */
    public static final Field<Level> LOG_LEVEL =
            Part.NOTES.field("logLevel", Values.LEVEL, Notes::logLevel, Notes::logLevel);

    /** {@link Notes#telemetryName}. */
    public static final Field<String> TELEMETRY_NAME =
            Part.NOTES.field(
                    "telemetryName", Values.TEXT, Notes::telemetryName, Notes::telemetryName);

    /** {@link Execution#taskQueue}. */
    public static final Field<String> TASK_QUEUE =
            Part.EXECUTION.field(
                    "taskQueue", Values.TEXT, Execution::taskQueue, Execution::taskQueue);

    /** {@link Execution#fairnessKey}. */
    public static final Field<String> FAIRNESS_KEY =
            Part.EXECUTION.field(
                    "fairnessKey", Values.TEXT, Execution::fairnessKey, Execution::fairnessKey);

    /** A field's number in the stored form is its place here: more come at the end. */
    private static final List<Field<?>> NUMBERED =
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
                    WINDOW_CALLS,
                    WINDOW_SPAN,
                    CALLS_MIN,
                    FAILURE_RATE,
                    SLOW_AFTER,
                    SLOW_RATE,
                    OPEN_FOR,
                    HALF_OPEN_CALLS,
                    IGNORED_TYPES,
                    ON_OPEN,
                    LIMIT_KEY,
                    CONCURRENCY_MAX,
                    RATE,
                    ON_FAILURE,
                    MODE,
                    PRIORITY,
                    IDEMPOTENCY_KEY,
                    CHECKPOINT_AFTER,
                    COST,
                    BUDGET_ATTEMPTS,
                    BUDGET_COST,
                    METADATA,
                    LOG_LEVEL,
                    TELEMETRY_NAME,
                    TASK_QUEUE,
                    FAIRNESS_KEY);

    private static final SortedMap<String, Field<?>> ALL = byName(NUMBERED);

    private final String name;
    private final Values<T> values;
    private final Function<Policy, Optional<T>> of;
    private final BiFunction<Policy, T, Policy> onto;

    Field(
            String name,
            Values<T> values,
            Function<Policy, Optional<T>> of,
            BiFunction<Policy, T, Policy> onto) {
        this.name = name;
        this.values = values;
        this.of = of;
        this.onto = onto;
    }

    /** All fields by their names. */
    public static SortedMap<String, Field<?>> all() {
        return ALL;
    }

    /** All fields; the first has number 1. */
    static List<Field<?>> numbered() {
        return NUMBERED;
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

    /** The class of its values. */
    public Class<?> type() {
        return values.type();
    }

    Values<T> values() {
        return values;
    }

    /** What the policy says; empty for a time that it does not name. */
    public Optional<T> of(Policy policy) {
        return of.apply(policy);
    }

    /** A value that nobody can change, if a policy can have it. */
    T checked(T value) {
        T copied = values.copy().apply(value);
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
