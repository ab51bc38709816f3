package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of an activity that a stub got.
 *
 * @param run the run that asked for it
 * @param activity its name
 * @param arguments as the activity's code would have got them
 * @param attempt from 1
 * @param redeliveries how often this attempt was delivered before, and lost in a crash
 * @param key its idempotency key: the same for every attempt and every delivery
 * @param at what the test clock showed
 */
public record StubCall(
        RunId run,
        String activity,
        List<@Nullable Object> arguments,
        int attempt,
        int redeliveries,
        String key,
        Instant at) {
    /** Copies the arguments. */
    public StubCall {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
    }

    /** One of the arguments, from 0. */
    @SuppressWarnings("NullAway") // an argument may be null where the activity's code says so
    public <A> A argument(int index, Class<A> type) {
        Check.argument(
                index >= 0 && index < arguments.size(),
                "%s has %d arguments, none with the index %d",
                activity,
                arguments.size(),
                index);
        return type.cast(arguments.get(index));
    }

    /** As code has it, such as {@code Payments.charge(42)}. */
    public String shown() {
        return activity
                + arguments.stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    @Override
    public String toString() {
        return shown()
                + ", attempt "
                + attempt
                + (redeliveries == 0 ? "" : ", delivered again " + redeliveries + " times")
                + ", of run "
                + run
                + " at "
                + at;
    }
}
