package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.schedule.ScheduleDescription.Backfill;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Rota;
import dev.reprise.schedule.When;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Does what was to be done in the past, or ends that. */
@Command(
        name = "backfill",
        description = {
            "Start what was to be started in the past, from one point in time to before another, whether",
            "that was done or not. All those times are due at once: one starts after the other, unless",
            "--overlap says something else. schedule describe says how far it is; --stop ends it."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise schedule backfill nightly --from 2026-01-01T00:00:00Z --until 2026-02-01T00:00:00Z",
            "  reprise schedule backfill nightly --from … --until … --dry-run     how many times that are",
            "  reprise schedule backfill nightly --stop                           start no more of it",
            "  reprise schedule backfill nightly --stop 3                         only backfill 3"
        })
final class BackfillSchedule extends ScheduleCommand.Told {
    @Option(names = "--from", paramLabel = "TIME", description = "The first time that is meant.")
    private @Nullable String from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "The first time that is not meant any more.")
    private @Nullable String until;

    @Option(
            names = "--overlap",
            paramLabel = "RULE",
            description =
                    "What if another is at work. Default: one after the other, buffer-all; allow-all"
                            + " is side by side. Other rules leave out most of the times.")
    private @Nullable String overlap;

    @Option(names = "--dry-run", description = "Only say how many times that are.")
    private boolean dry;

    @Option(
            names = "--stop",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = "0",
            description = "Start no more of backfill N, or of any. What is started goes on.")
    private @Nullable Long stop;

    @Override
    int answer() {
        check();
        return dry ? counted() : super.answer();
    }

    private void check() {
        if (stop != null) {
            if (from != null || until != null || overlap != null || dry) {
                throw wrong("--stop ends backfills, so it stands alone.");
            }
            if (stop < 0) {
                throw wrong("--stop " + stop + ": backfills are numbered from 1.");
            }
        } else if (from == null || until == null) {
            throw wrong("Which times? --from and --until say it; --stop ends backfills.");
        }
    }

    @Override
    Request request(Desk desk) {
        return stop != null
                ? update(Schedules.STOP_BACKFILL, Payload.text(stop.toString()))
                : update(
                        Schedules.BACKFILL,
                        Payload.text(begin().toString()),
                        Payload.text(end().toString()),
                        Payload.text(rule().name()));
    }

    private Overlap rule() {
        return overlap == null ? Overlap.BUFFER_ALL : Schedules.overlap(overlap(overlap));
    }

    private Instant begin() {
        return time("--from", from);
    }

    private Instant end() {
        return time("--until", until);
    }

    private Instant time(String option, @Nullable String text) {
        try {
            return Instant.parse(String.valueOf(text));
        } catch (DateTimeException e) {
            throw wrong(option + ": \"" + text + "\" is no time such as 2026-01-01T00:00:00Z.");
        }
    }

    // ---- What is said ----

    private int counted() {
        Instant begin = begin();
        Instant end = end();
        When when;
        try (Desk desk = data().reading()) {
            when = described(desk).spec().schedule().when();
        }
        int times = when.count(begin, end, Rota.BACKFILL_TIMES_MAX + 1);
        if (inJson()) {
            json(
                    it -> {
                        it.name("schedule").text(name());
                        it.name("times").number(times);
                        if (times > 0) {
                            it.name("first").text(first(when, begin));
                            it.name("last").text(last(when, end));
                        }
                    });
        } else {
            out().println(
                            name()
                                    + " has "
                                    + number(times)
                                    + (times == 0 ? "" : " from " + first(when, begin))
                                    + (times < 2 ? "" : " to " + last(when, end))
                                    + (times == 0 ? ". " : "; " + meant(rule(), times) + ". ")
                                    + "Nothing was done: take --dry-run away to do it.");
        }
        return 0;
    }

    private static String first(When when, Instant begin) {
        return when.next(begin.minusNanos(1)).map(Instant::toString).orElse("");
    }

    private static String last(When when, Instant end) {
        return when.previous(end).map(Instant::toString).orElse("");
    }

    private static String number(long times) {
        return times > Rota.BACKFILL_TIMES_MAX
                ? "more than " + Rota.BACKFILL_TIMES_MAX + " times"
                : times == 1 ? "1 time" : times + " times";
    }

    /** What a rule means where all times are due at once. */
    private static String meant(Overlap rule, long times) {
        String name = rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
        if (times == 1) {
            return "overlap " + name;
        }
        return switch (rule) {
            case BUFFER_ALL -> "one after the other";
            case ALLOW_ALL -> "side by side, at most " + Rota.BACKFILLED_BESIDE_MAX + " at a time";
            case SKIP, BUFFER_ONE ->
                    name
                            + " starts at most "
                            + (rule == Overlap.SKIP ? "one" : "two")
                            + " of them, since all are due at once: buffer-all starts each";
            case CANCEL_OTHER, TERMINATE_OTHER ->
                    name
                            + " stops what runs and starts the last of them, since all are due at"
                            + " once: buffer-all starts each";
        };
    }

    @Override
    String done() {
        return stop == null ? "is backfilled" : "starts no more of that";
    }

    @Override
    String done(Desk desk) {
        if (inJson() || stop != null) {
            return done();
        }
        Optional<Backfill> asked =
                described(desk).backfills().stream()
                        .filter(it -> it.until().equals(end()) && it.overlap() == rule())
                        .max(Comparator.comparingLong(Backfill::number));
        return asked.map(this::told).orElse(done());
    }

    private String told(Backfill it) {
        long times = it.started() + it.skipped() + it.left();
        return done()
                + ", as backfill "
                + it.number()
                + " with "
                + number(times)
                + ": "
                + meant(it.overlap(), times);
    }
}
