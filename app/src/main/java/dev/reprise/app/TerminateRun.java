package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a run without asking it. */
@Command(
        name = "terminate",
        description = {
            "End a run at once, without asking its code: nothing of it is cleaned up. What is under way is",
            "interrupted. For runs that cancel does not end."
        },
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
            "  reprise terminate order-17 --reason \"written by mistake\"",
            "  reprise terminate order-17 --json                  for programs"
        })
final class TerminateRun extends FolderCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is written down.")
    private String reason = "asked for on the command line";

    @Override
    int answer() {
        RunId id = runId(run);
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, id, () -> ask(desk, freshId(), new Request.Terminate(id, reason)));
        }
        return done(it -> it.name("run").text(run), run + " is terminated");
    }
}
