package dev.reprise.engine.exec;

import dev.reprise.Check;

/**
 * How many workers a crew has, and how they behave. The first four numbers are the policy; each of
 * the others is an improvement on the executor that the policy was first written for, and can be
 * switched off, so that what was recorded there still replays.
 *
 * @param workers how many workers
 * @param stealTries how many victims a worker with nothing to do asks before it gives up
 * @param seed decides in which order each worker asks its victims
 * @param hoard after so many tasks put in a worker's own lane, another worker is woken to steal
 * @param pollEvery every so many tasks a worker looks at the shared queue before its own lane, so
 *     that a chain of local tasks cannot keep it waiting; 0 = never
 * @param striped in-flight tasks are counted per worker, not in one word
 * @param wakeIdle a sleeping worker is woken if there is one, instead of the next in turn, who may
 *     be busy for long; a worker that takes a task and leaves others behind wakes one, too; and
 *     before a worker sleeps it looks everywhere once more
 * @param panicStops a task that throws ends the crew, as in the original; else it is recorded and
 *     the crew goes on
 * @param batch a worker whose lane is empty takes up to so many tasks at once from the shared
 *     queue, though never more than its share; 1 = one by one
 */
public record Shape(
        int workers,
        int stealTries,
        long seed,
        int hoard,
        int pollEvery,
        boolean striped,
        boolean wakeIdle,
        boolean panicStops,
        int batch) {
    /** The most tasks that a worker can take at once: what an empty lane holds as it is. */
    public static final int BATCH_MAX = Lane.SLOTS_MIN;

    /** The most workers that a crew can have. */
    public static final int WORKERS_MAX = 1 << 12;

    /** A shape that makes sense. */
    public Shape {
        Check.argument(
                workers >= 1 && workers <= WORKERS_MAX,
                "a crew has 1..%d workers, not %d",
                WORKERS_MAX,
                workers);
        Check.argument(stealTries >= 0, "stealTries must not be negative: %d", stealTries);
        Check.argument(hoard >= 1, "hoard must be positive: %d", hoard);
        Check.argument(pollEvery >= 0, "pollEvery must not be negative: %d", pollEvery);
        Check.argument(
                batch >= 1 && batch <= BATCH_MAX, "batch is 1..%d, not %d", BATCH_MAX, batch);
    }

    /** A shape whose workers take tasks from the shared queue one by one. */
    public Shape(
            int workers,
            int stealTries,
            long seed,
            int hoard,
            int pollEvery,
            boolean striped,
            boolean wakeIdle,
            boolean panicStops) {
        this(workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, 1);
    }

    /** The executor as it was first written: nothing improved. */
    public static Shape original(int workers, int stealTries, long seed, int hoard) {
        return new Shape(workers, stealTries, seed, hoard, 0, false, false, true);
    }

    /** What we recommend for so many workers. */
    public static Shape of(int workers, long seed) {
        return new Shape(workers, 4, seed, 32, 61, true, true, false, 32);
    }

    /** The same with so many workers. */
    public Shape withWorkers(int workers) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }

    /** The same with so many tries to steal. */
    public Shape withStealTries(int stealTries) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }

    /** The same with another hoard. */
    public Shape withHoard(int hoard) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }

    /** The same with another look at the shared queue. */
    public Shape withPollEvery(int pollEvery) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }

    /** The same with its tasks counted so. */
    public Shape withStriped(boolean striped) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }

    /** The same with its workers woken so. */
    public Shape withWakeIdle(boolean wakeIdle) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }

    /** The same with so many tasks taken at once. */
    public Shape withBatch(int batch) {
        return new Shape(
                workers, stealTries, seed, hoard, pollEvery, striped, wakeIdle, panicStops, batch);
    }
}
