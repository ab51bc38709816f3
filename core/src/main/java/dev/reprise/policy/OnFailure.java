package dev.reprise.policy;

import dev.reprise.Failure;
import dev.reprise.Text;
import java.time.Duration;
import java.util.List;

/** What follows when an activity has failed for good. A cancellation is not such a failure. */
public sealed interface OnFailure {
    /** The failure goes to who asked for the activity. */
    record Halt() implements OnFailure {}

    /** The activity counts as done, without a value. */
    record Skip() implements OnFailure {}

    /** Something else is tried once; when that fails too, the failure goes to who asked. */
    record Recover(Fallback fallback) implements OnFailure {}

    /**
     * What was done before is undone; then the failure goes to who asked. It may start after the
     * deadline, and only {@code startToClose} limits it, or {@link #TIME_MAX} where there is none.
     *
     * @param by the activity that undoes it, with the same input
     */
    record Compensate(String by) implements OnFailure {
        /** How long it may take when its policy has no limit for an attempt. */
        public static final Duration TIME_MAX = Duration.ofHours(1);

        /** Checks the name. */
        public Compensate {
            Text.name("a compensation", by);
        }

        /** The failure of the activity, which says that the compensation failed, too. */
        Failure failed(Failure failure, Failure why) {
            String type = why instanceof Failure.Application f ? f.type() + ": " : "";
            String message =
                    cut(failure.message())
                            + "\nThe compensation "
                            + by
                            + " failed, too: "
                            + type
                            + why.message();
            return switch (failure) {
                case Failure.Application f ->
                        new Failure.Application(
                                f.type(), message, f.details(), f.retryable(), f.cause());
                case Failure.Timeout f ->
                        new Failure.Timeout(f.kind(), message, f.lastHeartbeat(), f.cause());
                case Failure.Lost f -> new Failure.Lost(message, f.redeliveries());
                case Failure.Child f ->
                        new Failure.Child(f.workflowType(), f.runId(), message, f.cause());
                case Failure.Activation f -> new Failure.Activation(f.kind(), message, f.cause());
                case Failure.Cancelled f -> f;
                case Failure.Terminated f -> f;
            };
        }

        private static String cut(String message) {
            int most = Text.PROSE_CHARS_MAX / 2;
            return message.length() <= most ? message : message.substring(0, most) + "…";
        }
    }

    /**
     * The call is put aside for a person, who may have it {@linkplain Attempts#redriven driven
     * anew}.
     *
     * @param queue where
     */
    record DeadLetter(String queue) implements OnFailure {
        /** Checks the name. */
        public DeadLetter {
            Text.name("a dead-letter queue", queue);
        }
    }

    /**
     * After application failures of some types another activity takes the place of this one, once;
     * all others go to who asked.
     *
     * @param types the types that are caught
     * @param to the other activity, which has the same input
     */
    record Route(List<String> types, String to) implements OnFailure {
        /** Checks the names, and copies the list. */
        public Route {
            types = Bounds.someNames("a failure type to catch", types);
            Text.name("a route", to);
        }

        boolean catches(Failure failure) {
            return failure instanceof Failure.Application f && types.contains(f.type());
        }
    }

    /** The failure goes to who asked. */
    OnFailure HALT = new Halt();

    /** The activity counts as done, without a value. */
    OnFailure SKIP = new Skip();
}
