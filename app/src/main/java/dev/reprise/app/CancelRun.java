package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks a run to cancel. */
@Command(
        name = "cancel",
        description = {"Ask a run to cancel. Its code is told, and may clean up before it ends."},
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and durable",
            "1:it was refused; the message says why",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise cancel order-17                            its code decides what follows",
            "  reprise cancel order-17 --reason \"sold out\""
        })
final class CancelRun extends FolderCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is written down.")
    private String reason = "asked for on the command line";

    @Override
    int answer() {
        RunId id = runId(run);
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, id, () -> ask(desk, freshId(), new Request.Cancel(id, reason)));
        }
        return done(it -> it.name("run").text(run), run + " is asked to cancel");
    }
}
