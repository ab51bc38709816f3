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
 * @param window which calls are looked at
 * @param failureRate it opens when so many of a hundred failed
 * @param slowness when it opens because calls are slow
 * @param closing how it closes again
 * @param ignoredTypes the types of application failures that say nothing about who was called
 */
public record Breaking(
        Window window,
        int failureRate,
        Slowness slowness,
        Closing closing,
        List<String> ignoredTypes) {
    /** The most calls in any of the numbers. */
    public static final int CALLS_MAX = 10_000;

    /** Half of the last hundred, after ten; a minute later three calls decide. */
    public static final Breaking DEFAULT =
            new Breaking(
                    new Window(100, Duration.ZERO, 10),
                    50,
                    new Slowness(Duration.ZERO, 100),
                    new Closing(Duration.ofMinutes(1), 3),
                    List.of());

    /** Checks the rate, and copies the list. */
    public Breaking {
        percent("failureRate", failureRate);
        ignoredTypes = Bounds.names("a failure type", ignoredTypes);
    }

    /**
     * Which calls a breaker looks at.
     *
     * @param windowCalls the last calls that are looked at, when they are counted
     * @param windowSpan the time that is looked at instead; zero to count calls
     * @param callsMin it does not open before so many calls were seen; a smaller window is enough
     */
    public record Window(int windowCalls, Duration windowSpan, int callsMin) {
        /** Checks the numbers. */
        public Window {
            many("windowCalls", windowCalls);
            Bounds.span("windowSpan", windowSpan);
            many("callsMin", callsMin);
        }
    }

    /**
     * When calls are slow, and too many of them.
     *
     * @param slowAfter a call that took longer is slow; zero for none
     * @param slowRate it opens when so many of a hundred were slow
     */
    public record Slowness(Duration slowAfter, int slowRate) {
        /** Checks the numbers. */
        public Slowness {
            Bounds.span("slowAfter", slowAfter);
            percent("slowRate", slowRate);
        }
    }

    /**
     * How a breaker that is open closes again.
     *
     * @param openFor how long it stays open before it lets some calls through
     * @param halfOpenCalls how many calls are let through then: they decide
     */
    public record Closing(Duration openFor, int halfOpenCalls) {
        /** Checks the numbers. */
        public Closing {
            Bounds.span("openFor", openFor);
            Check.argument(!openFor.isZero(), "openFor must be longer than zero");
            many("halfOpenCalls", halfOpenCalls);
        }
    }

    private static void many(String what, int value) {
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
        return !slowAfter().isZero() && took.compareTo(slowAfter()) > 0;
    }

    /** The last calls that are looked at, when they are counted. */
    public int windowCalls() {
        return window.windowCalls();
    }

    /** The same over another number of calls. */
    public Breaking windowCalls(int value) {
        return window(new Window(value, windowSpan(), callsMin()));
    }

    /** The time that is looked at instead; zero to count calls. */
    public Duration windowSpan() {
        return window.windowSpan();
    }

    /** The same over another time. */
    public Breaking windowSpan(Duration value) {
        return window(new Window(windowCalls(), value, callsMin()));
    }

    /** It does not open before so many calls were seen. */
    public int callsMin() {
        return window.callsMin();
    }

    /** The same after another number of calls. */
    public Breaking callsMin(int value) {
        return window(new Window(windowCalls(), windowSpan(), value));
    }

    private Breaking window(Window value) {
        return new Breaking(value, failureRate, slowness, closing, ignoredTypes);
    }

    /** The same with another rate of failures. */
    public Breaking failureRate(int value) {
        return new Breaking(window, value, slowness, closing, ignoredTypes);
    }

    /** A call that took longer is slow; zero for none. */
    public Duration slowAfter() {
        return slowness.slowAfter();
    }

    /** The same with another time after which a call is slow. */
    public Breaking slowAfter(Duration value) {
        return slowness(new Slowness(value, slowRate()));
    }

    /** It opens when so many of a hundred were slow. */
    public int slowRate() {
        return slowness.slowRate();
    }

    /** The same with another rate of slow calls. */
    public Breaking slowRate(int value) {
        return slowness(new Slowness(slowAfter(), value));
    }

    private Breaking slowness(Slowness value) {
        return new Breaking(window, failureRate, value, closing, ignoredTypes);
    }

    /** How long it stays open before it lets some calls through. */
    public Duration openFor() {
        return closing.openFor();
    }

    /** The same with another time for which it stays open. */
    public Breaking openFor(Duration value) {
        return closing(new Closing(value, halfOpenCalls()));
    }

    /** How many calls are let through then: they decide. */
    public int halfOpenCalls() {
        return closing.halfOpenCalls();
    }

    /** The same with another number of calls that decide. */
    public Breaking halfOpenCalls(int value) {
        return closing(new Closing(openFor(), value));
    }

    private Breaking closing(Closing value) {
        return new Breaking(window, failureRate, slowness, value, ignoredTypes);
    }

    /** The same with other failures that do not count. */
    public Breaking ignoredTypes(List<String> value) {
        return new Breaking(window, failureRate, slowness, closing, value);
    }
}
