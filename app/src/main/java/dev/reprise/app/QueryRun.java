package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class QueryRun extends FolderCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Parameters(index = "1", paramLabel = "QUERY", description = "The name of the query.")
    private String name;

    @Parameters(
            index = "2..*",
            paramLabel = "VALUE",
            arity = "0..*",
            description = "What it is given, as JSON.")
    private List<String> values = List.of();

    @Option(
            names = "--code",
            paramLabel = "PATH",
            description =
                    "A jar, a folder of classes or a .java file: needed when no engine has the folder"
                            + " open.")
    private @Nullable Path code;

    @Override
    int answer() {
        RunId id = runId(run);
        var query = new Request.Query(id, name, values(values));
        try (Desk desk = data().asking(code)) {
            guessing(
                    desk,
                    id,
                    () ->
                            desk.ask(
                                    freshId(),
                                    query,
                                    reply -> {
                                        if (reply instanceof Reply.Value(var value)) {
                                            print(value);
                                        }
                                    }));
        }
        return 0;
    }

    private void print(Payload value) {
        if (inJson()) {
            json(
                    it -> {
                        it.name("run").text(run);
                        it.name("answer").text(printed(value));
                    });
        } else {
            out().println(printed(value));
        }
    }
}
