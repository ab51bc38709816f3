package dev.reprise.engine.drive;

import dev.reprise.history.Prepared;
import dev.reprise.policy.Policy;
import java.time.Instant;

/** An activity at the gates: it asks before each of its attempts, and leaves after each. */
public final class Visit {
    private final Prepared prepared;
    private final Policy policy;
    private final Runnable again;

    // ---- Of the gatekeeper, while the visitor is in ----
    Instant since = Instant.MIN;
    long ticket;

    /** The place among those who wait at one limit; 0 when it does not. Guarded by that. */
    long place;

    Visit(Prepared prepared, Policy policy, Runnable again) {
        this.prepared = prepared;
        this.policy = policy;
        this.again = again;
    }

    /** What is to be executed. */
    public Prepared prepared() {
        return prepared;
    }

    /** By which policy. */
    public Policy policy() {
        return policy;
    }

    /** It is worth asking again; a call too many does no harm. */
    public void call() {
        again.run();
    }
}
