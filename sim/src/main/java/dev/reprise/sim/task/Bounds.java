package dev.reprise.sim.task;

import dev.reprise.Check;

/**
 * How large a generated case may be.
 *
 * @param workers the most workers
 * @param tasks the most tasks at the beginning
 * @param programs the most programs
 * @param length the most instructions of a program
 * @param resources the most resources
 * @param events the most completions of something outside
 * @param steps the limit of steps; the case has little enough to do to end before it
 */
public record Bounds(
        int workers, int tasks, int programs, int length, int resources, int events, int steps) {
    /** Small enough to be explored thoroughly. */
    public static final Bounds TINY = new Bounds(3, 4, 3, 8, 1, 2, 200);

    /** What the fast tier runs. */
    public static final Bounds MEDIUM = new Bounds(4, 12, 6, 16, 3, 6, 5_000);

    /** What a soak runs. */
    public static final Bounds LARGE = new Bounds(16, 64, 16, 128, 6, 24, 200_000);

    /** Bounds that leave room for a case. */
    public Bounds {
        Check.argument(
                workers >= 1
                        && tasks >= 1
                        && programs >= 1
                        && length >= 1
                        && resources >= 0
                        && events >= 0,
                "there is at least one worker, task, program and instruction, and nothing is negative");
        Check.argument(steps >= 100, "100 steps are the least: %d", steps);
    }
}
