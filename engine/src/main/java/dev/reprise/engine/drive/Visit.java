package dev.reprise.engine.drive;

import dev.reprise.policy.Policy;
import java.time.Instant;

/** An activity at the gates: it asks before each of its attempts, and leaves after each. */
public final class Visit {
    private final String task;
    private final Policy policy;
    private final Runnable again;

    // ---- Of the gatekeeper, while the visitor is in ----
    Instant since = Instant.MIN;
    long ticket;

    /** The place among those who wait at one limit; 0 when it does not. Guarded by that. */
    long place;

    /**
     * Somebody who may come.
     *
     * @param task what is counted together where the policy names no key
     * @param again is called when it is worth asking again
     */
    public Visit(String task, Policy policy, Runnable again) {
        this.task = task;
        this.policy = policy;
        this.again = again;
    }

    /** What is to be executed. */
    public String task() {
        return task;
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
