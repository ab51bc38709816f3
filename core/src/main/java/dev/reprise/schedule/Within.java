package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Instant;
import java.util.Optional;

/**
 * The times from one point to another.
 *
 * @param from what is before it is left out
 * @param until it is left out, and what is after it
 */
public record Within(When times, Optional<Instant> from, Optional<Instant> until) implements When {
    /** Checks the order; a span within a span is one span. */
    public Within {
        if (times instanceof Within(var inner, var innerFrom, var innerUntil)) {
            times = inner;
            from = latest(from, innerFrom);
            until = earliest(until, innerUntil);
        }
        Check.argument(from.isPresent() || until.isPresent(), "neither from nor until is given");
        if (from.isPresent() && until.isPresent()) {
            Check.argument(
                    from.get().isBefore(until.get()),
                    "from %s is not before until %s",
                    from.get(),
                    until.get());
        }
        from.ifPresent(Within::check);
        until.ifPresent(Within::check);
        Extent.checkDepth(times);
    }

    private static void check(Instant time) {
        Check.argument(Extent.contains(time), "times are from 1970 to 9999: %s", time);
    }

    private static Optional<Instant> latest(Optional<Instant> one, Optional<Instant> other) {
        return one.isEmpty() || (other.isPresent() && other.get().isAfter(one.get())) ? other : one;
    }

    private static Optional<Instant> earliest(Optional<Instant> one, Optional<Instant> other) {
        return one.isEmpty() || (other.isPresent() && other.get().isBefore(one.get()))
                ? other
                : one;
    }

    @Override
    public Optional<Instant> next(Instant after) {
        Instant first = from.map(it -> it.minusNanos(1)).filter(after::isBefore).orElse(after);
        return times.next(first).filter(time -> until.isEmpty() || time.isBefore(until.get()));
    }

    @Override
    public String text() {
        return AnyOf.inner(times)
                + from.map(it -> " from " + it).orElse("")
                + until.map(it -> " until " + it).orElse("");
    }
}
