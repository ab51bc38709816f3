package dev.reprise.schedule;

import dev.reprise.Check;
import java.time.Instant;
import java.util.Locale;

/**
 * One time at which a schedule does something. Two that are equal are the same firing: whoever
 * starts something for it names that after {@link #key}, so that it is started once.
 *
 * @param nominal the time that is meant, whenever it is met
 * @param serial 0 for one that is scheduled; else the number of the request
 */
public record Firing(Origin origin, Instant nominal, long serial) {
    /** Why there is a firing. */
    public enum Origin {
        /** It is a time of the schedule. */
        SCHEDULED,
        /** Somebody wanted it now. */
        TRIGGERED,
        /** It is a time of the schedule that somebody wanted to be met later. */
        BACKFILLED
    }

    /** Checks the number. */
    public Firing {
        Check.argument(
                origin == Origin.SCHEDULED ? serial == 0 : serial > 0,
                "the serial of what is %s: %d",
                origin,
                serial);
    }

    static Firing scheduled(Instant nominal) {
        return new Firing(Origin.SCHEDULED, nominal, 0);
    }

    /** A name for it that no other firing of the schedule has. */
    public String key() {
        return origin == Origin.SCHEDULED
                ? nominal.toString()
                : nominal + "-" + origin.name().toLowerCase(Locale.ROOT) + "-" + serial;
    }
}
