package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.engine.run.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * How a test engine works.
 *
 * @param begins what the test clock shows at first
 * @param seed where the random numbers of runs, and the ids of those that are started without one,
 *     come from: the same seed gives the same
 * @param patience how much real time may go by until a wait gives up, when code of the test's own
 *     takes time
 * @param jumpsMax how often the clock is put forward for one wait: so many timers mean that
 *     something goes round for ever
 * @param settings how runs are carried out; who carries out activities is not taken from them
 */
public record TestOptions(
        Instant begins, long seed, Duration patience, int jumpsMax, Settings settings) {
    /** What we recommend: New Year of 2026, ten seconds, 100,000 timers. */
    public static final TestOptions DEFAULT =
            new TestOptions(
                    Instant.parse("2026-01-01T00:00:00Z"),
                    1,
                    Duration.ofSeconds(10),
                    100_000,
                    Settings.DEFAULT.pausedBytes(0)); // the same, however large the heap is

    /** Checks the numbers. */
    public TestOptions {
        Check.argument(patience.isPositive(), "patience must be positive: %s", patience);
        Check.argument(jumpsMax >= 1, "jumpsMax must be positive: %d", jumpsMax);
    }

    /** The same with a clock that begins at another time. */
    public TestOptions begins(Instant value) {
        return new TestOptions(value, seed, patience, jumpsMax, settings);
    }

    /** The same with other random numbers. */
    public TestOptions seed(long value) {
        return new TestOptions(begins, value, patience, jumpsMax, settings);
    }

    /** The same with another patience. */
    public TestOptions patience(Duration value) {
        return new TestOptions(begins, seed, value, jumpsMax, settings);
    }

    /** The same with more or fewer timers for one wait. */
    public TestOptions jumpsMax(int value) {
        return new TestOptions(begins, seed, patience, value, settings);
    }

    /** The same with other settings. */
    public TestOptions settings(Settings value) {
        return new TestOptions(begins, seed, patience, jumpsMax, value);
    }
}
