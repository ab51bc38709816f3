package dev.reprise.engine;

import dev.reprise.Check;
import dev.reprise.engine.run.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How an engine works.
 *
 * @param workers how many threads carry out workflow code
 * @param settings how runs are carried out
 * @param activities who carries out activities; empty for a virtual thread each
 * @param patience how long closing waits for activities that are under way
 */
public record EngineOptions(
        int workers, Settings settings, Optional<Executor> activities, Duration patience) {
    /** What we recommend: a worker for each processor. */
    public static final EngineOptions DEFAULT =
            new EngineOptions(
                    Math.max(2, Math.min(64, Runtime.getRuntime().availableProcessors())),
                    Settings.DEFAULT,
                    Optional.empty(),
                    Duration.ofSeconds(5));

    /** Checks the numbers. */
    public EngineOptions {
        Check.argument(workers >= 1, "workers must be positive: %d", workers);
        Check.argument(!patience.isNegative(), "patience must not be negative: %s", patience);
    }

    /** The same with another number of threads for workflow code. */
    public EngineOptions workers(int value) {
        return new EngineOptions(value, settings, activities, patience);
    }

    /** The same with other settings. */
    public EngineOptions settings(Settings value) {
        return new EngineOptions(workers, value, activities, patience);
    }

    /** The same with activities carried out by this executor. */
    public EngineOptions activities(Executor value) {
        return new EngineOptions(workers, settings, Optional.of(value), patience);
    }

    /** The same with another patience. */
    public EngineOptions patience(Duration value) {
        return new EngineOptions(workers, settings, activities, value);
    }
}
