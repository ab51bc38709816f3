package dev.reprise.history;

import dev.reprise.Text;
import java.time.Duration;
import java.util.List;

/**
 * How a run is to be carried out: its own, its child's, or the one that continues it.
 *
 * @param taskQueue where the run is carried out; empty for the queue of whoever starts it
 * @param retry whether a failed run is started again
 * @param attributes the search attributes the run starts with
 * @param priority 0 is normal, what is greater goes first
 */
public record RunOptions(
        String taskQueue,
        Timeouts timeouts,
        RetryOptions retry,
        List<SearchAttribute> attributes,
        int priority)
        implements CommandOptions {
    /** Nothing is said: the defaults decide. */
    public static final RunOptions UNSAID =
            new RunOptions("", Timeouts.NONE, RetryOptions.UNSAID, List.of(), 0);

    /**
     * The times that a run may take; {@link Duration#ZERO} is no timeout.
     *
     * @param execution from when the code of the first run of a chain (retried, continued as new)
     *     begins to the end of the last
     * @param run from when the code of one run begins to its end
     */
    public record Timeouts(Duration execution, Duration run) {
        /** No timeout at all. */
        public static final Timeouts NONE = new Timeouts(Duration.ZERO, Duration.ZERO);

        /** Checks that no time is negative. */
        public Timeouts {
            Limits.checkSpan("execution", execution);
            Limits.checkSpan("run", run);
        }

        /** The same with another time for the chain of runs. */
        public Timeouts execution(Duration value) {
            return new Timeouts(value, run);
        }

        /** The same with another time for one run. */
        public Timeouts run(Duration value) {
            return new Timeouts(execution, value);
        }
    }

    /** Checks the queue's name, the attributes and the priority. */
    public RunOptions {
        Text.optionalName("a task queue", taskQueue);
        attributes = SearchAttribute.copied(attributes);
        ActivityOptions.checkPriority(priority);
    }

    /** The same with another queue. */
    public RunOptions taskQueue(String value) {
        return new RunOptions(value, timeouts, retry, attributes, priority);
    }

    /** The same with other timeouts. */
    public RunOptions timeouts(Timeouts value) {
        return new RunOptions(taskQueue, value, retry, attributes, priority);
    }

    /** The same with other retry options. */
    public RunOptions retry(RetryOptions value) {
        return new RunOptions(taskQueue, timeouts, value, attributes, priority);
    }

    /** The same with other search attributes. */
    public RunOptions attributes(List<SearchAttribute> value) {
        return new RunOptions(taskQueue, timeouts, retry, value, priority);
    }

    /** The same with another priority. */
    public RunOptions priority(int value) {
        return new RunOptions(taskQueue, timeouts, retry, attributes, value);
    }
}
