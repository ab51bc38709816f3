package dev.reprise.engine.schedule;

import dev.reprise.RunId;

/**
 * What an {@link Attendant} begins with.
 *
 * @param schedule the run of the schedule, which is told the end
 * @param key of the firing
 * @param run the id of the run that is started for it
 */
record Attendance(RunId schedule, String key, RunId run, Duty duty) {}
