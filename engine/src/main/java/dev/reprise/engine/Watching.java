package dev.reprise.engine;

import dev.reprise.Check;
import dev.reprise.engine.watch.Meter;
import java.time.Duration;

/**
 * How an engine is looked at while it works.
 *
 * @param meter where its numbers go, beside those that it keeps itself ({@link Engine#metrics})
 * @param slowActivation an activation that takes longer is reported
 * @param slowActivity an attempt without a limit that takes longer is reported; one with a limit is
 *     when half of that has passed, though not within the first second
 */
public record Watching(Meter meter, Duration slowActivation, Duration slowActivity) {
    /** What we recommend: a second for activations, a minute for activities. */
    public static final Watching DEFAULT =
            new Watching(Meter.NONE, Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** Checks the durations. */
    public Watching {
        Check.argument(
                slowActivation.isPositive(), "slowActivation must be positive: %s", slowActivation);
        Check.argument(
                slowActivity.isPositive(), "slowActivity must be positive: %s", slowActivity);
    }

    /** The same with another meter. */
    public Watching meter(Meter value) {
        return new Watching(value, slowActivation, slowActivity);
    }

    /** The same with more or less patience for activations. */
    public Watching slowActivation(Duration value) {
        return new Watching(meter, value, slowActivity);
    }

    /** The same with more or less patience for activities that have no limit. */
    public Watching slowActivity(Duration value) {
        return new Watching(meter, slowActivation, value);
    }
}
