package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Description;
import dev.reprise.filter.Selection;
import dev.reprise.form.JsonSink;
import dev.reprise.form.Malformed;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists runs. */
@Command(
        name = "list",
        description = {
            "List the runs of an engine: all of them, or those that a filter accepts. docs/filters.md",
            "says how filters are written."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:listed, even when there are none",
            "1:it could not be done; the message says why",
            "2:there is no store, the filter cannot be read, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise list --data data                                   the first hundred",
            "  reprise list --filter \"status in (stuck, failed)\"          what needs somebody",
            "  reprise list --filter \"started > -1h order by started desc limit 20\"",
            "  reprise list --all --json                                  every run, an object a line"
        })
final class ListRuns extends FolderCommand {
    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            description = "Which, in what order and how many, in one text.")
    private String filter = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description = "At most so many. Default: what the filter says, or 100.")
    private @Nullable Integer limit;

    @Option(names = "--all", description = "All of them, page after page.")
    private boolean all;

    @Override
    int answer() {
        Selection selection = selection();
        try (Desk desk = data().reading()) {
            String more = page(desk, selection);
            long pages = 1;
            while (all && !more.isEmpty()) {
                more = page(desk, Selection.parse(more));
                pages++;
            }
            if (!more.isEmpty() && pages == 1 && !inJson()) {
                out().println();
                out().println("There are more: add --all, or for the next page");
                out().println("  --filter \"" + more + "\"");
            }
        }
        return 0;
    }

    private Selection selection() {
        try {
            var parsed = Selection.parse(filter);
            return limit == null ? parsed : parsed.limit(limit);
        } catch (Malformed e) {
            throw wrong(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw wrong("--limit " + limit + ": " + e.getMessage() + ".");
        }
    }

    /** Prints a page; the selection of the one after it, or nothing. */
    private String page(Desk desk, Selection selection) {
        List<Description> runs = new ArrayList<>();
        String[] more = {""};
        desk.ask(
                "list",
                new Request.ListRuns(selection),
                reply -> {
                    switch (reply) {
                        case Reply.Run(var head) -> runs.add(Description.of(head));
                        case Reply.More(var next) -> more[0] = next;
                        default -> {}
                    }
                });
        if (inJson()) {
            runs.forEach(run -> json(it -> fields(it, run)));
            if (!more[0].isEmpty() && !all) {
                json(it -> it.name("more").text(more[0]));
            }
        } else if (runs.isEmpty()) {
            out().println("No runs" + (filter.isBlank() ? "." : " that this filter accepts."));
        } else {
            var table = new Table("RUN", "TYPE", "STATUS", "STARTED", "EVENTS");
            for (Description run : runs) {
                table.row(
                        run.run().value(),
                        run.type(),
                        word(run),
                        run.started().truncatedTo(ChronoUnit.SECONDS).toString(),
                        Long.toString(run.entries()));
            }
            table.print(out());
        }
        return more[0];
    }

    static String word(Description run) {
        return run.status().name().toLowerCase(Locale.ROOT);
    }

    /** What is not kept of a history, for people. */
    static String kept(Description run) {
        return run.first() == 0 ? "" : ", kept from " + run.first() + " on";
    }

    /** What is known of a run without its history. */
    static void fields(JsonSink json, Description run) {
        json.name("run").text(run.run().value());
        json.name("type").text(run.type());
        json.name("status").text(word(run));
        json.name("started").text(run.started().toString());
        json.name("events").number(run.entries());
        if (run.first() > 0) {
            json.name("kept_from").number(run.first());
        }
        run.reason().ifPresent(it -> json.name("reason").text(it));
    }
}
