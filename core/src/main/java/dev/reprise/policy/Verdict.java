package dev.reprise.policy;

import java.time.Instant;

/** What the {@link Gates} of a policy say about an attempt that is due. */
public sealed interface Verdict {
    /** It may start. */
    record Go() implements Verdict {}

    /**
     * The limiter has no room.
     *
     * @param until when it may be asked again
     */
    record Full(Instant until) implements Verdict {}

    /**
     * The breaker is open.
     *
     * @param until when it may be asked again
     */
    record Open(Instant until) implements Verdict {}

    /** It may start. */
    Verdict GO = new Go();
}
