package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.PayloadCodec;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.activity.Retry;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How runs are carried out.
 *
 * @param pausedMax how many paused runs stay in memory; the others are replayed when they go on
 * @param retry how often an activity is tried, where its workflow says nothing
 * @param codec how values are written, where a workflow type says nothing
 * @param carrier who carries out activities; empty when those they are handed to do. It may block
 *     and refuse: no run is held up by that
 */
public record Settings(int pausedMax, Retry retry, PayloadCodec codec, Optional<Executor> carrier) {
    /** What we recommend. */
    public static final Settings DEFAULT =
            new Settings(10_000, Retry.DEFAULT, new JsonCodec(), Optional.empty());

    /** Checks the number. */
    public Settings {
        Check.argument(pausedMax >= 0, "pausedMax must not be negative: %d", pausedMax);
    }

    /** The same with room for another number of paused runs. */
    public Settings pausedMax(int value) {
        return new Settings(value, retry, codec, carrier);
    }

    /** The same with another retry. */
    public Settings retry(Retry value) {
        return new Settings(pausedMax, value, codec, carrier);
    }

    /** The same with another codec. */
    public Settings codec(PayloadCodec value) {
        return new Settings(pausedMax, retry, value, carrier);
    }

    /** The same with activities carried out by this executor. */
    public Settings carrier(Executor value) {
        return new Settings(pausedMax, retry, codec, Optional.of(value));
    }
}
