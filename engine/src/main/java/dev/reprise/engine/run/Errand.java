package dev.reprise.engine.run;

import dev.reprise.Payload;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An activity that has been asked for and has not ended.
 *
 * @param seq the number of the command that asked for it
 * @param position the entry that holds the command
 * @param attempt which attempt is, or will be, under way
 * @param redeliveries how many deliveries of this attempt were lost with a process
 * @param notBefore when the attempt begins; null when that is at once
 * @param cancelled whether it is not to be tried again
 * @param order what is to be done; null when it has to be read first
 */
record Errand(
        long seq,
        long position,
        int attempt,
        int redeliveries,
        @Nullable Instant notBefore,
        boolean cancelled,
        @Nullable Order order) {

    /** What an activity is asked to do. */
    record Order(String activityId, String type, List<Payload> input, ActivityOptions options) {
        /** What a command asks for; null when it does not ask for an activity. */
        static @Nullable Order of(Command command) {
            return switch (command) {
                case Command.ScheduleActivity c ->
                        new Order(c.activityId(), c.type(), c.input(), c.options());
                case Command.ScheduleLocalActivity c ->
                        new Order(c.activityId(), c.type(), c.input(), c.options());
                default -> null;
            };
        }
    }

    Errand with(Attempt next) {
        return new Errand(
                seq,
                position,
                next.attempt(),
                next.redeliveries(),
                next.notBefore(),
                cancelled,
                order);
    }

    Errand withOrder(Order value) {
        return new Errand(seq, position, attempt, redeliveries, notBefore, cancelled, value);
    }

    Errand asCancelled() {
        return new Errand(seq, position, attempt, redeliveries, notBefore, true, order);
    }

    /** Whether it may have been delivered by now. */
    boolean isDue(Instant now) {
        return notBefore == null || !notBefore.isAfter(now);
    }
}
