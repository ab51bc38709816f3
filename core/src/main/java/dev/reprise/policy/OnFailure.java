package dev.reprise.policy;

import dev.reprise.Failure;
import dev.reprise.Text;
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
     * What was done before is to be undone.
     *
     * @param by the activity that does it
     */
    record Compensate(String by) implements OnFailure {
        /** Checks the name. */
        public Compensate {
            Text.name("a compensation", by);
        }
    }

    /**
     * The call is put aside for a person.
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
     * Application failures of some types go another way; all others go to who asked.
     *
     * @param types the types that are caught
     * @param to the name of the way
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
