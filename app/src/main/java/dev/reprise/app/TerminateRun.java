package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Command;

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
final class TerminateRun extends EndingCommand {
    @Override
    Request request(RunId id, String why) {
        return new Request.Terminate(id, why);
    }

    @Override
    String done() {
        return "terminated";
    }
}
