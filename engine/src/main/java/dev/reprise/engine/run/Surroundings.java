package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.engine.store.Store;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * All that runs have to do with the world: everything in here is an input, and a simulator replaces
 * all of it.
 *
 * @param store where runs are kept
 * @param clock what time it is
 * @param steady how time goes by, whatever the clock is set to: it is never set itself, and by it
 *     spans are measured that nobody records
 * @param workers carry out the steps of runs, each to its end; never user's activities
 * @param activities take activities, to carry them out elsewhere: whoever hands one over is not
 *     held up
 * @param alarm wakes when a timer is due
 * @param seeds where the random numbers of runs come from; from any thread
 * @param timersMax how many of the timers that are due next are read into memory at a time; what
 *     happens is the same with any number
 */
public record Surroundings(
        Store store,
        InstantSource clock,
        InstantSource steady,
        Workers workers,
        Executor activities,
        Alarm alarm,
        LongSupplier seeds,
        int timersMax) {
    /** So many timers cost little, and whoever has fewer reads them once. */
    public static final int TIMERS_MAX = 16_384;

    /** Checks the number. */
    public Surroundings {
        Check.argument(timersMax >= 1, "timersMax must be positive: %d", timersMax);
    }

    /**
     * With a clock that nobody sets, and as many timers in memory as are good for an engine that is
     * not looked into.
     */
    public Surroundings(
            Store store,
            InstantSource clock,
            Workers workers,
            Executor activities,
            Alarm alarm,
            LongSupplier seeds) {
        this(store, clock, clock, workers, activities, alarm, seeds, TIMERS_MAX);
    }
}
