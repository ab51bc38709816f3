package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Command;

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
final class CancelRun extends EndingCommand {
    @Override
    Request request(RunId id, String why) {
        return new Request.Cancel(id, why);
    }

    @Override
    String done() {
        return "asked to cancel";
    }
}
