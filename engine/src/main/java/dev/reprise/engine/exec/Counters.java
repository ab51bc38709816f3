package dev.reprise.engine.exec;

import java.util.List;

/**
 * What a workforce has done, read while it goes on: each number was right a moment ago, and they
 * need not fit together.
 *
 * @param submitted tasks that came in from outside, held ones included
 * @param spawned tasks that tasks brought in
 * @param ran tasks that were run, or begun and not over yet, also by their submitters
 * @param refused tasks from outside that were not let in
 * @param handedBack tasks that {@link Workforce#shutdownNow} gave back
 * @param panics tasks that threw
 * @param steals how often a worker took a task from another
 * @param parks how often a worker went to sleep
 * @param wakes how often a sleeping worker was woken
 * @param inFlight tasks that came in and are not over
 * @param waiting tasks in the shared queue
 * @param lanes tasks in the lane of each worker
 */
public record Counters(
        long submitted,
        long spawned,
        long ran,
        long refused,
        long handedBack,
        long panics,
        long steals,
        long parks,
        long wakes,
        long inFlight,
        int waiting,
        List<Integer> lanes) {
    /** Numbers that stay. */
    public Counters {
        lanes = List.copyOf(lanes);
    }
}
