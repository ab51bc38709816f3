package dev.reprise.engine.run;

import dev.reprise.Payload;
import dev.reprise.history.Command;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An activity that has been asked for and has not ended.
 *
 * @param seq the number of the command that asked for it
 * @param position the entry that holds the command
 * @param at the entry that holds its last {@link Attempt}; -1 when there is none
 * @param attempt which attempt is, or will be, under way
 * @param redeliveries how many deliveries of this attempt were lost with a process
 * @param notBefore when the attempt begins; null when that is at once
 * @param cancelled whether it is not to be tried again
 * @param overspent whether the attempt is more than its run may spend
 * @param queue where it waits for a person; empty when it does not
 * @param away whether its outcome comes from outside
 * @param order what is to be done; null when it has to be read first
 */
record Errand(
        long seq,
        long position,
        long at,
        int attempt,
        int redeliveries,
        @Nullable Instant notBefore,
        boolean cancelled,
        boolean overspent,
        String queue,
        boolean away,
        @Nullable Order order) {

    /**
     * What an activity is asked to do.
     *
     * @param asked when
     */
    record Order(
            String activityId, String type, List<Payload> input, Dispatch dispatch, Instant asked) {
        /** What a command of an entry asks for; null when it does not ask for an activity. */
        static @Nullable Order of(Entry entry, Command command, Instant asked) {
            return switch (command) {
                case Command.ScheduleActivity c ->
                        new Order(c.activityId(), c.type(), c.input(), entry.dispatch(c), asked);
                case Command.ScheduleLocalActivity c ->
                        new Order(c.activityId(), c.type(), c.input(), entry.dispatch(c), asked);
                default -> null;
            };
        }
    }

    Errand with(Attempt next, long entry, boolean tooMuch) {
        return new Errand(
                seq,
                position,
                entry,
                next.attempt(),
                next.redeliveries(),
                next.notBefore(),
                cancelled,
                tooMuch,
                next.queue(),
                next.isAway(),
                order);
    }

    Errand withOrder(Order value) {
        return new Errand(
                seq,
                position,
                at,
                attempt,
                redeliveries,
                notBefore,
                cancelled,
                overspent,
                queue,
                away,
                value);
    }

    Errand asCancelled() {
        return new Errand(
                seq,
                position,
                at,
                attempt,
                redeliveries,
                notBefore,
                true,
                overspent,
                queue,
                away,
                order);
    }

    /** Whether it waits for a person. */
    boolean isParked() {
        return !queue.isEmpty();
    }

    /** Whether it may have been delivered by now. */
    boolean isDue(Instant now) {
        return !isParked() && !away && (notBefore == null || !notBefore.isAfter(now));
    }
}
