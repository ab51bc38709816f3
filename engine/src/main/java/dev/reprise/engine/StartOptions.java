package dev.reprise.engine;

import dev.reprise.engine.run.Beginning;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.List;

/**
 * How a run is started.
 *
 * @param requestId by which the same start is known when it is asked for again, or empty
 * @param whileRunning what happens when a run of this id goes on
 * @param afterEnd what happens when a run of this id has ended
 * @param delay how long its code waits before it begins
 * @param run how it is carried out: timeouts, retry
 * @param patience how long it waits while the queue of the run is full (docs/queues.md); with zero
 *     it is refused at once
 */
public record StartOptions(
        String requestId,
        WhileRunning whileRunning,
        AfterEnd afterEnd,
        Duration delay,
        RunOptions run,
        Duration patience) {
    /** At once, and only if nobody has the id. */
    public static final StartOptions DEFAULT =
            new StartOptions(
                    "",
                    WhileRunning.REFUSE,
                    AfterEnd.REFUSE,
                    Duration.ZERO,
                    RunOptions.UNSAID,
                    Duration.ZERO);

    /** What happens when a run of the same id goes on. */
    public enum WhileRunning {
        /** The start is refused. */
        REFUSE,
        /** That run will do as well: nothing is started. */
        JOIN,
        /** That run is terminated, and this one begins; both or neither. */
        REPLACE
    }

    /** What happens when a run of the same id has ended. */
    public enum AfterEnd {
        /** The start is refused. */
        REFUSE,
        /** The start is refused, unless that run ended without a result. */
        ALLOW_AFTER_FAILURE,
        /** This one begins. */
        ALLOW
    }

    /** Checks the times. */
    public StartOptions {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay is not negative: " + delay);
        }
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience is not negative: " + patience);
        }
    }

    /** The same with another request id. */
    public StartOptions requestId(String value) {
        return new StartOptions(value, whileRunning, afterEnd, delay, run, patience);
    }

    /** The same with another rule for an id that is in use. */
    public StartOptions whileRunning(WhileRunning value) {
        return new StartOptions(requestId, value, afterEnd, delay, run, patience);
    }

    /** The same with another rule for an id that was in use. */
    public StartOptions afterEnd(AfterEnd value) {
        return new StartOptions(requestId, whileRunning, value, delay, run, patience);
    }

    /** The same with another wait. */
    public StartOptions delay(Duration value) {
        return new StartOptions(requestId, whileRunning, afterEnd, value, run, patience);
    }

    /** The same with other options of the run. */
    public StartOptions run(RunOptions value) {
        return new StartOptions(requestId, whileRunning, afterEnd, delay, value, patience);
    }

    /** The same with another time from when the code of one leg begins to its end. */
    public StartOptions runTimeout(Duration value) {
        return run(run.timeouts(run.timeouts().run(value)));
    }

    /**
     * The same with another time for all legs: retried, continued as new. It counts from when the
     * code of the first one begins, so a {@link #delay} before it does not count; waits between
     * legs do.
     */
    public StartOptions executionTimeout(Duration value) {
        return run(run.timeouts(run.timeouts().execution(value)));
    }

    /** The same, but a run that fails is tried again so. */
    public StartOptions retry(RetryOptions value) {
        return run(run.retry(value));
    }

    /** The same on another task queue: that of its activities that name none. */
    public StartOptions taskQueue(String value) {
        return run(run.taskQueue(value));
    }

    /**
     * The same with another priority: that of its activities that have none. When its queue is
     * full, a start with a higher one is let in first.
     */
    public StartOptions priority(int value) {
        return run(run.priority(value));
    }

    /** The same, but it waits so long while the queue of the run is full. */
    public StartOptions patience(Duration value) {
        return new StartOptions(requestId, whileRunning, afterEnd, delay, run, value);
    }

    /** The same with these search attributes. */
    public StartOptions attributes(List<SearchAttribute> value) {
        return run(run.attributes(value));
    }

    /** Whether a run of the id is the one that is started as soon as that has been looked at. */
    boolean beginsAtOnce() {
        return patience.isZero() && whileRunning != WhileRunning.REPLACE;
    }

    Beginning terms() {
        return Beginning.PLAIN
                .requestId(requestId)
                .delay(delay)
                .patiently(patience)
                .options(run)
                .reuse(
                        switch (afterEnd) {
                            case REFUSE -> IdReuse.REFUSE;
                            case ALLOW_AFTER_FAILURE -> IdReuse.ALLOW_AFTER_FAILURE;
                            case ALLOW -> IdReuse.ALLOW_AFTER_END;
                        })
                .whileRunning(
                        switch (whileRunning) {
                            case REFUSE -> Beginning.WhileRunning.REFUSE;
                            case JOIN -> Beginning.WhileRunning.JOIN;
                            case REPLACE -> Beginning.WhileRunning.REPLACE;
                        });
    }
}
