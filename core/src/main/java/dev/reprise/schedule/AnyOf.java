package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The times of all parts together; what is in several is one time.
 *
 * @param parts two or more; those that are themselves of this kind are taken apart
 */
public record AnyOf(List<When> parts) implements When {
    /** How many parts there may be. */
    public static final int PARTS_MAX = 100;

    /** Checks how many there are, and takes those apart that are of this kind. */
    public AnyOf {
        var flat = new ArrayList<When>();
        for (var part : parts) {
            flat.addAll(part instanceof AnyOf(var inner) ? inner : List.of(part));
        }
        Check.argument(
                flat.size() >= 2 && flat.size() <= PARTS_MAX,
                "any of 2 to %d parts: %d",
                PARTS_MAX,
                flat.size());
        parts = List.copyOf(flat);
        Extent.checkDepth(parts.toArray(When[]::new));
    }

    @Override
    public Optional<Instant> next(Instant after) {
        Optional<Instant> first = Optional.empty();
        for (var part : parts) {
            Optional<Instant> next = part.next(after);
            if (first.isEmpty() || (next.isPresent() && next.get().isBefore(first.get()))) {
                first = next;
            }
        }
        return first;
    }

    @Override
    public String text() {
        return String.join(" or ", parts.stream().map(When::text).toList());
    }

    /** How something of which this is a part writes it. */
    static String inner(When times) {
        return times instanceof AnyOf ? "(" + times.text() + ")" : times.text();
    }
}
