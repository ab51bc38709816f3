package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.policy.Policy;
import java.util.Optional;

/**
 * How an activity is executed: written down in the entry that asks for it, so that other rules
 * change nothing about it any more.
 *
 * @param seq the activity, by the number of its command
 * @param refused why it is not executed at all: its rules or options could not be read
 */
public record Dispatch(long seq, Policy policy, Optional<Failure.Application> refused) {
    Dispatch(long seq, Policy policy) {
        this(seq, policy, Optional.empty());
    }
}
