package dev.reprise.policy;

import dev.reprise.Failure;
import dev.reprise.Payload;
import java.util.Optional;
import java.util.SortedMap;

/** What is carried out in an attempt. The input is always that of the activity. */
public sealed interface Work {
    /** The activity, as it was asked for. */
    record Itself() implements Work {}

    /**
     * The activity, with something changed in what it knows.
     *
     * @param follows why it is changed
     */
    record Altered(SortedMap<String, Payload> overrides, Failure follows) implements Work {}

    /**
     * Another activity.
     *
     * @param name its name
     * @param role what it is for
     * @param follows the failure that it can see, and answers
     */
    record Another(String name, Role role, Failure follows) implements Work {}

    /** What it is to the activity that was asked for. */
    default Role role() {
        return switch (this) {
            case Itself _ -> Role.ACTIVITY;
            case Altered _ -> Role.FALLBACK;
            case Another another -> another.role;
        };
    }

    /** The failure that it answers; empty for the activity itself. */
    default Optional<Failure> answers() {
        return switch (this) {
            case Itself _ -> Optional.empty();
            case Altered(_, var failure) -> Optional.of(failure);
            case Another(_, _, var failure) -> Optional.of(failure);
        };
    }
}
