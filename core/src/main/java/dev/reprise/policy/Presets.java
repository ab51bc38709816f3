package dev.reprise.policy;

import java.time.Duration;

/** Policies that many need: a place to begin with. */
public final class Presets {
    /** A call of a language model: slow, often refused for a while. */
    public static final Partial LLM =
            retries(3, Backoff.Shape.JITTER, Duration.ofSeconds(1), Duration.ofMinutes(1))
                    .with(Field.START_TO_CLOSE, Duration.ofMinutes(2));

    /** A call over the network or to a disk: quick, or it hangs. */
    public static final Partial IO =
            retries(2, Backoff.Shape.EXPONENTIAL, Duration.ofMillis(200), Duration.ofSeconds(5))
                    .with(Field.START_TO_CLOSE, Duration.ofSeconds(10));

    /** Now or never. */
    public static final Partial FAST_FAIL =
            Partial.NONE
                    .with(Field.MAX_RETRIES, 0)
                    .with(Field.START_TO_CLOSE, Duration.ofSeconds(1))
                    .with(Field.ON_OPEN, Gates.OnOpen.FAIL);

    private Presets() {}

    private static Partial retries(int most, Backoff.Shape shape, Duration base, Duration max) {
        return Partial.NONE
                .with(Field.MAX_RETRIES, most)
                .with(Field.BACKOFF, shape)
                .with(Field.DELAY_BASE, base)
                .with(Field.DELAY_MAX, max);
    }
}
