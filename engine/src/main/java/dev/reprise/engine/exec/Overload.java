package dev.reprise.engine.exec;

import dev.reprise.Check;
import java.time.Duration;

/** What becomes of a task from outside for which the shared queue has no room. */
public sealed interface Overload {
    /** It is refused at once: whoever submits must know that there is too much. */
    static Overload refuse() {
        return new Refuse();
    }

    /** Its caller waits for room, and is refused when it has waited so long. */
    static Overload await(Duration patience) {
        return new Await(patience);
    }

    /** Its caller runs it, and so has no time to submit more. */
    static Overload runInCaller() {
        return new RunInCaller();
    }

    /** Refused at once. */
    record Refuse() implements Overload {}

    /**
     * Refused when it has waited so long.
     *
     * @param patience how long its caller waits at most; it looks for room every 50 µs, since a
     *     worker that told it would have to look for waiting callers after every task
     */
    record Await(Duration patience) implements Overload {
        /** A wait that is not over before it begins. */
        public Await {
            Check.argument(patience.isPositive(), "patience must be positive: %s", patience);
        }
    }

    /** Run by its caller. */
    record RunInCaller() implements Overload {}
}
