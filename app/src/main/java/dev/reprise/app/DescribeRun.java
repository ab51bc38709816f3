package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.story.Wording;
import dev.reprise.form.JsonSink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says how a run stands. */
@Command(
        name = "describe",
        description = "Say how a run stands: what it waits for, and why it is stuck if it is.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:said",
            "1:there is no such run, or it could not be done",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise describe order-17                   what it waits for",
            "  reprise describe order-17 --json            for programs"
        })
final class DescribeRun extends FolderCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Override
    int answer() {
        try (Desk desk = data().reading()) {
            Description found = find(desk, runId(run));
            if (inJson()) {
                json(it -> fields(it, found));
            } else {
                lines(found).forEach(out()::println);
            }
        }
        return 0;
    }

    private static List<String> lines(Description run) {
        List<String> lines = new ArrayList<>();
        lines.add("run       " + run.run());
        lines.add("type      " + run.type());
        lines.add("status    " + ListRuns.word(run));
        run.reason().ifPresent(it -> lines.add("reason    " + it.replace("\n", "\n          ")));
        lines.add("started   " + run.started());
        lines.add("history   " + run.entries() + (run.entries() == 1 ? " entry" : " entries"));
        if (run.isLong()) {
            lines.add("warning   " + tooLong(run));
        }
        run.activities().forEach(it -> lines.add("waits for " + activity(it)));
        run.timers().forEach(it -> lines.add("waits for timer #" + it.seq() + " at " + it.due()));
        return lines;
    }

    private static String tooLong(Description run) {
        return "its history is long, with "
                + (run.entries() - run.origin())
                + " entries and "
                + Bytes.words(run.bytes())
                + " since it began or continued; let it continue as new";
    }

    private static String activity(Description.OpenActivity it) {
        return "activity #"
                + it.seq()
                + ", attempt "
                + it.attempt()
                + (it.redeliveries() == 0
                        ? ""
                        : ", delivered again " + it.redeliveries() + " times")
                + it.notBefore().map(DescribeRun::until).orElse("")
                + it.parked()
                        .map(queue -> ", which waits for a person in queue " + queue)
                        .orElse("");
    }

    private static String until(Instant begins) {
        Duration left = Duration.between(Instant.now(), begins);
        return " at " + begins + (left.isNegative() ? "" : ", in " + Wording.span(left));
    }

    private static void fields(JsonSink json, Description run) {
        ListRuns.fields(json, run);
        json.name("bytes").number(run.bytes());
        json.name("long").bool(run.isLong());
        json.name("activities")
                .array(() -> run.activities().forEach(it -> json.object(() -> activity(json, it))));
        json.name("timers")
                .array(
                        () ->
                                run.timers()
                                        .forEach(
                                                it ->
                                                        json.object(
                                                                () -> {
                                                                    json.name("command")
                                                                            .number(it.seq());
                                                                    json.name("due")
                                                                            .text(
                                                                                    it.due()
                                                                                            .toString());
                                                                })));
    }

    private static void activity(JsonSink json, Description.OpenActivity it) {
        json.name("command").number(it.seq());
        json.name("attempt").number(it.attempt());
        json.name("redeliveries").number(it.redeliveries());
        it.notBefore().ifPresent(at -> json.name("not_before").text(at.toString()));
        it.parked().ifPresent(queue -> json.name("queue").text(queue));
    }
}
