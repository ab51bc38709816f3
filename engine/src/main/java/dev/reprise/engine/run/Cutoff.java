package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.util.Optional;

/**
 * That a run was ended from outside, without being asked.
 *
 * @param how by whom
 * @param why in words
 */
public record Cutoff(How how, String why) {
    /** By whom a run was ended. */
    public enum How {
        /** By somebody who terminated it. */
        TERMINATED,
        /** By the clock: it took longer than it may. */
        TIMED_OUT
    }

    static Cutoff terminated(String why) {
        return new Cutoff(How.TERMINATED, why);
    }

    static Cutoff timedOut(String why) {
        return new Cutoff(How.TIMED_OUT, why);
    }

    /** What those are told who wait for its result. */
    public Outcome outcome() {
        return new Outcome.Failed(
                switch (how) {
                    case TERMINATED -> new Failure.Terminated(why);
                    case TIMED_OUT ->
                            new Failure.Timeout(
                                    TimeoutKind.RUN, why, Payload.NONE, Optional.empty());
                });
    }

    /** How the run is from then on. */
    public Status status() {
        return switch (how) {
            case TERMINATED -> Status.TERMINATED;
            case TIMED_OUT -> Status.TIMED_OUT;
        };
    }
}
