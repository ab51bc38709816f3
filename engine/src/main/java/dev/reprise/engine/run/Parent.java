package dev.reprise.engine.run;

import dev.reprise.RunId;

/**
 * Who started a child, and is told how it ended.
 *
 * @param run the parent
 * @param leg in which of its legs
 * @param seq the number of the command by which it did
 */
public record Parent(RunId run, long leg, long seq) {
    /** By which the start of the child is known when it is asked for again. */
    String requestId() {
        return Requests.ofRun("child", this);
    }
}
