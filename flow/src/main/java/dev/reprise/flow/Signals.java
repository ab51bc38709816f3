package dev.reprise.flow;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for signals that no handler takes. */
final class Signals {
    private Signals() {}

    static List<Payload> next(Unit unit, String name) {
        Inbox inbox = unit.run.inbox;
        Optional<List<Payload>> kept = inbox.takeKept(name);
        if (kept.isPresent()) {
            return kept.get();
        }
        unit.checkCancelled();
        Inbox.Wanted wanted = inbox.want(name);
        try {
            return unit.take(wanted.arrival()).input();
        } catch (Throwable e) {
            inbox.unwant(wanted);
            throw e;
        }
    }

    static Optional<List<Payload>> next(Unit unit, String name, Duration limit) {
        Inbox inbox = unit.run.inbox;
        Optional<List<Payload>> kept = inbox.takeKept(name);
        if (kept.isPresent()) {
            return kept;
        }
        unit.checkCancelled();
        Inbox.Wanted wanted = inbox.want(name);
        boolean came = false;
        try {
            came = unit.await(wanted.arrival()::isDone, limit);
        } finally {
            if (!came) {
                inbox.unwant(wanted);
            }
        }
        return came ? Optional.of(wanted.arrival().valueNow().input()) : Optional.empty();
    }

    /** The one value of a signal; null when it came without any. */
    @SuppressWarnings({"unchecked", "NullAway"}) // null is a value where T says so
    static <T extends @Nullable Object> T value(Unit unit, Class<T> type, List<Payload> input) {
        if (input.size() > 1) {
            String message =
                    "The signal holds " + input.size() + " values, where one is expected: " + input;
            unit.run.fail(ActivationKind.UNDECODABLE, message);
            throw new Violation(message);
        }
        return (T) (input.isEmpty() ? null : unit.run.decodeInCode(input.getFirst(), type));
    }
}
