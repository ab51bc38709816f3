package dev.reprise.engine.schedule;

import dev.reprise.RunId;
import dev.reprise.filter.Attribute;
import dev.reprise.filter.Attributes;
import java.time.Instant;
import java.util.Optional;

/**
 * A schedule as it is listed: by what its run can be found by, without asking it.
 *
 * @param when at which times; cut where that is long
 * @param workflow what it starts
 * @param next when it does so next
 * @param paused why it is paused, if it is
 */
public record ScheduleRow(
        String name,
        String when,
        String workflow,
        Optional<Instant> next,
        Optional<String> paused) {
    /** The schedule whose run is found by these. */
    public static ScheduleRow of(RunId run, Attributes attributes) {
        return new ScheduleRow(
                Schedules.nameOf(run),
                text(attributes, Schedules.WHEN).orElse(""),
                text(attributes, Schedules.WORKFLOW).orElse(""),
                attributes
                        .get(Schedules.NEXT)
                        .map(it -> it instanceof Attribute.Moment(var time) ? time : null),
                text(attributes, Schedules.PAUSED));
    }

    /** What looks like a time was taken for one. */
    private static Optional<String> text(Attributes attributes, String name) {
        return attributes
                .get(name)
                .map(
                        it ->
                                switch (it) {
                                    case Attribute.Keyword(var text) -> text;
                                    case Attribute.Prose(var text) -> text;
                                    case Attribute.Moment(var time) -> time.toString();
                                    default -> "";
                                });
    }
}
