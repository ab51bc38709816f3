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

/** Asks a run for an update. */
@Command(
        name = "update",
        description = {
            "Ask a run for an update, and print what its handler gives. It is durable then. It needs the",
            "run's code: that of the engine that has the folder open, or what --code names."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and durable",
            "1:the run turned it away, its handler failed, or it was refused; the message says why",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise update order-17 addItem '\"tea\"'           what the handler gives is printed",
            "  reprise update order-17 addItem '\"tea\"' --request-id tea-1",
            "                                                     asked again, it is the same update"
        })
final class UpdateRun extends FolderCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Parameters(index = "1", paramLabel = "UPDATE", description = "The name of the update.")
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

    @Option(
            names = "--request-id",
            paramLabel = "ID",
            description = "To ask again what may have been done: with the same id it is done once.")
    private String requestId = freshId();

    private boolean failed;

    @Override
    int answer() {
        RunId id = runId(run);
        var update = new Request.Update(id, name, values(values));
        try (Desk desk = data().asking(code)) {
            guessing(
                    desk,
                    id,
                    () ->
                            desk.ask(
                                    requestId,
                                    update,
                                    reply -> {
                                        switch (reply) {
                                            case Reply.Value(var value) -> print(value);
                                            case Reply.Failed(var why) -> fail(why);
                                            default -> {}
                                        }
                                    }));
        }
        return failed ? REFUSED : 0;
    }

    private void fail(String why) {
        failed = true;
        if (inJson()) {
            json(
                    it -> {
                        it.name("run").text(run);
                        it.name("failed").text(why);
                    });
        } else {
            out().println(why);
        }
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
