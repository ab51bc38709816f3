package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.story.Wording;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a run go on from an earlier moment, or another run from a moment of it. */
@Command(
        name = "reset",
        description = {
            "Let a run go on from an earlier moment, whether it has ended or not: as it was after so many of its",
            "activations, with the code there is now. What it did since is forgotten by it, and done again if it",
            "decides so again. What it was told since is told again. Activations are counted",
            "from 1 in its last leg: in what \"show\" prints @3 is the third. The numbers at the left are entries,",
            "which are not meant here."
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
            "  reprise reset order-17 --to 3                      as it was after its third activation",
            "  reprise reset order-17 --to -1 --reason \"mended\"   without its last one",
            "  reprise reset order-17 --to 0 --forget-signals     from its start, and as if nobody had said a word",
            "  reprise reset order-17 --to 3 --fork what-if       another run goes on from there; this one is not concerned"
        })
final class ResetRun extends FolderCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "N",
            description = {
                "How many activations are kept, the N of @N in \"show\": 0 to begin anew with the",
                "same input; -1 to forget the last one."
            })
    private long activations;

    @Option(
            names = "--forget-signals",
            description = "Signals and updates that came since are not told again.")
    private boolean forgetful;

    @Option(
            names = "--fork",
            paramLabel = "ID",
            description = "Leave the run as it is, and let another of this id go on from there.")
    private @Nullable String other;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is written down.")
    private String reason = "asked for on the command line";

    @Mixin private final RequestId requestId = new RequestId();

    @Override
    int answer() {
        RunId id = runId(run);
        Request.Doing request =
                other == null
                        ? new Request.Reset(id, activations, !forgetful, reason)
                        : new Request.Fork(id, activations, runId(other));
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, id, () -> reset(desk, run, request, requestId.value(), ticker()));
        }
        String done = other == null ? run + " goes on" : other + " goes on from " + run;
        String kept =
                activations < 0
                        ? " without its last " + -activations
                        : activations == 0 ? " from its start" : " after activation " + activations;
        return done(it -> it.name("run").text(other == null ? run : other), done + kept);
    }

    /** A long history is read once to be taken back. */
    static void reset(Desk desk, String run, Request request, String id, Ticker ticker) {
        long began = System.nanoTime();
        try (var _ =
                Meanwhile.saying(
                        ticker,
                        () -> {
                            var since = Duration.ofNanos(System.nanoTime() - began);
                            return run + " is being reset, for " + Wording.span(since);
                        })) {
            ask(desk, id, request);
        }
    }
}
