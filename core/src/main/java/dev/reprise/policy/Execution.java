package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.List;
import java.util.Optional;

/**
 * Who carries an activity out, and how much is written down around it. Drivers read it.
 *
 * @param priority of two that could start, the higher does
 * @param idempotencyKey the name of a function in {@link Functions} that gives the key of a call;
 *     empty for the engine's own key
 * @param checkpointAfter whether the run is made durable at once when the activity has ended
 * @param taskQueue in which queue it waits until it may start; empty for the run's, else {@link
 *     #DEFAULT_QUEUE}
 * @param fairnessKey on whose behalf it is done: those of one priority take turns in a queue by it
 */
public record Execution(
        Mode mode,
        int priority,
        String idempotencyKey,
        boolean checkpointAfter,
        String taskQueue,
        String fairnessKey) {
    /** The queue of what names none. */
    public static final String DEFAULT_QUEUE = "default";

    /** The greatest priority; the least is its negative. */
    public static final int PRIORITY_MAX = 1_000;

    /** Written down first, in its turn, under the engine's own key. */
    public static final Execution DEFAULT = new Execution(Mode.DURABLE, 0, "", false, "", "");

    /** Who carries an activity out. */
    public enum Mode {
        /** It is written down before it starts, and carried out beside the run. */
        DURABLE,
        /** In the run's own step; it may run again when the process dies before that is durable. */
        SYNC,
        /** Beside the run, and not written down before: it may run again in the same way. */
        ASYNC,
        /** By somebody else, who completes it later by its task token. */
        EXTERNAL
    }

    /** Checks the priority and the name. */
    public Execution {
        Check.argument(
                priority >= -PRIORITY_MAX && priority <= PRIORITY_MAX,
                "a priority is in -1000..1000: %d",
                priority);
        Text.optionalName("a key function's name", idempotencyKey);
        Text.optionalName("a task queue", taskQueue);
        Text.optionalName("a fairness key", fairnessKey);
    }

    /**
     * The idempotency key of a call; empty for the engine's own.
     *
     * @param type what is called
     * @throws IllegalStateException if the function is not there, throws, or gives no key
     */
    public Optional<String> keyOf(String type, List<Payload> input, Functions functions) {
        return idempotencyKey.isEmpty()
                ? Optional.empty()
                : Optional.of(functions.keyOf(idempotencyKey, type, input));
    }

    /** The same, carried out by another. */
    public Execution mode(Mode value) {
        return new Execution(
                value, priority, idempotencyKey, checkpointAfter, taskQueue, fairnessKey);
    }

    /** The same with another priority. */
    public Execution priority(int value) {
        return new Execution(mode, value, idempotencyKey, checkpointAfter, taskQueue, fairnessKey);
    }

    /** The same with another function for keys. */
    public Execution idempotencyKey(String value) {
        return new Execution(mode, priority, value, checkpointAfter, taskQueue, fairnessKey);
    }

    /** The same with a checkpoint after it, or without. */
    public Execution checkpointAfter(boolean value) {
        return new Execution(mode, priority, idempotencyKey, value, taskQueue, fairnessKey);
    }

    /** The same in another queue. */
    public Execution taskQueue(String value) {
        return new Execution(mode, priority, idempotencyKey, checkpointAfter, value, fairnessKey);
    }

    /** The same on behalf of another. */
    public Execution fairnessKey(String value) {
        return new Execution(mode, priority, idempotencyKey, checkpointAfter, taskQueue, value);
    }

    /** The queue in which it waits; empty for none, as of what is done in its run's own step. */
    public String queue() {
        if (mode == Mode.SYNC) {
            return "";
        }
        return taskQueue.isEmpty() ? DEFAULT_QUEUE : taskQueue;
    }
}
