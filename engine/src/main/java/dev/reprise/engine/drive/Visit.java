package dev.reprise.engine.drive;

import dev.reprise.policy.Line;
import dev.reprise.policy.Policy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An activity at the gates: it asks before each of its attempts, and leaves after each. */
public final class Visit {
    private final String task;
    private final Policy policy;
    private final Runnable called;

    // ---- Of the gatekeeper, while the visitor is in ----
    Instant since = Instant.MIN;
    long ticket;

    /** The place among those who wait at one limit; 0 when it does not. Guarded by that. */
    long place;

    /** The queue that it is in, if its activity has one, and where it stands there. */
    @Nullable TaskQueue queue;

    /** Guarded by the queue, like what is below. */
    Line.@Nullable Place<Visit> standing;

    /** When it asks again although nobody calls it, since a rate has room by itself. */
    private volatile Instant again = Instant.MAX;

    /**
     * Somebody who may come.
     *
     * @param task what is counted together where the policy names no key
     * @param called is called when it is worth asking again
     */
    public Visit(String task, Policy policy, Runnable called) {
        this.task = task;
        this.policy = policy;
        this.called = called;
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
        called.run();
    }

    /** When who waits to be called had better ask by itself; {@link Instant#MAX} for never. */
    public Instant again() {
        return again;
    }

    void again(Instant value) {
        again = value;
    }
}
