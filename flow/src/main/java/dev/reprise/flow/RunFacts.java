package dev.reprise.flow;

import dev.reprise.RunId;
import dev.reprise.history.RunInfo;

/**
 * What a run may know about itself.
 *
 * @param historySize how much it has recorded so far: a reason to continue as new
 * @param origin how it came to be
 */
public record RunFacts(RunId runId, String workflowType, long historySize, RunInfo origin) {
    /**
     * From this size on a run had better continue as new. It is never changed: what a run decided
     * by it has to be decided again by a replay.
     */
    public static final long CONTINUE_AS_NEW_SIZE = 10_000;

    /**
     * Whether the run has recorded so much that it had better continue as new, at a moment that
     * suits it. What handlers were told in the same activation is not in what the next one begins
     * with, unless the root says {@link Flow#yield} first.
     */
    public boolean isContinueAsNewSuggested() {
        return historySize >= CONTINUE_AS_NEW_SIZE;
    }
}
