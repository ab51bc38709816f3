package dev.reprise.flow;

import dev.reprise.Check;
import java.util.random.RandomGenerator;

/**
 * The random numbers of a run. What the JDK would derive from the bits is written down here, so
 * that a run draws the same numbers on every release of Java.
 */
final class FlowRandom implements RandomGenerator {
    private final Run run;

    FlowRandom(Run run) {
        this.run = run;
    }

    @Override
    public long nextLong() {
        return Unit.acting(run).run.random().next();
    }

    @Override
    public int nextInt() {
        return (int) (nextLong() >>> 32);
    }

    @Override
    public int nextInt(int bound) {
        Check.argument(bound >= 1, "the bound must be positive: %d", bound);
        return Unit.acting(run).run.random().below(bound);
    }

    @Override
    public int nextInt(int origin, int bound) {
        Check.argument(origin < bound, "nothing is between %d and %d", origin, bound);
        return origin + nextInt(Math.subtractExact(bound, origin));
    }

    @Override
    public boolean nextBoolean() {
        return nextLong() < 0;
    }

    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    @Override
    public float nextFloat() {
        return (nextLong() >>> 40) * 0x1.0p-24f;
    }
}
