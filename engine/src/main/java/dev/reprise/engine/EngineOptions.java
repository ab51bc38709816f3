package dev.reprise.engine;

import dev.reprise.Check;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.run.Settings;
import dev.reprise.policy.Precedence;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * How an engine works.
 *
 * @param workers how many threads carry out workflow code
 * @param settings how runs are carried out
 * @param patience how long closing waits for activities that are under way
 * @param control whether an engine on a folder listens on a local socket in that folder, for the
 *     command line of the same user (docs/cli.md)
 */
public record EngineOptions(int workers, Settings settings, Duration patience, boolean control) {
    /** What we recommend: a worker for each processor. */
    public static final EngineOptions DEFAULT =
            new EngineOptions(
                    Math.max(2, Math.min(64, Runtime.getRuntime().availableProcessors())),
                    Settings.DEFAULT,
                    Duration.ofSeconds(5),
                    true);

    /** Checks the numbers. */
    public EngineOptions {
        Check.argument(workers >= 1, "workers must be positive: %d", workers);
        Check.argument(!patience.isNegative(), "patience must not be negative: %s", patience);
    }

    /** The same with another number of threads for workflow code. */
    public EngineOptions workers(int value) {
        return new EngineOptions(value, settings, patience, control);
    }

    /** The same with other settings. */
    public EngineOptions settings(Settings value) {
        return new EngineOptions(workers, value, patience, control);
    }

    /** The same with activities carried out by this executor, not by a virtual thread each. */
    public EngineOptions activities(Executor value) {
        return settings(settings.carrier(value));
    }

    /** The same with other rules and defaults for activities. */
    public EngineOptions policies(Precedence value) {
        return settings(settings.policies(value));
    }

    /** The same with runs that have ended kept for another time, or another number of them. */
    public EngineOptions retention(Retention value) {
        return settings(settings.retention(value));
    }

    /** The same with more or less room on the disk kept for runs that were started. */
    public EngineOptions reserveBytes(long value) {
        return settings(settings.reserveBytes(value));
    }

    /** The same with another patience. */
    public EngineOptions patience(Duration value) {
        return new EngineOptions(workers, settings, value, control);
    }

    /** The same with or without a local socket for the command line. */
    public EngineOptions control(boolean value) {
        return new EngineOptions(workers, settings, patience, value);
    }
}
