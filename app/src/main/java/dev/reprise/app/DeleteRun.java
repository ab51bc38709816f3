package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Forgets a run that has ended. */
@Command(
        name = "delete",
        description = {
            "Forget a run that has ended, with all that is stored of it. One that goes on, or has something",
            "to settle with another run, is kept."
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
            "  reprise delete order-17                            its id is free then",
            "  reprise delete order-17 --json                     for programs"
        })
final class DeleteRun extends FolderCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Mixin private final RequestId requestId = new RequestId();

    @Override
    int answer() {
        RunId id = runId(run);
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, id, () -> ask(desk, requestId.given(), new Request.Delete(id)));
        }
        return done(it -> it.name("run").text(run), run + " is deleted");
    }
}
