package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.Text;
import java.time.Duration;
import java.util.List;

/**
 * What a workflow's code says about trying again. Zero and the empty list say nothing: rules and
 * defaults decide.
 *
 * @param attemptsMax the most attempts, the first included; 0 says nothing
 * @param delay the wait before the second attempt; zero says nothing
 * @param backoff the factor from one wait to the next, at least 1; 0 says nothing
 * @param delayMax the longest wait; zero says nothing
 * @param fatalTypes the types of application failures after which there is no further attempt
 */
public record RetryOptions(
        int attemptsMax,
        Duration delay,
        double backoff,
        Duration delayMax,
        List<String> fatalTypes) {
    /** Nothing is said: rules and defaults decide. */
    public static final RetryOptions UNSAID =
            new RetryOptions(0, Duration.ZERO, 0, Duration.ZERO, List.of());

    /** Checks that the numbers make sense, and copies the list. */
    public RetryOptions {
        Check.argument(attemptsMax >= 0, "attemptsMax must not be negative: %d", attemptsMax);
        Limits.checkSpan("delay", delay);
        Limits.checkSpan("delayMax", delayMax);
        Check.argument(
                backoff == 0 || (backoff >= 1 && backoff < Double.POSITIVE_INFINITY),
                "backoff is 0 (not said) or a number from 1: %s",
                backoff);
        Check.argument(
                delayMax.isZero() || delay.compareTo(delayMax) <= 0,
                "delay %s exceeds delayMax %s",
                delay,
                delayMax);
        backoff = backoff == 0 ? 0.0 : backoff;
        fatalTypes = Limits.copied("failure types", fatalTypes, Limits.FAILURE_TYPES_MAX);
        fatalTypes.forEach(type -> Text.name("a failure type", type));
    }

    /** The same with another number of attempts. */
    public RetryOptions attemptsMax(int value) {
        return new RetryOptions(value, delay, backoff, delayMax, fatalTypes);
    }

    /** The same with another first wait. */
    public RetryOptions delay(Duration value) {
        return new RetryOptions(attemptsMax, value, backoff, delayMax, fatalTypes);
    }

    /** The same with another factor. */
    public RetryOptions backoff(double value) {
        return new RetryOptions(attemptsMax, delay, value, delayMax, fatalTypes);
    }

    /** The same with another longest wait. */
    public RetryOptions delayMax(Duration value) {
        return new RetryOptions(attemptsMax, delay, backoff, value, fatalTypes);
    }

    /** The same with other fatal types. */
    public RetryOptions fatalTypes(List<String> value) {
        return new RetryOptions(attemptsMax, delay, backoff, delayMax, value);
    }
}
