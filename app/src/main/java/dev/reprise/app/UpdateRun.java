package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.control.Request;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            "0:done, and durable; with --accepted: let in, and durable",
            "1:the run turned it away, its handler failed, or it was refused; the message says why",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise update order-17 addItem '\"tea\"'           what the handler gives is printed",
            "  reprise update order-17 addItem '\"tea\"' --request-id tea-1",
            "                                                     asked again, it is the same update",
            "  reprise update order-17 recount --accepted         only until the run has let it in"
        })
final class UpdateRun extends AskingCommand {
    @Mixin private final RequestId requestId = new RequestId();

    @Option(
            names = "--accepted",
            description = {
                "Wait only until the run has let it in. Asked again with the same --request-id and",
                "without this, its answer is waited for."
            })
    private boolean accepted;

    @Override
    Request request(RunId id, String method, List<Payload> input) {
        return new Request.Update(id, method, input, accepted);
    }

    @Override
    String requestId() {
        return requestId.value();
    }
}
