package dev.reprise.vm;

import dev.reprise.Check;
import java.util.function.Consumer;

/**
 * How a run is carried out.
 *
 * @param detail how much is told
 * @param events who is told
 * @param reductionsMax how many reductions may follow one event from outside
 */
public record Settings(Detail detail, Consumer<? super Event> events, long reductionsMax) {
    /** The largest number of reductions after one event, when nothing else is said. */
    public static final long REDUCTIONS_MAX = 10_000_000;

    /** What can be observed is told to nobody. */
    public static final Settings DEFAULT = new Settings(Detail.MIN, _ -> {}, REDUCTIONS_MAX);

    /** Checks the bound. */
    public Settings {
        Check.argument(reductionsMax >= 1, "reductionsMax must be at least 1: %d", reductionsMax);
    }

    /** The same, telling so much to {@code events}. */
    public Settings trace(Detail detail, Consumer<? super Event> events) {
        return new Settings(detail, events, reductionsMax);
    }

    /** The same with another bound. */
    public Settings reductionsMax(long max) {
        return new Settings(detail, events, max);
    }
}
