package dev.reprise.schedule;

import dev.reprise.Check;
import dev.reprise.SplitMix64;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import java.time.Duration;
import java.time.Instant;

/**
 * What is to be done at which times, but for what it is: that is its owner's.
 *
 * @param overlap what becomes of a time while the one before is still at work
 * @param catchUp what is late by up to so much, because nobody was there, is made up for; what is
 *     later is missed
 * @param jitter each time is put off by less than this, and never to the next time
 * @param startsMax how many of its times start something; 0 for any number
 * @param pauseOnFailure whether it is paused when something that it started has failed
 */
public record Schedule(
        When when,
        Overlap overlap,
        Duration catchUp,
        Duration jitter,
        long startsMax,
        boolean pauseOnFailure) {
    /** The longest catch-up and the greatest jitter. */
    public static final Duration SPAN_MAX = Duration.ofDays(36_500);

    /** The greatest number of starts. */
    public static final long STARTS_MAX = 1_000_000_000_000L;

    /** Checks the spans and the number. */
    public Schedule {
        int length = when.text().length();
        Check.argument(
                length <= When.TEXT_CHARS_MAX,
                "its times are written with at most %d characters: %d",
                When.TEXT_CHARS_MAX,
                length);
        span("catchUp", catchUp);
        span("jitter", jitter);
        Check.argument(
                startsMax >= 0 && startsMax <= STARTS_MAX,
                "startsMax is in 0..%d: %d",
                STARTS_MAX,
                startsMax);
    }

    private static void span(String what, Duration span) {
        Check.argument(
                !span.isNegative() && span.compareTo(SPAN_MAX) <= 0,
                "%s is from 0s to 36500d: %s",
                what,
                Spans.text(span));
    }

    /** One at a time, made up for within a day, on time, without end. */
    public static Schedule of(When when) {
        return new Schedule(when, Overlap.SKIP, Duration.ofDays(1), Duration.ZERO, 0, false);
    }

    /** The same at other times. */
    public Schedule when(When value) {
        return new Schedule(value, overlap, catchUp, jitter, startsMax, pauseOnFailure);
    }

    /** The same with another rule for times that overlap. */
    public Schedule overlap(Overlap value) {
        return new Schedule(when, value, catchUp, jitter, startsMax, pauseOnFailure);
    }

    /** The same with another time within which is made up for what was missed. */
    public Schedule catchUp(Duration value) {
        return new Schedule(when, overlap, value, jitter, startsMax, pauseOnFailure);
    }

    /** The same with another jitter. */
    public Schedule jitter(Duration value) {
        return new Schedule(when, overlap, catchUp, value, startsMax, pauseOnFailure);
    }

    /** The same with another number of starts. */
    public Schedule startsMax(long value) {
        return new Schedule(when, overlap, catchUp, jitter, value, pauseOnFailure);
    }

    /** The same, paused on failure or not. */
    public Schedule pauseOnFailure(boolean value) {
        return new Schedule(when, overlap, catchUp, jitter, startsMax, value);
    }

    /** The number from which the jitter of a schedule of this id is drawn. */
    public static long seed(String id) {
        long seed = id.length();
        for (int i = 0; i < id.length(); i++) {
            seed = SplitMix64.mix(seed ^ id.charAt(i)) + 0x9E3779B97F4A7C15L;
        }
        return seed;
    }

    /** When a time is due: the same for the same seed, and before the next time. */
    public Instant due(Instant nominal, long seed) {
        if (jitter.isZero()) {
            return nominal;
        }
        long point = nominal.getEpochSecond() * 1_000_000_000L + nominal.getNano();
        return nominal.plus(delay(nominal, SplitMix64.mix(seed ^ SplitMix64.mix(point))));
    }

    /**
     * By how much a time is put off.
     *
     * @param draw 64 random bits
     */
    public Duration delay(Instant nominal, long draw) {
        Duration room =
                when.next(nominal)
                        .map(next -> Duration.between(nominal, next))
                        .filter(gap -> gap.compareTo(jitter) < 0)
                        .orElse(jitter);
        return Duration.ofNanos(Math.unsignedMultiplyHigh(draw, room.toNanos()));
    }

    /** Writes it down. */
    public void writeTo(ByteSink out) {
        Stored.write(out, this);
    }

    /**
     * Reads what {@link #writeTo} wrote.
     *
     * @throws dev.reprise.form.Malformed if that is not so
     */
    public static Schedule readFrom(ByteSource in) {
        return Stored.readSchedule(in);
    }
}
