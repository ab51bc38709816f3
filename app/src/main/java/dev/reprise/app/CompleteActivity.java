package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends an activity from outside. */
@Command(
        name = "complete",
        description = {
            "End an activity that goes on outside, by the task token that it handed out: with a value, or",
            "as failed."
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
            "  reprise complete $TOKEN '{\"approved\":true}'        with a value",
            "  reprise complete $TOKEN --fail \"nobody answered\"    as failed"
        })
final class CompleteActivity extends FolderCommand {
    @Parameters(index = "0", paramLabel = "TOKEN", description = "The task token.")
    private String token;

    @Parameters(
            index = "1",
            paramLabel = "VALUE",
            arity = "0..1",
            description = "What it gives, as JSON. Default: nothing.")
    private String value = "null";

    @Option(
            names = "--fail",
            paramLabel = "REASON",
            description = "It failed; its policy says what follows.")
    private @Nullable String failure;

    @Override
    int answer() {
        String why = failure;
        Request request =
                why == null
                        ? new Request.Complete(token, value(value))
                        : new Request.Fail(token, "Failed", why);
        try (Desk desk = data().acting(Code.NONE)) {
            ask(desk, freshId(), request);
        }
        return done(it -> it.name("token").text(token), "the activity has ended");
    }
}
