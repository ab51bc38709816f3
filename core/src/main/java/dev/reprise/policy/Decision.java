package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What comes next for an activity: a wait, an attempt, or an end. */
public sealed interface Decision {
    /**
     * Nothing happens before a time; then the gates are asked.
     *
     * @param due when the attempt was due at first; its time to start counts from there
     * @param until the time, not before it was due
     * @param onCall whether the gates are asked earlier, when they tell that there is room; after a
     *     restart, at once. The time is then when it is given up
     */
    record Wait(Instant due, Instant until, boolean onCall) implements Decision {
        /** Checks the order of the times. */
        public Wait {
            Check.argument(!until.isBefore(due), "a wait until %s for what is due %s", until, due);
        }

        /** A wait for a time, not for a call. */
        public Wait(Instant due, Instant until) {
            this(due, until, false);
        }
    }

    /**
     * An attempt is delivered now.
     *
     * @param attempt which one, from 1
     * @param redelivery how often the same attempt was lost before
     * @param work what is carried out
     * @param limit when it is to be stopped
     * @param heartbeat the longest time between two heartbeats; zero for any
     */
    record Start(int attempt, int redelivery, Work work, Optional<Limit> limit, Duration heartbeat)
            implements Decision {
        /** Checks the numbers. */
        public Start {
            Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
            Check.argument(redelivery >= 0, "redelivery must not be negative: %d", redelivery);
            Bounds.span("heartbeat", heartbeat);
        }
    }

    /**
     * When an attempt is to be stopped.
     *
     * @param kind which timeout it is then
     */
    record Limit(Instant at, TimeoutKind kind) {}

    /**
     * The last decision: nothing follows, but that what is dead-lettered can be {@linkplain
     * Attempts#redriven driven anew}.
     */
    sealed interface End extends Decision {
        /** What who asked is told; empty while that waits for a person. */
        default Optional<Outcome> told() {
            return switch (this) {
                case Completed(var value, _) -> Optional.of(new Outcome.Completed(value));
                case Skipped _ -> Optional.of(new Outcome.Completed(Payload.NONE));
                case Failed(var failure) -> Optional.of(new Outcome.Failed(failure));
                case Compensated(_, var failure) -> Optional.of(new Outcome.Failed(failure));
                case DeadLettered _ -> Optional.empty();
            };
        }
    }

    /** It gave a value, or its fallback did, or what it was routed to. */
    record Completed(Payload value, boolean byFallback) implements End {}

    /** It failed, and who asked for it is told. */
    record Failed(Failure failure) implements End {}

    /** It failed, and counts as done without a value. */
    record Skipped(Failure failure) implements End {}

    /**
     * It failed, and what was done before has been undone; who asked is told of the failure.
     *
     * @param by the activity that undid it
     */
    record Compensated(String by, Failure failure) implements End {}

    /** It failed, and is put aside for a person. */
    record DeadLettered(String queue, Failure failure) implements End {}
}
