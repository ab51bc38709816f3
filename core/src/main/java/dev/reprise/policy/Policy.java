package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import java.time.Instant;
import java.util.Optional;

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
        OnFailure onFailure,
        Execution execution,
        Budget budget,
        Notes notes) {
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
                    OnFailure.HALT,
                    Execution.DEFAULT,
                    Budget.NONE,
                    Notes.NONE);

    /** Whether its attempts may have to wait for room: at a limit, or in a queue. */
    boolean isInLine() {
        return gates.limits().isLimited() || !execution.queue().isEmpty();
    }

    /** Checks the number of retries. */
    public Policy {
        Check.argument(
                maxRetries >= 0 && maxRetries <= RETRIES_MAX,
                "maxRetries is in 0..%d: %d",
                RETRIES_MAX,
                maxRetries);
    }

    /**
     * Writes down what differs from {@link #DEFAULT}; of functions their names. docs/policies.md
     * has the bytes.
     */
    public void writeTo(ByteSink out) {
        Stored.write(out, this);
    }

    /**
     * Reads what {@link #writeTo} wrote, and not further.
     *
     * @throws Malformed if it is anything else, or says something that this program does not know
     */
    public static Policy readFrom(ByteSource in) {
        return Stored.readPolicy(in);
    }

    /** The same, which ends no later than who asks for it. */
    public Policy within(Optional<Instant> parentDeadline) {
        Instant own = timing.deadline().orElse(Instant.MAX);
        return parentDeadline.isPresent() && parentDeadline.get().isBefore(own)
                ? timing(timing.deadline(parentDeadline.get()))
                : this;
    }

    /** The same with another number of retries. */
    public Policy maxRetries(int value) {
        return new Policy(
                value, backoff, errors, timeouts, timing, delivery, gates, onFailure, execution,
                budget, notes);
    }

    /** The same with other waits. */
    public Policy backoff(Backoff value) {
        return new Policy(
                maxRetries,
                value,
                errors,
                timeouts,
                timing,
                delivery,
                gates,
                onFailure,
                execution,
                budget,
                notes);
    }

    /** The same with other failures that are tried again. */
    public Policy errors(Errors value) {
        return new Policy(
                maxRetries,
                backoff,
                value,
                timeouts,
                timing,
                delivery,
                gates,
                onFailure,
                execution,
                budget,
                notes);
    }

    /** The same with other timeouts. */
    public Policy timeouts(Timeouts value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                value,
                timing,
                delivery,
                gates,
                onFailure,
                execution,
                budget,
                notes);
    }

    /** The same at other times. */
    public Policy timing(Timing value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                value,
                delivery,
                gates,
                onFailure,
                execution,
                budget,
                notes);
    }

    /** The same with another answer to lost deliveries. */
    public Policy delivery(Delivery value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                timing,
                value,
                gates,
                onFailure,
                execution,
                budget,
                notes);
    }

    /** The same with other gates. */
    public Policy gates(Gates value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                timing,
                delivery,
                value,
                onFailure,
                execution,
                budget,
                notes);
    }

    /** The same with another answer to a failure. */
    public Policy onFailure(OnFailure value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                timing,
                delivery,
                gates,
                value,
                execution,
                budget,
                notes);
    }

    /** The same, carried out in another way. */
    public Policy execution(Execution value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                timing,
                delivery,
                gates,
                onFailure,
                value,
                budget,
                notes);
    }

    /** The same with another budget. */
    public Policy budget(Budget value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                timing,
                delivery,
                gates,
                onFailure,
                execution,
                value,
                notes);
    }

    /** The same with other notes. */
    public Policy notes(Notes value) {
        return new Policy(
                maxRetries,
                backoff,
                errors,
                timeouts,
                timing,
                delivery,
                gates,
                onFailure,
                execution,
                budget,
                value);
    }
}
