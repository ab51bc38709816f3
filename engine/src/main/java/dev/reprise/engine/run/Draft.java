package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.engine.store.Timer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens when an append is durable.
 *
 * @param acks who waits for that
 * @param news what else is said then
 * @param deliveries the activities that may be delivered then
 * @param hailed what is to be sent to other runs then
 * @param set the timers that it sets
 * @param stopped the timers that it stops
 * @param over the leg that has ended; null when it goes on
 */
record Draft(
        List<Ack> acks,
        List<Runnable> news,
        List<Long> deliveries,
        List<BondId> hailed,
        List<Timer> set,
        List<Timer> stopped,
        @Nullable Over over) {
    static final Draft NONE =
            new Draft(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null);

    /**
     * A leg has ended.
     *
     * @param status how it ended
     * @param outcome what those are told who wait for it; null when another leg goes on for it
     * @param parent who is told, too
     * @param cutOff whether what is under way is not waited for
     * @param carried the updates that go on in the next leg
     * @param takenBack whether what was under way at an earlier moment is again
     */
    record Over(
            Status status,
            @Nullable Outcome outcome,
            @Nullable Parent parent,
            boolean cutOff,
            List<String> carried,
            boolean takenBack) {}

    /** Whether nothing follows but deliveries. */
    boolean isQuiet() {
        return acks.isEmpty()
                && news.isEmpty()
                && hailed.isEmpty()
                && set.isEmpty()
                && stopped.isEmpty()
                && over == null;
    }

    /** The end of a leg, with which the next one begins and sets and stops these timers. */
    Draft followed(List<Timer> nowSet, List<Timer> nowStopped) {
        return new Draft(
                acks, news, List.of(), hailed, List.copyOf(nowSet), List.copyOf(nowStopped), over);
    }
}
