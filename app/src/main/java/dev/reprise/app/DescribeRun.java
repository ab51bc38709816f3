package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Awaited;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Wait;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.story.WaitWords;
import dev.reprise.form.JsonSink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
    /** More than that nobody reads on a terminal. */
    private static final int SHOWN_MAX = 50;

    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Override
    int answer() {
        try (Desk desk = data().reading()) {
            Head head = head(desk, runId(run));
            Description found = Description.of(head);
            List<Wait> waits = waits(desk, head);
            if (inJson()) {
                json(it -> fields(it, found, waits));
            } else {
                lines(found).forEach(out()::println);
                show(waits, paused(desk, waits));
            }
        }
        return 0;
    }

    private static List<Wait> waits(Desk desk, Head head) {
        return Awaited.of(
                head,
                (from, to, each) ->
                        new EntryReader(desk, head.run(), from, to).forEachRemaining(each));
    }

    /** The task queues that let nothing in, if somebody waits there. */
    private static Set<String> paused(Desk desk, List<Wait> waits) {
        Set<String> paused = new TreeSet<>();
        if (waits.stream().anyMatch(it -> !queue(it).isEmpty())) {
            desk.ask(
                    "queues",
                    new Request.ListQueues(),
                    reply -> {
                        if (reply instanceof Reply.Queue(var queue) && queue.paused()) {
                            paused.add(queue.name());
                        }
                    });
        }
        return paused;
    }

    private static String queue(Wait wait) {
        return wait instanceof Wait.Activity it ? it.taskQueue() : "";
    }

    private void show(List<Wait> waits, Set<String> paused) {
        if (waits.isEmpty()) {
            return;
        }
        var table = new Table("WAITS FOR", "SINCE", "").whole();
        List<WaitWords.Line> lines = WaitWords.of(waits, Instant.now());
        for (int i = 0; i < Math.min(SHOWN_MAX, lines.size()); i++) {
            WaitWords.Line line = lines.get(i);
            String queue = queue(waits.get(i));
            String shut = paused.contains(queue) ? "; its queue " + queue + " is paused" : "";
            table.row(line.what(), line.since(), line.how() + shut);
        }
        out().println();
        table.print(out());
        if (lines.size() > SHOWN_MAX) {
            out().println("And " + (lines.size() - SHOWN_MAX) + " more: --json has all.");
        }
        if (waits.getFirst() instanceof Wait.Somebody(var isPattern)) {
            out().println();
            out().println(
                            isPattern
                                    ? "Which triggers: reprise query " + run + " waits"
                                    : "Where its code is: reprise replay " + run + " --code …");
        }
    }

    private static List<String> lines(Description run) {
        List<String> lines = new ArrayList<>();
        lines.add("run       " + run.run());
        lines.add("type      " + run.type());
        lines.add("status    " + ListRuns.word(run));
        run.reason().ifPresent(it -> lines.add("reason    " + it.replace("\n", "\n          ")));
        lines.add("started   " + run.started());
        lines.add(
                "history   "
                        + run.entries()
                        + (run.entries() == 1 ? " entry" : " entries")
                        + ListRuns.kept(run));
        if (run.isLong()) {
            lines.add("warning   " + tooLong(run));
        }
        return lines;
    }

    private static String tooLong(Description run) {
        return "its history is long, with "
                + (run.entries() - run.origin())
                + " entries and "
                + Bytes.words(run.bytes())
                + " since it began or continued; let it continue as new";
    }

    private static void fields(JsonSink json, Description run, List<Wait> waits) {
        ListRuns.fields(json, run);
        json.name("bytes").number(run.bytes());
        json.name("long").bool(run.isLong());
        json.name("waits")
                .array(() -> waits.forEach(it -> json.object(() -> WaitJson.write(json, it))));
    }
}
