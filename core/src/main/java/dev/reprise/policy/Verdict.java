package dev.reprise.policy;

import java.time.Instant;
import java.util.Optional;

/** What the {@link Gates} and the {@link Budget} of a policy say about an attempt that is due. */
public sealed interface Verdict {
    /** It may start. */
    record Go() implements Verdict {}

    /**
     * The queue, or the limiter, has no room.
     *
     * @param until when it may be asked again; empty when that is told by whoever makes room
     */
    record Full(Optional<Instant> until) implements Verdict {
        /** There will be room at a time that is known. */
        public Full(Instant until) {
            this(Optional.of(until));
        }
    }

    /**
     * The breaker is open.
     *
     * @param until when it may be asked again; empty when that is told by whoever closes it
     */
    record Open(Optional<Instant> until) implements Verdict {
        /** It may be asked again at a time that is known. */
        public Open(Instant until) {
            this(Optional.of(until));
        }
    }

    /**
     * The run has spent its budget.
     *
     * @param what what was counted: "attempts" or "units"
     * @param spent how much it has spent
     * @param limit how much it may spend
     */
    record Spent(String what, long spent, long limit) implements Verdict {}

    /** It may start. */
    Verdict GO = new Go();
}
