package dev.reprise.engine.phases;

import dev.reprise.Check;
import dev.reprise.choice.Scheduler;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How all three phases are gone through in one call.
 *
 * @param deadline the time at which it is over, whatever has been done by then
 * @param async whether runnables are executed beside each other, on other threads
 * @param concurrencyMax how many may be under way at a time, waits between attempts included
 * @param checkpoint called after each cycle of applying, in which all that had ended by then is
 *     applied, and right after a runnable whose policy wants that; one that throws is reported, and
 *     the run goes on
 * @param scheduler chooses which of the runnables that could start does; null for the one with the
 *     highest priority, and of those the first asked for
 */
public record Loop(
        Optional<Instant> deadline,
        boolean async,
        int concurrencyMax,
        Consumer<PhasedRun> checkpoint,
        @Nullable Scheduler scheduler) {
    /** The most that can be under way at a time. */
    public static final int CONCURRENCY_MAX = 1_000_000;

    /** One after the other, on the calling thread as far as nothing has to be waited for. */
    public static final Loop SERIAL = new Loop(Optional.empty(), false, 1, Loop::nothing, null);

    /** All at once, on other threads. */
    public static final Loop ASYNC =
            new Loop(Optional.empty(), true, CONCURRENCY_MAX, Loop::nothing, null);

    /** Checks the number. */
    public Loop {
        Check.argument(
                concurrencyMax >= 1 && concurrencyMax <= CONCURRENCY_MAX,
                "concurrencyMax is in 1..%d: %d",
                CONCURRENCY_MAX,
                concurrencyMax);
        Check.argument(
                async || concurrencyMax == 1,
                "what is not async is done one after the other, so concurrencyMax is 1: %d",
                concurrencyMax);
    }

    private static void nothing(PhasedRun run) {}

    /** The same with another deadline. */
    public Loop deadline(Instant value) {
        return new Loop(Optional.of(value), async, concurrencyMax, checkpoint, scheduler);
    }

    /** The same with another number of runnables under way. */
    public Loop concurrencyMax(int value) {
        return new Loop(deadline, async, value, checkpoint, scheduler);
    }

    /** The same with another checkpoint. */
    public Loop checkpoint(Consumer<PhasedRun> value) {
        return new Loop(deadline, async, concurrencyMax, value, scheduler);
    }

    /** The same with another scheduler, which serves this one loop. */
    public Loop scheduler(Scheduler value) {
        return new Loop(deadline, async, concurrencyMax, checkpoint, value);
    }
}
