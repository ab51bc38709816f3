package dev.reprise.engine.drive;

import dev.reprise.Outcome;
import dev.reprise.policy.Verdict;
import java.time.Instant;
import java.util.Optional;

/** Who is asked before an attempt starts, for all activities of a driver. Any thread may ask. */
public interface Gatekeeper {
    /** Lets everybody in. */
    Gatekeeper NONE =
            new Gatekeeper() {
                @Override
                public Verdict ask(Visit visit, Instant now) {
                    return Verdict.GO;
                }

                @Override
                public void left(Visit visit, Optional<Outcome> outcome, Instant now) {}

                @Override
                public void gone(Visit visit, Instant now) {}
            };

    /**
     * Whether an attempt may start. Who is told to go has what it needs until it has left. Who is
     * refused without a time is {@linkplain Visit#call called} when it is worth asking again.
     */
    Verdict ask(Visit visit, Instant now);

    /**
     * An attempt that was let in is over; told once for each.
     *
     * @param outcome empty when it did not start after all
     */
    void left(Visit visit, Optional<Outcome> outcome, Instant now);

    /** The visitor will not ask any more. */
    void gone(Visit visit, Instant now);
}
