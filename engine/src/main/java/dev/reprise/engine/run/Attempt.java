package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.policy.Progress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of an activity between its command and its end, before anything follows from
 * it.
 *
 * @param seq the activity, by the number of its command
 * @param progress what has happened so far: the last failure is how the attempt before it ended; of
 *     what is skipped, how it ended itself
 * @param at when it is written down
 * @param notBefore when it may begin; null when that is at once. Of what is away: when it is too
 *     late, if ever
 * @param closes of what is away: when the attempt is too late, heard of or not; null for never
 * @param anew when it was driven anew, if it was
 * @param details what the last heartbeat said
 * @param queue where it is put aside, if it is
 * @param spends what it costs its run, or {@link #TOO_MUCH}; of what had not begun: what is given
 *     back
 */
public record Attempt(
        long seq,
        Why why,
        Progress progress,
        Instant at,
        @Nullable Instant notBefore,
        @Nullable Instant anew,
        @Nullable Instant closes,
        Payload details,
        String queue,
        int spends) {
    /** What an attempt spends that is more than its run may spend: nothing, since it fails. */
    public static final int TOO_MUCH = -1;

    /** Why it is written down. */
    public enum Why {
        /** The delivery was lost with its process, and is made once more. */
        LOST(0),
        /** What was before has ended, or could not begin: this follows. */
        NEXT(1),
        /** It has failed for good, and waits for a person. */
        PARKED(2),
        /** A person wants it tried anew. */
        REDRIVEN(3),
        /**
         * Its code has returned, or somebody outside was heard of: its outcome comes from there.
         */
        AWAY(4),
        /** It has failed for good, and counts as done: its outcome does not say that. */
        SKIPPED(5),
        /** The attempt that was written down has not begun, and does not any more. */
        UNBEGUN(6);

        /** By which it is known in entries: never changed. */
        final int code;

        Why(int code) {
            this.code = code;
        }
    }

    /** Which attempt this is. */
    public int attempt() {
        return progress.attempt();
    }

    /** How many deliveries of this attempt were lost with a process. */
    public int redeliveries() {
        return progress.redelivery();
    }

    /** The failure that it follows; null when there is none. */
    public @Nullable Failure failure() {
        return why == Why.LOST ? null : progress.last().orElse(null);
    }

    /** Whether it waits for a person. */
    boolean isParked() {
        return why == Why.PARKED;
    }

    /** Whether it follows at once, as soon as this is durable. */
    boolean isReady() {
        return switch (why) {
            case LOST, NEXT, REDRIVEN -> notBefore == null;
            case PARKED, AWAY, SKIPPED, UNBEGUN -> false;
        };
    }

    /** Whether its outcome comes from outside. */
    boolean isAway() {
        return why == Why.AWAY;
    }
}
