package dev.reprise.engine.drive;

import dev.reprise.Outcome;
import dev.reprise.history.Prepared;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Verdict;
import java.time.Instant;

/** Who is asked before an attempt starts, for all activities of a driver. Any thread may ask. */
public interface Gatekeeper {
    /** Lets everybody in. */
    Gatekeeper NONE =
            new Gatekeeper() {
                @Override
                public Verdict ask(Prepared prepared, Policy policy, Instant now) {
                    return Verdict.GO;
                }

                @Override
                public void left(
                        Prepared prepared,
                        Policy policy,
                        Outcome outcome,
                        Instant begun,
                        Instant now) {}
            };

    /** Whether an attempt may start. Who is told to go has what it needs until it has left. */
    Verdict ask(Prepared prepared, Policy policy, Instant now);

    /** An attempt that was let in is over; told once for each. */
    void left(Prepared prepared, Policy policy, Outcome outcome, Instant begun, Instant now);
}
