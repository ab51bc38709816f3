package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a run, asked or not. */
abstract class EndingCommand extends FolderCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is written down.")
    private String reason = "asked for on the command line";

    @Mixin private final RequestId requestId = new RequestId();

    abstract Request request(RunId id, String why);

    /** What is said of the run when it is done. */
    abstract String done();

    @Override
    final int answer() {
        RunId id = runId(run);
        try (Desk desk = data().acting(Code.NONE)) {
            guessing(desk, id, () -> ask(desk, requestId.value(), request(id, reason)));
        }
        return done(it -> it.name("run").text(run), run + " is " + done());
    }
}
