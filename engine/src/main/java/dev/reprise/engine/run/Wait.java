package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.RunId;
import java.time.Instant;
import java.util.Optional;

/** Something that a run waits for, from what is durable: why it does not go on. */
public sealed interface Wait {
    /**
     * An activity that has not ended.
     *
     * @param seq the number of its command
     * @param id what the workflow calls it: by which a dead letter is decided about
     * @param asked when it was asked for
     * @param attempt which attempt is, or will be, under way; of a dead letter, was the last
     * @param attemptsMax how many there may be
     * @param redeliveries how often this attempt was lost with a process and delivered again
     * @param taskQueue the task queue in which it waits for its turn
     * @param state how it stands
     * @param failure how the attempt before failed; of a dead letter, how it failed for good
     */
    record Activity(
            long seq,
            String id,
            String type,
            Instant asked,
            int attempt,
            long attemptsMax,
            int redeliveries,
            String taskQueue,
            State state,
            Optional<Failure> failure)
            implements Wait {}

    /** How an activity stands. */
    sealed interface State {}

    /** It may be under way; else it is about to begin, or waits for room or for a breaker. */
    record Due() implements State {}

    /** Its attempt begins then, and not before. */
    record Later(Instant begins) implements State {}

    /** Its outcome comes from outside, by its task token; it is too late then, if ever. */
    record Outside(Optional<Instant> closes) implements State {}

    /** It has failed for good, and waits for a person in this queue: a dead letter. */
    record DeadLettered(String queue) implements State {}

    /** It was cancelled, and is not tried again. */
    record Stopping() implements State {}

    /** A timer that has not fired. */
    record Timer(long seq, Instant due) implements Wait {}

    /**
     * A child that has not ended, as far as its parent knows.
     *
     * @param begun whether it is known that it has started
     * @param ending whether it was told to end, or is being told
     */
    record Child(long seq, RunId run, String type, Instant asked, boolean begun, boolean ending)
            implements Wait {}

    /** A signal to another run, or a wish that it cancels, that has not arrived. */
    record Message(long seq, RunId run, String what, Instant asked) implements Wait {}

    /** Its code does not begin before: it was started with a delay, or is tried again. */
    record Beginning(Instant due) implements Wait {}

    /** Something that it was told and its code has not taken: {@code signal approve}. */
    record Told(String what, Instant at) implements Wait {}

    /**
     * Nothing that it has asked for: a signal, an update, or a condition of its code.
     *
     * @param isPattern whether it is a pattern, which waits for a trigger
     */
    record Somebody(boolean isPattern) implements Wait {}
}
