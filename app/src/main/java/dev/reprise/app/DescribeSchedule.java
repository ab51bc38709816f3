package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.schedule.Duty;
import dev.reprise.engine.schedule.ScheduleDescription;
import dev.reprise.engine.schedule.ScheduleDescription.Action;
import dev.reprise.engine.schedule.ScheduleDescription.Backfill;
import dev.reprise.engine.schedule.ScheduleDescription.Started;
import dev.reprise.engine.story.Wording;
import dev.reprise.form.JsonSink;
import dev.reprise.schedule.Rota;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Spans;
import dev.reprise.schedule.State.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

/** Says how a schedule stands. */
@Command(
        name = "describe",
        description = {
            "Say how a schedule stands: its times, its rules, what it starts, its next times, what became",
            "of the last ones, what runs. Nothing is carried out for it."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise schedule describe nightly",
            "  reprise schedule describe nightly --json           for programs"
        })
final class DescribeSchedule extends ScheduleAsking {
    /** By so much two clocks may differ, and nobody need do anything. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    @Override
    int answer() {
        ScheduleDescription found;
        try (Desk desk = data().reading()) {
            found = described(desk);
        }
        if (inJson()) {
            json(it -> fields(it, found));
        } else {
            lines(found).forEach(out()::println);
            ahead(found, Instant.now())
                    .ifPresent(
                            it ->
                                    out().println(
                                                    "ahead     a clock was wrong: it has seen "
                                                            + it
                                                            + ", and starts nothing before then;"
                                                            + " delete it, and create it again"));
        }
        return 0;
    }

    /** The time that it has seen, when the clock does not show it yet. */
    static Optional<Instant> ahead(ScheduleDescription it, Instant now) {
        return it.recent().stream()
                .map(Action::at)
                .max(Comparator.naturalOrder())
                .filter(last -> last.isAfter(now.plus(CLOCKS_DIFFER)));
    }

    private static List<String> lines(ScheduleDescription it) {
        List<String> lines = new ArrayList<>();
        Schedule schedule = it.spec().schedule();
        Duty duty = it.spec().duty();
        lines.add("schedule  " + it.name());
        lines.add("times     " + schedule.when().text());
        lines.add("starts    " + Wording.call(duty.workflow(), duty.input()));
        lines.add("rules     " + String.join(", ", rules(schedule, duty)));
        lines.add("created   " + it.created());
        it.paused().ifPresent(note -> lines.add("paused    " + note));
        it.next().forEach(time -> lines.add("next      " + time));
        it.running().forEach(run -> lines.add("running   " + run.run()));
        if (it.waiting() > 0) {
            lines.add("waiting   " + it.waiting());
        }
        it.backfills().forEach(each -> lines.add("backfill  " + told(each)));
        for (Action each : it.recent()) {
            lines.add("was       " + word(each.kind()) + "  " + each.run() + "  at " + each.at());
        }
        lines.add("so far    " + String.join(", ", counted(it.counts())));
        return lines;
    }

    private static String told(Backfill it) {
        boolean many = it.left() > Rota.BACKFILL_TIMES_MAX;
        long known = it.started() + it.skipped() + (many ? 0 : it.left());
        List<String> told = new ArrayList<>();
        told.add(it.started() + " of " + (many ? "more than " : "") + known + " started");
        count(told, it.skipped(), "left out");
        count(told, many ? 0 : it.left(), it.isOver() ? "not any more" : "to come");
        return it.number()
                + (!it.isOver() ? "" : it.left() > 0 ? ", stopped" : ", over")
                + ": from "
                + it.from()
                + " until "
                + it.until()
                + ", "
                + word(it.overlap())
                + ": "
                + String.join(", ", told);
    }

    private static List<String> rules(Schedule schedule, Duty duty) {
        List<String> rules = new ArrayList<>();
        rules.add("overlap " + word(schedule.overlap()));
        rules.add("catch-up " + Spans.text(schedule.catchUp()));
        if (!schedule.jitter().isZero()) {
            rules.add("jitter " + Spans.text(schedule.jitter()));
        }
        if (schedule.startsMax() > 0) {
            rules.add("at most " + schedule.startsMax() + " starts");
        }
        if (schedule.pauseOnFailure()) {
            rules.add("pause on failure");
        }
        Duration limit = duty.options().timeouts().run();
        if (!limit.isZero()) {
            rules.add("run timeout " + Spans.text(limit));
        }
        return rules;
    }

    private static List<String> counted(Counts counts) {
        List<String> told = new ArrayList<>();
        told.add(counts.started() + " started");
        count(told, counts.skipped(), "skipped");
        count(told, counts.missed(), "missed");
        count(told, counts.passed(), "passed while paused");
        count(told, counts.dropped(), "dropped");
        count(told, counts.failed(), "failed");
        return told;
    }

    private static void count(List<String> told, long count, String what) {
        if (count > 0) {
            told.add(count + " " + what);
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void fields(JsonSink json, ScheduleDescription it) {
        Schedule schedule = it.spec().schedule();
        Duty duty = it.spec().duty();
        json.name("schedule").text(it.name());
        json.name("when").text(schedule.when().text());
        json.name("workflow").text(duty.workflow());
        json.name("input").text(Wording.values(duty.input()));
        json.name("overlap").text(word(schedule.overlap()));
        json.name("catch_up").text(Spans.text(schedule.catchUp()));
        json.name("jitter").text(Spans.text(schedule.jitter()));
        json.name("starts_max").number(schedule.startsMax());
        json.name("pause_on_failure").bool(schedule.pauseOnFailure());
        json.name("run_timeout").text(Spans.text(duty.options().timeouts().run()));
        json.name("created").text(it.created().toString());
        ahead(it, Instant.now()).ifPresent(time -> json.name("ahead").text(time.toString()));
        it.paused().ifPresent(note -> json.name("paused").text(note));
        json.name("next").array(() -> it.next().forEach(time -> json.text(time.toString())));
        objects(json, "running", it.running(), run -> run(json, run));
        json.name("waiting").number(it.waiting());
        objects(json, "backfills", it.backfills(), each -> backfill(json, each));
        objects(json, "recent", it.recent(), each -> action(json, each));
        Counts counts = it.counts();
        json.name("started").number(counts.started());
        json.name("skipped").number(counts.skipped());
        json.name("missed").number(counts.missed());
        json.name("passed").number(counts.passed());
        json.name("dropped").number(counts.dropped());
        json.name("failed").number(counts.failed());
    }

    private static <T> void objects(JsonSink json, String name, List<T> all, Consumer<T> fields) {
        json.name(name).array(() -> all.forEach(it -> json.object(() -> fields.accept(it))));
    }

    private static void run(JsonSink json, Started run) {
        json.name("run").text(run.run().value());
        json.name("time").text(run.firing().nominal().toString());
    }

    private static void backfill(JsonSink json, Backfill it) {
        json.name("number").number(it.number());
        json.name("from").text(it.from().toString());
        json.name("until").text(it.until().toString());
        json.name("overlap").text(word(it.overlap()));
        json.name("started").number(it.started());
        json.name("skipped").number(it.skipped());
        json.name("left").number(it.left());
        json.name("over").bool(it.isOver());
    }

    private static void action(JsonSink json, Action each) {
        json.name("run").text(each.run().value());
        json.name("time").text(each.firing().nominal().toString());
        json.name("origin").text(word(each.firing().origin()));
        json.name("fate").text(word(each.kind()));
        json.name("at").text(each.at().toString());
    }
}
