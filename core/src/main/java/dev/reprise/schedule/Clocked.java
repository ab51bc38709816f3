package dev.reprise.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Local times on the clock of a zone, as points in time.
 *
 * <p>Where the clock is changed, times are met in one of two ways. <em>Once</em>: a time that is
 * left out is met at the first moment after the gap, a time that comes twice is met the first time.
 * The points are then in the order of the local times, so the next point is that of the next local
 * time.
 *
 * <p><em>Running</em>: whatever the clock shows counts, so a time that comes twice is met twice,
 * and a time that is left out is met when the clock would have shown it if it had not been changed.
 * Points are then in the order of local times only between two changes of the clock. So the next is
 * looked for up to the next change, and up to the one after that; if it is further away, no stretch
 * that comes twice has it, and it is that of the next local time.
 */
record Clocked(Fields fields, ZoneId zone) {
    /** The first point after {@code after} at which one of the times is met. */
    Optional<Instant> next(Instant after) {
        if (!after.isBefore(Extent.LAST)) {
            return Optional.empty();
        }
        Instant from = Extent.clamped(after);
        ZoneRules rules = zone.getRules();
        return (fields.running() ? running(rules, from) : once(rules, from))
                .filter(Extent::contains);
    }

    private Optional<Instant> once(ZoneRules rules, Instant after) {
        LocalDateTime local = LocalDateTime.ofInstant(after, rules.getOffset(after));
        @Nullable ZoneOffsetTransition change = rules.getTransition(local);
        boolean secondTime = change != null && !after.isBefore(change.getInstant());
        LocalDateTime from = secondTime ? change.getDateTimeBefore() : secondAfter(local);
        return fields.atOrAfter(from).map(time -> first(rules, time));
    }

    /** The point at which a time is met that is met once. */
    private static Instant first(ZoneRules rules, LocalDateTime time) {
        @Nullable ZoneOffsetTransition change = rules.getTransition(time);
        if (change == null) {
            return time.toInstant(rules.getOffset(time));
        }
        return change.isGap() ? change.getInstant() : time.toInstant(change.getOffsetBefore());
    }

    private Optional<Instant> running(ZoneRules rules, Instant after) {
        ZoneOffset offset = rules.getOffset(after);
        LocalDateTime from = secondAfter(LocalDateTime.ofInstant(after, offset));
        @Nullable ZoneOffsetTransition end = rules.nextTransition(after);
        Optional<Instant> now =
                earlier(
                        shown(from, offset, end),
                        leftOut(rules.previousTransition(after.plusNanos(1)), after));
        if (now.isPresent() || end == null) {
            return now;
        }
        LocalDateTime then = end.getDateTimeAfter();
        Optional<Instant> soon =
                earlier(
                        shown(then, end.getOffsetAfter(), rules.nextTransition(end.getInstant())),
                        leftOut(end, after));
        return soon.isPresent() ? soon : fields.atOrAfter(then).flatMap(it -> farAway(rules, it));
    }

    /** The first point at which the clock shows one of the times, before its next change. */
    private Optional<Instant> shown(
            LocalDateTime from, ZoneOffset offset, @Nullable ZoneOffsetTransition end) {
        return fields.atOrAfter(from)
                .map(time -> time.toInstant(offset))
                .filter(at -> end == null || at.isBefore(end.getInstant()));
    }

    /** The first point at which the clock would have shown a time that the change left out. */
    private Optional<Instant> leftOut(@Nullable ZoneOffsetTransition change, Instant after) {
        if (change == null || !change.isGap()) {
            return Optional.empty();
        }
        ZoneOffset offset = change.getOffsetBefore();
        LocalDateTime next = secondAfter(LocalDateTime.ofInstant(after, offset));
        LocalDateTime gap = change.getDateTimeBefore();
        LocalDateTime from = next.isBefore(gap) ? gap : next;
        if (!from.isBefore(change.getDateTimeAfter())) {
            return Optional.empty();
        }
        return fields.atOrAfter(from)
                .filter(time -> time.isBefore(change.getDateTimeAfter()))
                .map(time -> time.toInstant(offset));
    }

    private Optional<Instant> farAway(ZoneRules rules, LocalDateTime time) {
        @Nullable ZoneOffsetTransition change = rules.getTransition(time);
        if (change == null || change.isOverlap()) {
            return Optional.of(first(rules, time));
        }
        return earlier(
                leftOut(change, change.getInstant().minusNanos(1)),
                fields.atOrAfter(change.getDateTimeAfter())
                        .map(shown -> shown.toInstant(change.getOffsetAfter())));
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        return one.isEmpty() || (other.isPresent() && other.get().isBefore(one.get()))
                ? other
                : one;
    }

    private static LocalDateTime secondAfter(LocalDateTime time) {
        return time.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }
}
