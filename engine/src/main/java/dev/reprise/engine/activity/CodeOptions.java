package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.RetryOptions;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import java.time.Duration;

/** What a workflow's code says about an activity, in the words of policies. */
public final class CodeOptions {
    /** The longest time that a policy knows. */
    private static final Duration SPAN_MAX = Duration.ofDays(36_500);

    /** The wait of who says that waits stay the same, but not how long they are. */
    private static final Duration DELAY = Duration.ofSeconds(1);

    private CodeOptions() {}

    /**
     * What is said; {@link Partial#NONE} when nothing is.
     *
     * @throws IllegalArgumentException when no policy can say that
     */
    public static Partial said(ActivityOptions options) {
        if (options.equals(ActivityOptions.UNSAID)) {
            return Partial.NONE;
        }
        Partial said = retries(options.retry());
        ActivityOptions.Timeouts times = options.timeouts();
        said = span(said, Field.START_TO_CLOSE, times.startToClose());
        said = span(said, Field.SCHEDULE_TO_START, times.scheduleToStart());
        said = span(said, Field.SCHEDULE_TO_CLOSE, times.scheduleToClose());
        said = span(said, Field.HEARTBEAT, times.heartbeat());
        said = text(said, Field.TASK_QUEUE, options.taskQueue());
        said = text(said, Field.FAIRNESS_KEY, options.fairnessKey());
        return options.priority() == 0 ? said : said.with(Field.PRIORITY, options.priority());
    }

    private static Partial retries(RetryOptions retry) {
        Partial said = Partial.NONE;
        if (retry.attemptsMax() > 0) {
            int most = Math.min(retry.attemptsMax() - 1, Policy.RETRIES_MAX);
            said = said.with(Field.MAX_RETRIES, most);
        }
        if (!retry.fatalTypes().isEmpty()) {
            said = said.with(Field.FATAL_TYPES, retry.fatalTypes());
        }
        if (retry.backoff() == 1) {
            // Waits that stay the same: they would double, but the first is the longest already.
            Duration each = retry.delay().isZero() ? DELAY : retry.delay();
            return span(span(said, Field.DELAY_MAX, each), Field.DELAY_BASE, each)
                    .with(Field.BACKOFF, Backoff.Shape.EXPONENTIAL);
        }
        Check.argument(
                retry.backoff() == 0 || retry.backoff() == 2,
                "a backoff is 1, for waits that stay the same, or 2, for waits that double: %s",
                retry.backoff());
        boolean waits = retry.backoff() == 2 || !retry.delay().isZero();
        if (waits) {
            said = said.with(Field.BACKOFF, Backoff.Shape.EXPONENTIAL);
        }
        said = span(said, Field.DELAY_MAX, retry.delayMax());
        return span(said, Field.DELAY_BASE, retry.delay());
    }

    private static Partial text(Partial said, Field<String> field, String text) {
        return text.isEmpty() ? said : said.with(field, text);
    }

    private static Partial span(Partial said, Field<Duration> field, Duration span) {
        return span.isZero()
                ? said
                : said.with(field, span.compareTo(SPAN_MAX) > 0 ? SPAN_MAX : span);
    }
}
