package dev.reprise.flow.unit;

import org.jspecify.annotations.Nullable;

/** Work that drives strands and is watched meanwhile. All of this is called by the watchdog. */
public interface Watched {
    /** The strand that has the turn, or null. It is read while the work goes on. */
    @Nullable Strand strand();

    /** Says for people what does not come along. It is called while the work goes on. */
    String describe(StackTraceElement[] stack);

    /**
     * It is given up: whoever asked for it has been told so, or will be. Nothing of what it still
     * does may count. It is called while the work goes on, and once only.
     */
    void givenUp(Stuck stuck);
}
