package dev.reprise.flow;

import dev.reprise.RunId;
import dev.reprise.history.RunInfo;

/**
 * What a run may know about itself.
 *
 * @param historySize how much it has recorded so far: a reason to continue as new
 * @param origin how it came to be
 */
public record RunFacts(RunId runId, String workflowType, long historySize, RunInfo origin) {}
