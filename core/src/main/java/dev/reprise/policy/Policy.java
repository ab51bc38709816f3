package dev.reprise.policy;

import dev.reprise.Check;

/**
 * How an activity is executed. {@link Attempts} decides by it; docs/policies.md says what each
 * field does.
 *
 * @param maxRetries how many attempts may follow one that returned a failure
 */
public record Policy(
        int maxRetries,
        Backoff backoff,
        Errors errors,
        Timeouts timeouts,
        Timing timing,
        Delivery delivery,
        Gates gates,
        OnFailure onFailure) {
    /** The most retries that can be asked for. */
    public static final int RETRIES_MAX = 1_000_000;

    /** One attempt, no timeout, and a failure goes to who asked. */
    public static final Policy DEFAULT =
            new Policy(
                    0,
                    Backoff.NONE,
                    Errors.ANY,
                    Timeouts.NONE,
                    Timing.ANY,
                    Delivery.DEFAULT,
                    Gates.NONE,
                    OnFailure.HALT);

    /** Checks the number of retries. */
    public Policy {
        Check.argument(
                maxRetries >= 0 && maxRetries <= RETRIES_MAX,
                "maxRetries is in 0..%d: %d",
                RETRIES_MAX,
                maxRetries);
    }

    /** The same with another number of retries. */
    public Policy maxRetries(int value) {
        return new Policy(value, backoff, errors, timeouts, timing, delivery, gates, onFailure);
    }

    /** The same with other waits. */
    public Policy backoff(Backoff value) {
        return new Policy(maxRetries, value, errors, timeouts, timing, delivery, gates, onFailure);
    }

    /** The same with other failures that are tried again. */
    public Policy errors(Errors value) {
        return new Policy(maxRetries, backoff, value, timeouts, timing, delivery, gates, onFailure);
    }

    /** The same with other timeouts. */
    public Policy timeouts(Timeouts value) {
        return new Policy(maxRetries, backoff, errors, value, timing, delivery, gates, onFailure);
    }

    /** The same at other times. */
    public Policy timing(Timing value) {
        return new Policy(maxRetries, backoff, errors, timeouts, value, delivery, gates, onFailure);
    }

    /** The same with another answer to lost deliveries. */
    public Policy delivery(Delivery value) {
        return new Policy(maxRetries, backoff, errors, timeouts, timing, value, gates, onFailure);
    }

    /** The same with other gates. */
    public Policy gates(Gates value) {
        return new Policy(
                maxRetries, backoff, errors, timeouts, timing, delivery, value, onFailure);
    }

    /** The same with another answer to a failure. */
    public Policy onFailure(OnFailure value) {
        return new Policy(maxRetries, backoff, errors, timeouts, timing, delivery, gates, value);
    }
}
