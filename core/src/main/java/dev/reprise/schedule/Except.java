package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The times that are not on some days. A search for the next one passes over the days that are left
 * out, at most 400 years of them: see {@link Fields}.
 */
public record Except(When times, Days days) implements When {
    private static final Duration CYCLE = Duration.ofDays(Fields.CYCLE_YEARS * 366L);

    /** Checks how deep it is. */
    public Except {
        Extent.checkDepth(times);
    }

    @Override
    public Optional<Instant> next(Instant after) {
        Optional<Instant> time = times.next(after);
        if (time.isEmpty() || !days.include(time.get())) {
            return time;
        }
        Instant last = time.get().plus(CYCLE);
        while (time.isPresent() && days.include(time.get())) {
            time =
                    days.mayEndAfter(time.get())
                            .filter(open -> !open.isAfter(last))
                            .flatMap(open -> times.next(open.minusNanos(1)));
        }
        return time;
    }

    @Override
    public String text() {
        return AnyOf.inner(times) + " except " + days.text();
    }
}
