package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a run. */
@Command(
        name = "start",
        description = {
            "Start a run of a workflow. An engine that has the folder open carries it out. When there is",
            "none, --code names the code, and the run goes on as long as this command waits for it."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:started, and durable; with --wait: it has a result",
            "1:it was refused; with --wait: it failed, or has not ended",
            "2:there is no store, or the command line was not understood",
            "3:too much waits in the queue of the run: nothing was started, ask again later"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise start Order --id order-17 --input '{\"sku\":\"x\"}'",
            "  reprise start Order --id order-17 --wait 60        and print its result",
            "  reprise start Order --id order-17 --after-end allow --run-timeout 2h --retry 3",
            "  reprise start Order --id order-17 --signal approve '\"ann\"'   start it if need be, and tell it",
            "  reprise start Order --code Shop.java --wait 60     when no engine has the folder open"
        })
final class StartRun extends FolderCommand {
    @Parameters(paramLabel = "WORKFLOW", description = "The name of the workflow's type.")
    private String type;

    @Option(
            names = "--id",
            paramLabel = "RUN",
            description = "The id of the run. Default: a new one.")
    private @Nullable String run;

    @Option(names = "--input", paramLabel = "VALUE", description = "What it is given, as JSON.")
    private String input = "null";

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            converter = Numbers.Count.class,
            description = "Wait so long for its end, and print its result.")
    private @Nullable Integer wait;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            converter = Numbers.Count.class,
            description =
                    "Wait so long while the queue of the run is full, 30 at most. Default: 0.")
    private int patience;

    @Option(
            names = "--code",
            paramLabel = "PATH",
            description =
                    "A jar, a folder of classes or a .java file: needed when no engine has the folder"
                            + " open.")
    private @Nullable Path code;

    @Mixin private final TermOptions terms = new TermOptions();

    @Mixin private final RequestId requestId = new RequestId();

    @Override
    int answer() {
        RunId id = runId(run == null ? freshId() : run);
        var start =
                new Request.Start(
                        id,
                        type,
                        List.of(value(input)),
                        Duration.ofSeconds(patience),
                        terms.terms(this));
        try (Desk desk = data().asking(code)) {
            ask(desk, requestId.value(), start);
            if (wait != null) {
                return ended(desk, id, awaited(desk, id, Duration.ofSeconds(wait)));
            }
        }
        return done(it -> it.name("run").text(id.value()), id.value());
    }
}
