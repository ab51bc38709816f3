package dev.reprise.history;

import java.time.Duration;
import java.util.List;

/** The bounds of what a turn may hold; those of the texts are in {@link dev.reprise.Text}. */
final class Limits {
    /** The most payloads in one input. */
    static final int INPUT_MAX = 255;

    /** The most search attributes in one command. */
    static final int ATTRIBUTES_MAX = 100;

    /** The most failure types in one list of retry options. */
    static final int FAILURE_TYPES_MAX = 100;

    /** The most jobs in one activation. */
    static final int JOBS_MAX = 1_000_000;

    /** The most commands in one completion. */
    static final int COMMANDS_MAX = 1_000_000;

    private Limits() {}

    static <T> List<T> copied(String what, List<T> items, int max) {
        if (items.size() > max) {
            throw new IllegalArgumentException(
                    "at most " + max + " " + what + " are allowed, not " + items.size());
        }
        return List.copyOf(items);
    }

    static void checkSeq(long seq) {
        if (seq < Command.SEQ_FIRST) {
            throw new IllegalArgumentException(
                    "a sequence number is at least " + Command.SEQ_FIRST + ": " + seq);
        }
    }

    /** Checks a span of time for which {@link Duration#ZERO} says that there is none. */
    static void checkSpan(String what, Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative: " + span);
        }
    }
}
