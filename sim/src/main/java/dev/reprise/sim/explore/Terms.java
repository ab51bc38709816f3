package dev.reprise.sim.explore;

import dev.reprise.Check;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a scenario is explored.
 *
 * @param schedules how many orders are tried at most
 * @param seed from which they follow
 * @param strategy how they are chosen
 * @param faults what may go wrong
 * @param faultsMax how often something goes wrong in one order, at most
 * @param stepsMax more steps than this say that something goes round in circles
 */
public record Terms(
        int schedules,
        long seed,
        Strategy strategy,
        List<Fault> faults,
        int faultsMax,
        int stepsMax) {
    /** As {@link Explore} has them. */
    public static final Terms DEFAULT =
            new Terms(1_000, 1, Strategy.PORTFOLIO, List.of(Fault.CRASH, Fault.EVICT), 2, 5_000);

    /** Checks the numbers, and copies the list. */
    public Terms {
        Check.argument(schedules > 0, "at least one order is tried, not %d", schedules);
        Check.argument(faultsMax >= 0, "faults are counted from 0: %d", faultsMax);
        Check.argument(stepsMax > 0, "there is at least one step, not %d", stepsMax);
        faults = List.copyOf(faults);
    }

    /**
     * What a method is explored on; empty when it has no {@link Explore}, nor an annotation that
     * has it.
     */
    public static Optional<Terms> of(Method method) {
        Stream<Explore> own = Stream.ofNullable(method.getAnnotation(Explore.class));
        Stream<Explore> more =
                Arrays.stream(method.getAnnotations())
                        .map(it -> it.annotationType().getAnnotation(Explore.class))
                        .filter(Objects::nonNull);
        return Stream.concat(own, more).findFirst().map(Terms::of);
    }

    private static Terms of(Explore asked) {
        return new Terms(
                asked.schedules(),
                asked.seed(),
                asked.strategy(),
                List.of(asked.faults()),
                asked.faultsMax(),
                asked.stepsMax());
    }

    /** The same with another number of orders. */
    public Terms schedules(int value) {
        return new Terms(value, seed, strategy, faults, faultsMax, stepsMax);
    }

    /** The same with another seed. */
    public Terms seed(long value) {
        return new Terms(schedules, value, strategy, faults, faultsMax, stepsMax);
    }

    /** The same with another strategy. */
    public Terms strategy(Strategy value) {
        return new Terms(schedules, seed, value, faults, faultsMax, stepsMax);
    }

    /** The same with other faults. */
    public Terms faults(Fault... values) {
        return new Terms(schedules, seed, strategy, List.of(values), faultsMax, stepsMax);
    }

    /** The same with more or fewer steps in one order. */
    public Terms stepsMax(int value) {
        return new Terms(schedules, seed, strategy, faults, faultsMax, value);
    }

    /** The same with more or fewer faults in one order. */
    public Terms faultsMax(int value) {
        return new Terms(schedules, seed, strategy, faults, value, stepsMax);
    }
}
