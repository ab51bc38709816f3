package dev.reprise.engine.exec;

import dev.reprise.Check;
import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;

/**
 * The terms on which a {@link Workforce} works.
 *
 * @param name what its threads are called, before {@code -0}, {@code -1}, …
 * @param workers how many threads
 * @param capacity how many tasks from outside may wait before {@code overload} applies. Tasks that
 *     tasks bring in, and released ones, are not refused and may come on top
 * @param overload what becomes of those that do not fit
 * @param spins how many times a worker that found nothing looks again before it sleeps
 * @param hoard after so many tasks put in a worker's own lane, another worker is woken to steal
 * @param seed decides in which order each worker asks its victims
 * @param uncaught is told what a task threw, on the thread of its worker, which then goes on
 */
public record Terms(
        String name,
        int workers,
        int capacity,
        Overload overload,
        int spins,
        int hoard,
        long seed,
        Thread.UncaughtExceptionHandler uncaught) {
    private static final int CAPACITY = 1 << 20;
    private static final int SPINS = 100;
    private static final int HOARD = 32;
    private static final Logger LOGGER = System.getLogger(Workforce.class.getName());

    /** Terms that can be kept. */
    public Terms {
        Objects.requireNonNull(name, "a workforce needs a name");
        Objects.requireNonNull(overload, "overload");
        Objects.requireNonNull(uncaught, "uncaught");
        Check.argument(capacity >= 1, "capacity must be positive: %d", capacity);
        Check.argument(spins >= 0, "spins must not be negative: %d", spins);
        Check.argument(
                workers >= 1 && workers <= Shape.WORKERS_MAX,
                "a workforce has 1..%d workers, not %d",
                Shape.WORKERS_MAX,
                workers);
        Check.argument(hoard >= 1, "hoard must be positive: %d", hoard);
    }

    /** What we recommend for so many workers: a million waiting tasks, then refusal. */
    public static Terms of(int workers) {
        return new Terms(
                "reprise-exec",
                workers,
                CAPACITY,
                Overload.refuse(),
                SPINS,
                HOARD,
                XorShift64.GOLDEN,
                Terms::log);
    }

    private static void log(Thread thread, Throwable thrown) {
        LOGGER.log(
                Level.ERROR,
                new LogLine("task-failed")
                        .with("thread", thread.getName())
                        .saying("A task threw; its thread goes on."),
                thrown);
    }

    /** The same under another name. */
    public Terms withName(String name) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    /** The same with room for another number of tasks from outside. */
    public Terms withCapacity(int capacity) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    /** The same with another way to treat what does not fit. */
    public Terms withOverload(Overload overload) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    /** The same with more or less patience before a worker sleeps. */
    public Terms withSpins(int spins) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    /** The same with another number of local tasks after which another worker is woken. */
    public Terms withHoard(int hoard) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    /** The same with victims asked in another order. */
    public Terms withSeed(long seed) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    /** The same with somebody else who is told what tasks threw. */
    public Terms withUncaught(Thread.UncaughtExceptionHandler uncaught) {
        return new Terms(name, workers, capacity, overload, spins, hoard, seed, uncaught);
    }

    Shape shape() {
        return Shape.of(workers, seed).withHoard(hoard);
    }
}
