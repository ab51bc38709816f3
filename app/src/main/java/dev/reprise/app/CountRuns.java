package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.filter.Filter;
import dev.reprise.form.Malformed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Counts runs. */
@Command(
        name = "count",
        description = {
            "Say how many runs a filter accepts. docs/filters.md says how filters are written."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:counted, even when there are none",
            "1:it could not be done; the message says why",
            "2:there is no store, the filter cannot be read, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise count \"status in (stuck, failed)\"          how many need somebody",
            "  reprise count                                      all of them",
            "  reprise count \"ended > -1h\" --json                 for programs"
        })
final class CountRuns extends FolderCommand {
    @Parameters(
            paramLabel = "FILTER",
            arity = "0..1",
            description = "Which runs. Default: all of them.")
    private String filter = "";

    @Option(names = "--filter", paramLabel = "FILTER", description = "The same, as others say it.")
    private String said = "";

    @Override
    int answer() {
        Filter asked = filter();
        try (Desk desk = data().reading()) {
            desk.ask(freshId(), new Request.CountRuns(asked), this::heard);
        }
        return 0;
    }

    private Filter filter() {
        if (!filter.isEmpty() && !said.isEmpty()) {
            throw wrong("One filter is counted by: give it once.");
        }
        try {
            return Filter.parse(filter + said);
        } catch (Malformed e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void heard(Reply reply) {
        if (reply instanceof Reply.Counted(var runs)) {
            if (inJson()) {
                json(it -> it.name("runs").number(runs));
            } else {
                out().println(runs);
            }
        }
    }
}
