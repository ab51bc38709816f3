package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs that somebody looked for and did not find, each with the moment before the look. Who starts
 * a run looks first, so its first turn is judged without a second look. For any thread; all of it
 * may be forgotten at any time.
 */
final class Absences {
    /** Of so many looks at most some have not led to a start yet. */
    static final int MAX = 1 << 14;

    private final ConcurrentHashMap<RunId, Long> looked = new ConcurrentHashMap<>();

    /** The run was not there at this moment, or at a later one. */
    void note(RunId run, long moment) {
        if (looked.mappingCount() >= MAX) {
            looked.clear();
        }
        looked.put(run, moment);
    }

    /**
     * Whether the run was looked for at this moment or later, and was not there. It is told once.
     */
    boolean tell(RunId run, long earliest) {
        Long moment = looked.remove(run);
        return moment != null && moment >= earliest;
    }
}
