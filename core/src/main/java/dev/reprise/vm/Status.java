package dev.reprise.vm;

import dev.reprise.Failure;
import dev.reprise.pattern.Context;
import java.util.List;

/** How far a run has come. */
public sealed interface Status {
    /** It is over, and this is what it knows. */
    record Done(Context result) implements Status {}

    /** There is more to do at once. */
    record Yielded() implements Status {}

    /**
     * There is nothing to do at once, and something is new for whoever carries effects out.
     *
     * @param asked what to carry out, in the order in which it was asked for
     * @param withdrawn the numbers of effects whose outcomes are of no interest any more
     */
    record Effects(List<Effect> asked, List<Long> withdrawn) implements Status {
        /** Copies the lists. */
        public Effects {
            asked = List.copyOf(asked);
            withdrawn = List.copyOf(withdrawn);
        }
    }

    /**
     * There is nothing to do at once.
     *
     * @param effects how many effects are outstanding
     * @param awaiting how many tokens wait for a trigger; with neither, it is blocked for ever
     */
    record Blocked(int effects, int awaiting) implements Status {}

    /** It is over: a failure met no scope. */
    record Failed(Failure failure) implements Status {}

    /** It is over without a result. */
    record Cancelled() implements Status {}
}
