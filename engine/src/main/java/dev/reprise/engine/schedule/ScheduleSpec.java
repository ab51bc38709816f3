package dev.reprise.engine.schedule;

import dev.reprise.schedule.Schedule;

/**
 * All that a schedule is told: when, and what.
 *
 * @param schedule at which times, and what becomes of them
 * @param duty what is started
 */
public record ScheduleSpec(Schedule schedule, Duty duty) {
    /** The same at other times. */
    public ScheduleSpec schedule(Schedule value) {
        return new ScheduleSpec(value, duty);
    }

    /** The same with something else to start. */
    public ScheduleSpec duty(Duty value) {
        return new ScheduleSpec(schedule, value);
    }
}
