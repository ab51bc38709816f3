package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.control.Request;
import java.util.List;
import picocli.CommandLine.Command;

/** Asks a run. */
@Command(
        name = "query",
        description = {
            "Ask a run a question and print its answer. It needs the run's code: that of the engine that has",
            "the folder open, or what --code names."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:answered",
            "1:it was refused, or the run could not answer",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise query order-17 status                      what follows from its history",
            "  reprise query order-17 item 3 --json               with a value; for programs"
        })
final class QueryRun extends AskingCommand {
    @Override
    Request request(RunId id, String method, List<Payload> input) {
        return new Request.Query(id, method, input);
    }

    @Override
    String requestId() {
        return freshId();
    }
}
