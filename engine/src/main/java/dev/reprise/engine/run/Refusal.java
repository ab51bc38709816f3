package dev.reprise.engine.run;

import dev.reprise.RunId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was asked for was not done: the sentence says what, why, and what to do next. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** There is no run of this id. */
        NO_SUCH_RUN,
        /** Another run has this id. */
        ALREADY_STARTED,
        /** The run has ended. */
        ALREADY_ENDED,
        /** The run goes on, and what was asked for is only done to those that have ended. */
        NOT_ENDED,
        /** The run has something to settle with another one. */
        STILL_BOUND,
        /** No code is registered for this workflow type. */
        UNKNOWN_TYPE,
        /** A value is larger than can be kept. */
        TOO_LARGE,
        /** The run has no such activity, or nobody waits for that any more. */
        NO_SUCH_ACTIVITY,
        /** The run could not answer. */
        QUERY_FAILED,
        /** What is stored of the run cannot be read. */
        UNREADABLE,
        /** The store failed: whether this happened will be known when it is opened again. */
        STORE_FAILED,
        /**
         * There is no room for the store. What was under way may or may not have happened; ask
         * again, with the same request id. The engine goes on by itself when there is room.
         */
        NO_SPACE,
        /** An update was turned away by the run. */
        UPDATE_REJECTED,
        /** The engine is closed, or closes. */
        CLOSED;

        /** As it is written where a run is told of it: {@code NoSuchRun}. */
        String word() {
            var word = new StringBuilder();
            for (String part : name().split("_")) {
                word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
            }
            return word.toString();
        }
    }

    private final Reason reason;

    Refusal(Reason reason, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.reason = reason;
    }

    Refusal(Reason reason, String sentence) {
        this(reason, sentence, null);
    }

    /** There is no run of this id. */
    public static Refusal noSuchRun(RunId run) {
        return new Refusal(
                Reason.NO_SUCH_RUN,
                "There is no run " + run + ". Check the id; list shows those there are.");
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }

    /** The same with the stack of the calling thread, for whoever waited for it. */
    public Refusal here() {
        return new Refusal(reason, String.valueOf(getMessage()), this);
    }
}
