package dev.reprise.engine;

import dev.reprise.Check;
import dev.reprise.engine.run.HistoryLimits;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.watch.Meter;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rules;
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
 * @param watching how it is looked at: where its numbers go, what is reported as slow
 */
public record EngineOptions(
        int workers, Settings settings, Duration patience, boolean control, Watching watching) {
    /** What we recommend: a worker for each processor. */
    public static final EngineOptions DEFAULT =
            new EngineOptions(
                    Math.max(2, Math.min(64, Runtime.getRuntime().availableProcessors())),
                    Settings.DEFAULT,
                    Duration.ofSeconds(5),
                    true,
                    Watching.DEFAULT);

    /** Checks the numbers. */
    public EngineOptions {
        Check.argument(workers >= 1, "workers must be positive: %d", workers);
        Check.argument(!patience.isNegative(), "patience must not be negative: %s", patience);
    }

    /** The same with another number of threads for workflow code. */
    public EngineOptions workers(int value) {
        return new EngineOptions(value, settings, patience, control, watching);
    }

    /** The same with other settings. */
    public EngineOptions settings(Settings value) {
        return new EngineOptions(workers, value, patience, control, watching);
    }

    /** The same with activities carried out by this executor, not by a virtual thread each. */
    public EngineOptions activities(Executor value) {
        return settings(settings.carrier(value));
    }

    /** The same with these rules for activities, over the defaults that are there. */
    public EngineOptions rules(Rules value) {
        return settings(settings.rules(value));
    }

    /**
     * The same with other rules and defaults for activities: {@link Precedence#NONE} has no
     * defaults, so nothing would be tried again of which nobody says so.
     */
    public EngineOptions policies(Precedence value) {
        return settings(settings.policies(value));
    }

    /** The same with other limits of a task queue. */
    public EngineOptions queue(String name, QueueLimits limits) {
        return settings(settings.queue(name, limits));
    }

    /** The same with runs that have ended kept for another time, or another number of them. */
    public EngineOptions retention(Retention value) {
        return settings(settings.retention(value));
    }

    /** The same with shorter or longer histories warned of, or ended. */
    public EngineOptions limits(HistoryLimits value) {
        return settings(settings.limits(value));
    }

    /** The same with more or less room on the disk kept for runs that were started. */
    public EngineOptions reserveBytes(long value) {
        return settings(settings.reserveBytes(value));
    }

    /** The same with another patience. */
    public EngineOptions patience(Duration value) {
        return new EngineOptions(workers, settings, value, control, watching);
    }

    /** The same with or without a local socket for the command line. */
    public EngineOptions control(boolean value) {
        return new EngineOptions(workers, settings, patience, value, watching);
    }

    /** The same with other terms for those who look at it. */
    public EngineOptions watching(Watching value) {
        return new EngineOptions(workers, settings, patience, control, value);
    }

    /** The same with its numbers told to this meter, too. */
    public EngineOptions meter(Meter value) {
        return watching(watching.meter(value));
    }
}
