package dev.reprise.engine.run;

import dev.reprise.RunId;

/**
 * Who started a child, and is told how it ended.
 *
 * @param run the parent
 * @param leg in which of its legs
 * @param seq the number of the command by which it did
 * @param birth which of the runs that ever had its id the parent is: one that was started after
 *     another was deleted is not taken for it
 */
public record Parent(RunId run, long leg, long seq, long birth) {
    /** By which the start of the child is known when it is asked for again. */
    String requestId() {
        return RequestKey.ofRun("child", this).row();
    }
}
