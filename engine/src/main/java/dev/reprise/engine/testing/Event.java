package dev.reprise.engine.testing;

import dev.reprise.Payload;
import java.time.Instant;
import java.util.List;

/**
 * One thing that happened to a run, or that it decided.
 *
 * @param name of an activity, signal, timer and so on; what is compared
 * @param values its arguments, or what it gave
 * @param seq the command that it is, or that it answers; 0 for none
 * @param text for people
 */
record Event(Instant at, Kind kind, String name, List<Payload> values, long seq, String text) {
    /** What a test may ask for. */
    enum Kind {
        STARTED,
        SIGNAL,
        CANCEL,
        ACTIVITY,
        TIMER,
        GAVE,
        FAILED,
        FIRED,
        RETRY,
        COMPLETED,
        ENDED,
        /** What is only shown. */
        OTHER
    }

    /** Whether a check that leaves nothing out has to name it. */
    boolean counts() {
        return switch (kind) {
            case SIGNAL, CANCEL, ACTIVITY, TIMER, COMPLETED, ENDED -> true;
            case STARTED, GAVE, FAILED, FIRED, RETRY, OTHER -> false;
        };
    }
}
