package dev.reprise.engine.control;

import dev.reprise.Check;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * On what terms a run is started from outside.
 *
 * @param reuse what happens when a run of this id has ended
 * @param whileRunning what happens when a run of this id goes on
 * @param delay how long its code waits before it begins
 * @param options how it is carried out; of retries only how many attempts there are
 * @param signal what it is told besides, whether it begins or goes on; nobody has sent it yet
 */
public record StartTerms(
        IdReuse reuse,
        WhileRunning whileRunning,
        Duration delay,
        RunOptions options,
        Optional<Job.Signal> signal) {
    /** At once, and only if nobody has the id. */
    public static final StartTerms PLAIN =
            new StartTerms(
                    IdReuse.REFUSE,
                    WhileRunning.REFUSE,
                    Duration.ZERO,
                    RunOptions.UNSAID,
                    Optional.empty());

    /** Checks that all of it can be told to another process. */
    public StartTerms {
        Check.argument(!delay.isNegative(), "a delay is not negative: %s", delay);
        var retry = RetryOptions.UNSAID.attemptsMax(options.retry().attemptsMax());
        Check.argument(
                options.retry().equals(retry),
                "only the number of attempts is told of how a run is tried again: %s",
                options.retry());
    }

    /** The same for an engine; what is told besides has the same request id. */
    Beginning beginning(String requestId) {
        return Beginning.PLAIN
                .requestId(requestId)
                .whileRunning(whileRunning)
                .reuse(reuse)
                .delay(delay)
                .options(options)
                .also(
                        signal
                                .map(it -> new Job.Signal(it.name(), it.input(), "", requestId))
                                .stream()
                                .<Job>map(it -> it)
                                .toList());
    }
}
