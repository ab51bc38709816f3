package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** How far schedules go, in time and in depth. */
final class Extent {
    /** There is no time after this. */
    static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private Extent() {}

    /** The point itself, or the last one before all times. */
    static Instant clamped(Instant after) {
        return after.isBefore(Instant.EPOCH) ? Instant.EPOCH.minusNanos(1) : after;
    }

    static boolean contains(Instant time) {
        return !time.isBefore(Instant.EPOCH) && !time.isAfter(LAST);
    }

    /** Zones that are UTC by another name are UTC; so they are equal and need not be written. */
    static ZoneId zone(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC) ? ZoneOffset.UTC : zone;
    }

    static String suffix(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "" : " in " + zone.getId();
    }

    /** Checks how deep times are in one another. */
    static void checkDepth(When... parts) {
        for (var part : parts) {
            Check.argument(
                    depth(part) < When.DEPTH_MAX,
                    "times are at most %d deep in one another",
                    When.DEPTH_MAX);
        }
    }

    private static int depth(When when) {
        return switch (when) {
            case Cron _, Every _, Calendar _ -> 0;
            case AnyOf(var parts) -> 1 + parts.stream().mapToInt(Extent::depth).max().orElseThrow();
            case Except(var times, _) -> 1 + depth(times);
            case Within(var times, _, _) -> 1 + depth(times);
        };
    }
}
