package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Sends a signal to a run. */
@Command(
        name = "signal",
        description = {
            "Send a signal to a run. When no engine has the folder open, the signal is kept there, and the",
            "run is told when its code is back."
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
            "  reprise signal order-17 approve '\"ann\"'          a text: quotes inside of quotes",
            "  reprise signal order-17 ship                       without a value",
            "  reprise signal order-17 add '{\"sku\":\"x\"}' 2      two values"
        })
final class SignalRun extends FolderCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Parameters(index = "1", paramLabel = "SIGNAL", description = "The name of the signal.")
    private String name;

    @Parameters(
            index = "2..*",
            paramLabel = "VALUE",
            arity = "0..*",
            description = "What it says, as JSON.")
    private List<String> values = List.of();

    @Mixin private final RequestId requestId = new RequestId();

    @Override
    int answer() {
        RunId id = runId(run);
        var signal = new Request.Signal(id, name, values(values));
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, id, () -> ask(desk, requestId.value(), signal));
        }
        return done(it -> it.name("run").text(run), "signal " + name + " is kept by " + run);
    }
}
