package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.Text;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Field;
import dev.reprise.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What has become of a runnable, as it is written down: each attempt is dispatched, and in the end
 * it has completed or failed.
 */
public sealed interface Lifecycle {
    /** Which runnable. */
    RunnableId id();

    /**
     * An attempt is about to begin.
     *
     * @param task the name of the activity that is carried out
     * @param policy the policy by which it is executed: all of it is data, code is in it by name
     * @param attempt from 1
     * @param at when
     */
    record Dispatched(
            RunnableId id, String task, List<Payload> input, Policy policy, int attempt, Instant at)
            implements Lifecycle {
        /** Checks the name and the number, and copies the input. */
        public Dispatched {
            Text.name("an activity type", task);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
            checkAttempt(attempt);
        }
    }

    /**
     * It gave a value.
     *
     * @param attempt the last one
     * @param took from scheduling to the end
     */
    record Completed(RunnableId id, Payload result, int attempt, Duration took)
            implements Lifecycle {
        /** Checks the number. */
        public Completed {
            checkAttempt(attempt);
        }
    }

    /**
     * It failed for good.
     *
     * @param attempts how many were dispatched: 0 when none was
     * @param action what followed
     */
    record Failed(RunnableId id, Failure error, int attempts, Action action) implements Lifecycle {
        /** Checks the number. */
        public Failed {
            Check.argument(attempts >= 0, "attempts must not be negative: %d", attempts);
        }
    }

    /** What followed a failure for good. */
    enum Action {
        /** The failure went to who asked. */
        HALT,
        /** It counts as done, without a value. */
        SKIP,
        /** What was done before has been undone, and the failure went to who asked. */
        COMPENSATE,
        /** It waits for a person. */
        DEAD_LETTER
    }

    /** How it ended, in the words of decisions. */
    static Lifecycle ended(RunnableId id, Decision.End end, int attempts, Duration took) {
        return switch (end) {
            case Decision.Completed(var value, _) ->
                    new Completed(id, value, Math.max(attempts, 1), took);
            case Decision.Failed(var failure) -> new Failed(id, failure, attempts, Action.HALT);
            case Decision.Skipped(var failure) -> new Failed(id, failure, attempts, Action.SKIP);
            case Decision.Compensated(_, var failure) ->
                    new Failed(id, failure, attempts, Action.COMPENSATE);
            case Decision.DeadLettered(_, var failure) ->
                    new Failed(id, failure, attempts, Action.DEAD_LETTER);
        };
    }

    /**
     * The runnables of a log that were dispatched and of which nobody knows the end, by their last
     * dispatch, each once, in the order of their first. Whatever followed a failure for good, it is
     * an end; what was dispatched after its end is pending again.
     */
    static List<Dispatched> pending(List<? extends Lifecycle> log) {
        var open = new LinkedHashMap<RunnableId, Dispatched>();
        for (Lifecycle event : log) {
            switch (event) {
                case Dispatched dispatched -> open.put(dispatched.id(), dispatched);
                case Completed _, Failed _ -> open.remove(event.id());
            }
        }
        return List.copyOf(open.values());
    }

    /** The binary form of this event: see docs/activities.md. */
    default byte[] toBytes() {
        var out = new ByteSink(128);
        LifecycleForm.write(FieldSink.binary(out, LifecycleForm.LIFECYCLE), this);
        return out.toByteArray();
    }

    /**
     * Reads what {@link #toBytes()} wrote.
     *
     * @throws dev.reprise.form.Malformed when this is not an event
     */
    static Lifecycle fromBytes(byte[] bytes) {
        return LifecycleForm.read(
                FieldSource.binary(new ByteSource("event", bytes), LifecycleForm.LIFECYCLE));
    }

    /** In a line, for people. */
    default String text() {
        return id()
                + switch (this) {
                    case Dispatched it ->
                            " dispatched "
                                    + it.at()
                                    + ": attempt "
                                    + it.attempt()
                                    + " of "
                                    + it.task()
                                    + it.input()
                                    + " by "
                                    + said(it.policy());
                    case Completed it ->
                            " completed after "
                                    + it.took()
                                    + " in attempt "
                                    + it.attempt()
                                    + ": "
                                    + it.result();
                    case Failed it ->
                            " failed after "
                                    + it.attempts()
                                    + " attempts, "
                                    + it.action()
                                    + ": "
                                    + it.error().message();
                };
    }

    /** What a policy says that is not the default, by name. */
    static SortedMap<String, Object> said(Policy policy) {
        var said = new TreeMap<String, Object>();
        Field.all()
                .forEach(
                        (name, field) ->
                                field.of(policy)
                                        .filter(
                                                it ->
                                                        !field.of(Policy.DEFAULT)
                                                                .equals(Optional.of(it)))
                                        .ifPresent(it -> said.put(name, it)));
        return said;
    }

    private static void checkAttempt(int attempt) {
        Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
    }
}
