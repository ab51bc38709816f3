package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says that an activity goes on that is carried out elsewhere. */
@Command(
        name = "heartbeat",
        description = {
            "Say that an activity goes on which is carried out outside of the engine, by the task token that",
            "its code was given. Its time without a heartbeat begins anew."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:said, and durable",
            "1:it was refused, since nobody waits for it any more: stop; the message says why",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise heartbeat $TOKEN                           it goes on",
            "  reprise heartbeat $TOKEN '{\"page\":40}'             and how far it is"
        })
final class HeartbeatActivity extends FolderCommand {
    @Parameters(index = "0", paramLabel = "TOKEN", description = "The task token.")
    private String token;

    @Parameters(
            index = "1",
            paramLabel = "DETAILS",
            arity = "0..1",
            description = "How far it is, as JSON: what the next attempt finds. Default: nothing.")
    private String details = "null";

    @Override
    int answer() {
        var request = new Request.Heartbeat(token, value(details));
        try (Desk desk = data().acting(Code.NONE)) {
            ask(desk, freshId(), request);
        }
        return done(it -> it.name("token").text(token), "the activity goes on");
    }
}
