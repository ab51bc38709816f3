package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Job;
import java.util.List;
import java.util.Optional;

/** How large values may be, so that whatever a run is told fits into an entry. */
final class Sizes {
    /** The most bytes of the values of one message, or of one result of an activity. */
    static final int VALUE_BYTES_MAX = 16 << 20;

    /** A step takes no more messages when those it has are so large. */
    static final int STEP_BYTES_MAX = 16 << 20;

    private Sizes() {}

    static long of(List<Payload> values) {
        long bytes = 0;
        for (Payload value : values) {
            bytes += value.size();
        }
        return bytes;
    }

    static long of(Job job) {
        return switch (job) {
            case Job.Signal it -> of(it.input());
            case Job.Update it -> of(it.input());
            case Job.Start it -> of(it.input());
            default -> 0;
        };
    }

    static long of(Outcome outcome) {
        return outcome instanceof Outcome.Completed(var value) ? value.size() : 0;
    }

    /** The outcome, or that it was too large. */
    static Outcome bounded(String activity, Outcome outcome) {
        long bytes = of(outcome);
        return bytes <= VALUE_BYTES_MAX
                ? outcome
                : new Outcome.Failed(
                        new Failure.Application(
                                "ResultTooLarge",
                                "The result of activity " + activity + " has " + tooLarge(bytes),
                                Payload.NONE,
                                false,
                                Optional.empty()));
    }

    static Failure.Activation entryTooLarge(int bytes) {
        return new Failure.Activation(
                ActivationKind.VIOLATION,
                "What the run decided in one activation has "
                        + bytes
                        + " bytes, and at most "
                        + Store.TURN_BYTES_MAX
                        + " can be kept. What to do: pass large values by reference.");
    }

    static String tooLarge(long bytes) {
        return bytes
                + " bytes, and at most "
                + VALUE_BYTES_MAX
                + " are allowed. What to do: keep it elsewhere, and pass a reference.";
    }
}
