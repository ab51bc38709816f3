package dev.reprise.engine.drive;

import dev.reprise.Outcome;
import dev.reprise.history.Prepared;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Verdict;
import java.time.Instant;
import java.util.Optional;

/** Who is asked before an attempt starts, for all activities of a driver. Any thread may ask. */
public interface Gatekeeper {
    /** Lets everybody in. */
    Gatekeeper NONE =
            new Gatekeeper() {
                @Override
                public Verdict ask(Prepared prepared, Policy policy, Instant now, Runnable again) {
                    return Verdict.GO;
                }

                @Override
                public void left(
                        Prepared prepared,
                        Policy policy,
                        Optional<Outcome> outcome,
                        Instant from,
                        Instant now) {}
            };

    /**
     * Whether an attempt may start. Who is told to go has what it needs until it has left.
     *
     * @param again called once when it is worth asking again, on any thread, if it was refused
     *     without a time
     */
    Verdict ask(Prepared prepared, Policy policy, Instant now, Runnable again);

    /**
     * An attempt that was let in is over; told once for each.
     *
     * @param outcome empty when it did not start after all
     */
    void left(
            Prepared prepared, Policy policy, Optional<Outcome> outcome, Instant from, Instant now);
}
