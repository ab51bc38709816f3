package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.flow.Failed;

/** Makes the outcome of an attempt of what its code threw. */
final class Thrown {
    private Thrown() {}

    static Outcome.Failed outcome(Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Failure failure = Failed.failureOf(thrown);
        return new Outcome.Failed(failure);
    }
}
