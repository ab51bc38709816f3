package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Text;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How often an activity is tried, and how long the waits between are: {@code delay}, and each one
 * {@code backoff} times the one before, up to {@code delayMax}.
 *
 * @param attemptsMax the most attempts, the first included
 * @param delay the wait before the second attempt
 * @param backoff the factor from one wait to the next, at least 1
 * @param delayMax the longest wait
 * @param fatalTypes the types of application failures after which there is no further attempt
 */
public record Retry(
        int attemptsMax,
        Duration delay,
        double backoff,
        Duration delayMax,
        List<String> fatalTypes) {
    /** Three attempts, after 1 s and 2 s. */
    public static final Retry DEFAULT =
            new Retry(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), List.of());

    private static final double NANOS = 1e9;

    /** Checks that the numbers make sense, and copies the list. */
    public Retry {
        Check.argument(attemptsMax >= 1, "attemptsMax must be at least 1: %d", attemptsMax);
        Check.argument(!delay.isNegative(), "delay must not be negative: %s", delay);
        Check.argument(
                backoff >= 1 && backoff < Double.POSITIVE_INFINITY,
                "backoff is a number from 1: %s",
                backoff);
        Check.argument(
                delay.compareTo(delayMax) <= 0, "delay %s exceeds delayMax %s", delay, delayMax);
        fatalTypes = List.copyOf(fatalTypes);
        fatalTypes.forEach(type -> Text.name("a failure type", type));
    }

    /**
     * What the code of a workflow said wins, field by field; what it did not say stays. A delay
     * that was not said gives way to a shorter delayMax that was, and the other way round.
     */
    public Retry with(RetryOptions said) {
        Duration first = said.delay().isZero() ? delay : said.delay();
        Duration most = said.delayMax().isZero() ? delayMax : said.delayMax();
        if (first.compareTo(most) > 0) {
            first = said.delay().isZero() ? most : first;
            most = first;
        }
        return new Retry(
                said.attemptsMax() == 0 ? attemptsMax : said.attemptsMax(),
                first,
                said.backoff() == 0 ? backoff : said.backoff(),
                most,
                said.fatalTypes().isEmpty() ? fatalTypes : said.fatalTypes());
    }

    /**
     * The wait before the attempt after {@code attempt}, which ended with {@code failure}; empty
     * when there is none.
     */
    public Optional<Duration> delayAfter(int attempt, Failure failure) {
        Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
        return attempt < attemptsMax && mends(failure)
                ? Optional.of(wait(attempt))
                : Optional.empty();
    }

    /** Whether another attempt may mend it. */
    private boolean mends(Failure failure) {
        return switch (failure) {
            case Failure.Application f -> f.retryable() && !fatalTypes.contains(f.type());
            case Failure.Timeout _ -> true;
            case Failure.Cancelled _, Failure.Lost _, Failure.Terminated _ -> false;
            // Not ends of an attempt.
            case Failure.Child _, Failure.Activation _ -> false;
        };
    }

    private Duration wait(int attempt) {
        // Where the power overflows it is infinite, and the wait is the longest.
        double factor = Math.pow(backoff, attempt - 1);
        if (factor == 1 || delay.isZero()) {
            return delay;
        }
        double seconds = (delay.getSeconds() + delay.getNano() / NANOS) * factor;
        if (seconds >= delayMax.getSeconds() + delayMax.getNano() / NANOS) {
            return delayMax;
        }
        long whole = (long) seconds;
        Duration next = Duration.ofSeconds(whole, Math.round((seconds - whole) * NANOS));
        // What a double cannot tell apart must not make a wait shorter or too long.
        next = next.compareTo(delay) < 0 ? delay : next;
        return next.compareTo(delayMax) > 0 ? delayMax : next;
    }

    /** The same with another number of attempts. */
    public Retry attemptsMax(int value) {
        return new Retry(value, delay, backoff, delayMax, fatalTypes);
    }

    /** The same with another first wait. */
    public Retry delay(Duration value) {
        return new Retry(attemptsMax, value, backoff, delayMax, fatalTypes);
    }

    /** The same with another factor. */
    public Retry backoff(double value) {
        return new Retry(attemptsMax, delay, value, delayMax, fatalTypes);
    }

    /** The same with another longest wait. */
    public Retry delayMax(Duration value) {
        return new Retry(attemptsMax, delay, backoff, value, fatalTypes);
    }

    /** The same with other fatal types. */
    public Retry fatalTypes(List<String> value) {
        return new Retry(attemptsMax, delay, backoff, delayMax, value);
    }
}
