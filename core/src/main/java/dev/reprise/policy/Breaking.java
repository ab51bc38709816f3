package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * When a {@link Breaker} opens, and how it closes again. The state belongs to the breaker's name;
 * each call is judged by what the policy of that call says here.
 *
 * @param windowCalls the last calls that are looked at, when they are counted
 * @param windowSpan the time that is looked at instead; zero to count calls
 * @param callsMin it does not open before so many calls were seen; a smaller window is enough
 * @param failureRate it opens when so many of a hundred failed
 * @param slowAfter a call that took longer is slow; zero for none
 * @param slowRate it opens when so many of a hundred were slow
 * @param openFor how long it stays open before it lets some calls through
 * @param halfOpenCalls how many calls are let through then: they decide
 * @param ignoredTypes the types of application failures that say nothing about who was called
 */
public record Breaking(
        int windowCalls,
        Duration windowSpan,
        int callsMin,
        int failureRate,
        Duration slowAfter,
        int slowRate,
        Duration openFor,
        int halfOpenCalls,
        List<String> ignoredTypes) {
    /** The most calls in any of the numbers. */
    public static final int CALLS_MAX = 10_000;

    /** Half of the last hundred, after ten; a minute later three calls decide. */
    public static final Breaking DEFAULT =
            new Breaking(
                    100,
                    Duration.ZERO,
                    10,
                    50,
                    Duration.ZERO,
                    100,
                    Duration.ofMinutes(1),
                    3,
                    List.of());

    /** Checks the numbers, and copies the list. */
    public Breaking {
        calls("windowCalls", windowCalls);
        Bounds.span("windowSpan", windowSpan);
        calls("callsMin", callsMin);
        percent("failureRate", failureRate);
        Bounds.span("slowAfter", slowAfter);
        percent("slowRate", slowRate);
        Bounds.span("openFor", openFor);
        Check.argument(!openFor.isZero(), "openFor must be longer than zero");
        calls("halfOpenCalls", halfOpenCalls);
        ignoredTypes = Bounds.names("a failure type", ignoredTypes);
    }

    private static void calls(String what, int value) {
        Check.argument(
                value >= 1 && value <= CALLS_MAX, "%s is in 1..%d: %d", what, CALLS_MAX, value);
    }

    private static void percent(String what, int value) {
        Check.argument(value >= 1 && value <= 100, "%s is in 1..100: %d", what, value);
    }

    /** Whether the outcome says something about who was called. */
    boolean counts(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> true;
            case Outcome.Failed(Failure.Application f) -> !ignoredTypes.contains(f.type());
            case Outcome.Failed(Failure.Cancelled _), Outcome.Failed(Failure.Terminated _) -> false;
            // It was the process of the caller that died.
            case Outcome.Failed(Failure.Lost _) -> false;
            case Outcome.Failed _ -> true;
        };
    }

    /** Whether a call that took so long is slow. */
    boolean isSlow(Duration took) {
        return !slowAfter.isZero() && took.compareTo(slowAfter) > 0;
    }

    /** The same over another number of calls. */
    public Breaking windowCalls(int value) {
        return new Breaking(
                value,
                windowSpan,
                callsMin,
                failureRate,
                slowAfter,
                slowRate,
                openFor,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same over another time. */
    public Breaking windowSpan(Duration value) {
        return new Breaking(
                windowCalls,
                value,
                callsMin,
                failureRate,
                slowAfter,
                slowRate,
                openFor,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same after another number of calls. */
    public Breaking callsMin(int value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                value,
                failureRate,
                slowAfter,
                slowRate,
                openFor,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same with another rate of failures. */
    public Breaking failureRate(int value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                callsMin,
                value,
                slowAfter,
                slowRate,
                openFor,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same with another time after which a call is slow. */
    public Breaking slowAfter(Duration value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                callsMin,
                failureRate,
                value,
                slowRate,
                openFor,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same with another rate of slow calls. */
    public Breaking slowRate(int value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                callsMin,
                failureRate,
                slowAfter,
                value,
                openFor,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same with another time for which it stays open. */
    public Breaking openFor(Duration value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                callsMin,
                failureRate,
                slowAfter,
                slowRate,
                value,
                halfOpenCalls,
                ignoredTypes);
    }

    /** The same with another number of calls that decide. */
    public Breaking halfOpenCalls(int value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                callsMin,
                failureRate,
                slowAfter,
                slowRate,
                openFor,
                value,
                ignoredTypes);
    }

    /** The same with other failures that do not count. */
    public Breaking ignoredTypes(List<String> value) {
        return new Breaking(
                windowCalls,
                windowSpan,
                callsMin,
                failureRate,
                slowAfter,
                slowRate,
                openFor,
                halfOpenCalls,
                value);
    }
}
