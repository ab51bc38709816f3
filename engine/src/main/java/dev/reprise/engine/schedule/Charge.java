package dev.reprise.engine.schedule;

import dev.reprise.schedule.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a leg of a schedule's run begins with.
 *
 * @param actsMax after so many steps the next leg begins
 * @param past what the legs before have left; null for the first
 */
record Charge(String name, ScheduleSpec spec, int actsMax, @Nullable Past past) {
    /**
     * What is handed on from leg to leg.
     *
     * @param incarnation in which leg of its run the schedule was created
     */
    record Past(long incarnation, Instant created, State state, List<Decided> recent) {
        Past {
            recent = List.copyOf(recent);
        }
    }
}
