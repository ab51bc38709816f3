package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.RetryOptions;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import java.time.Duration;

/** What the options of a command say about an activity, in the words of policies. */
final class Options {
    /** What goes without saying: never changed, since entries leave it out. */
    static final Partial USUAL =
            Partial.NONE
                    .with(Field.MAX_RETRIES, 2)
                    .with(Field.BACKOFF, Backoff.Shape.EXPONENTIAL)
                    .with(Field.DELAY_BASE, Duration.ofSeconds(1))
                    .with(Field.DELAY_MAX, Duration.ofMinutes(1));

    /** What a local activity says by being one. */
    private static final Partial LOCAL = Partial.NONE.with(Field.MODE, Execution.Mode.SYNC);

    private static final Policy UNSAID = USUAL.onto(Policy.DEFAULT);
    private static final Duration SPAN_MAX = Duration.ofDays(36_500);

    private Options() {}

    /** The policy of a command where nobody says anything but the command. */
    static Policy usual(Command command) {
        ActivityOptions options = of(command);
        return options.equals(ActivityOptions.UNSAID) && command instanceof Command.ScheduleActivity
                ? UNSAID
                : said(command).over(USUAL).onto(Policy.DEFAULT);
    }

    private static ActivityOptions of(Command command) {
        return switch (command) {
            case Command.ScheduleActivity it -> it.options();
            case Command.ScheduleLocalActivity it -> it.options();
            default -> throw new IllegalArgumentException(command + " asks for no activity");
        };
    }

    /**
     * What a command says.
     *
     * @throws IllegalArgumentException when no policy can say that
     */
    static Partial said(Command command) {
        ActivityOptions options = of(command);
        Partial said = command instanceof Command.ScheduleLocalActivity ? LOCAL : Partial.NONE;
        if (options.equals(ActivityOptions.UNSAID)) {
            return said;
        }
        said = retries(said, options.retry());
        ActivityOptions.Timeouts times = options.timeouts();
        said = span(said, Field.START_TO_CLOSE, times.startToClose());
        said = span(said, Field.SCHEDULE_TO_START, times.scheduleToStart());
        said = span(said, Field.SCHEDULE_TO_CLOSE, times.scheduleToClose());
        said = span(said, Field.HEARTBEAT, times.heartbeat());
        return options.priority() == 0 ? said : said.with(Field.PRIORITY, options.priority());
    }

    private static Partial retries(Partial before, RetryOptions retry) {
        Partial said = before;
        if (retry.attemptsMax() > 0) {
            int retries = Math.min(retry.attemptsMax() - 1, Policy.RETRIES_MAX);
            said = said.with(Field.MAX_RETRIES, retries);
        }
        if (!retry.fatalTypes().isEmpty()) {
            said = said.with(Field.FATAL_TYPES, retry.fatalTypes());
        }
        if (retry.backoff() == 1) {
            // Waits that stay the same: they double, and the first is the longest already.
            Duration each = retry.delay().isZero() ? Duration.ofSeconds(1) : retry.delay();
            said = span(span(said, Field.DELAY_MAX, each), Field.DELAY_BASE, each);
            return said.with(Field.BACKOFF, Backoff.Shape.EXPONENTIAL);
        }
        if (retry.backoff() != 0) {
            Check.argument(
                    retry.backoff() == 2,
                    "a backoff is 1, for waits that stay the same, or 2, for waits that double: %s",
                    retry.backoff());
            said = said.with(Field.BACKOFF, Backoff.Shape.EXPONENTIAL);
        }
        said = span(said, Field.DELAY_MAX, retry.delayMax());
        return span(said, Field.DELAY_BASE, retry.delay());
    }

    private static Partial span(Partial said, Field<Duration> field, Duration span) {
        return span.isZero()
                ? said
                : said.with(field, span.compareTo(SPAN_MAX) > 0 ? SPAN_MAX : span);
    }
}
