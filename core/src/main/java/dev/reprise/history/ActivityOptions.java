package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.Text;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a workflow's code says about one activity. It is part of the command, and of its identity.
 *
 * @param taskQueue where the activity is to run; empty for the queue of the run
 * @param priority 0 is normal, what is greater goes first
 * @param fairnessKey on whose behalf it is done, say a customer: of one queue and priority, keys
 *     take turns; empty is a key, too
 */
public record ActivityOptions(
        String taskQueue,
        Timeouts timeouts,
        RetryOptions retry,
        Cancellation cancellation,
        int priority,
        String fairnessKey)
        implements CommandOptions {
    /** The greatest priority, and the least with its sign turned. */
    public static final int PRIORITY_MAX = 1_000;

    /** Nothing is said: rules and defaults decide. */
    public static final ActivityOptions UNSAID =
            new ActivityOptions("", Timeouts.NONE, RetryOptions.UNSAID, Cancellation.TRY, 0, "");

    /**
     * The times that an activity may take; {@link Duration#ZERO} is no timeout.
     *
     * @param scheduleToClose from scheduling to the end of the last attempt
     * @param scheduleToStart from scheduling to the start of an attempt
     * @param startToClose from the start of an attempt to its end
     * @param heartbeat between two heartbeats
     */
    public record Timeouts(
            Duration scheduleToClose,
            Duration scheduleToStart,
            Duration startToClose,
            Duration heartbeat) {
        /** No timeout at all. */
        public static final Timeouts NONE =
                new Timeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

        /** Checks that no time is negative. */
        public Timeouts {
            Limits.checkSpan("scheduleToClose", scheduleToClose);
            Limits.checkSpan("scheduleToStart", scheduleToStart);
            Limits.checkSpan("startToClose", startToClose);
            Limits.checkSpan("heartbeat", heartbeat);
        }

        /** As a record's own, but without the detour over method handles: replay asks often. */
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof Timeouts that
                            && scheduleToClose.equals(that.scheduleToClose)
                            && scheduleToStart.equals(that.scheduleToStart)
                            && startToClose.equals(that.startToClose)
                            && heartbeat.equals(that.heartbeat));
        }

        @Override
        public int hashCode() {
            return Objects.hash(scheduleToClose, scheduleToStart, startToClose, heartbeat);
        }

        /** The same with another time from scheduling to the end. */
        public Timeouts scheduleToClose(Duration value) {
            return new Timeouts(value, scheduleToStart, startToClose, heartbeat);
        }

        /** The same with another time from scheduling to the start. */
        public Timeouts scheduleToStart(Duration value) {
            return new Timeouts(scheduleToClose, value, startToClose, heartbeat);
        }

        /** The same with another time for an attempt. */
        public Timeouts startToClose(Duration value) {
            return new Timeouts(scheduleToClose, scheduleToStart, value, heartbeat);
        }

        /** The same with another time between heartbeats. */
        public Timeouts heartbeat(Duration value) {
            return new Timeouts(scheduleToClose, scheduleToStart, startToClose, value);
        }
    }

    /** Checks the queue's name and the priority. */
    public ActivityOptions {
        Text.optionalName("a task queue", taskQueue);
        checkPriority(priority);
        Text.optionalName("a fairness key", fairnessKey);
    }

    static void checkPriority(int priority) {
        Check.argument(
                priority >= -PRIORITY_MAX && priority <= PRIORITY_MAX,
                "a priority is in -1000..1000: %d",
                priority);
    }

    /** As a record's own, but without the detour over method handles: replay asks often. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ActivityOptions that
                        && taskQueue.equals(that.taskQueue)
                        && timeouts.equals(that.timeouts)
                        && retry.equals(that.retry)
                        && cancellation == that.cancellation
                        && priority == that.priority
                        && fairnessKey.equals(that.fairnessKey));
    }

    @Override
    public int hashCode() {
        return Objects.hash(taskQueue, timeouts, retry, cancellation, priority, fairnessKey);
    }

    /** The same with another queue. */
    public ActivityOptions taskQueue(String value) {
        return new ActivityOptions(value, timeouts, retry, cancellation, priority, fairnessKey);
    }

    /** The same with other timeouts. */
    public ActivityOptions timeouts(Timeouts value) {
        return new ActivityOptions(taskQueue, value, retry, cancellation, priority, fairnessKey);
    }

    /** The same with other retry options. */
    public ActivityOptions retry(RetryOptions value) {
        return new ActivityOptions(taskQueue, timeouts, value, cancellation, priority, fairnessKey);
    }

    /** The same with another way of being cancelled. */
    public ActivityOptions cancellation(Cancellation value) {
        return new ActivityOptions(taskQueue, timeouts, retry, value, priority, fairnessKey);
    }

    /** The same with another priority. */
    public ActivityOptions priority(int value) {
        return new ActivityOptions(taskQueue, timeouts, retry, cancellation, value, fairnessKey);
    }

    /** The same on behalf of another. */
    public ActivityOptions fairnessKey(String value) {
        return new ActivityOptions(taskQueue, timeouts, retry, cancellation, priority, value);
    }
}
