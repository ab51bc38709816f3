package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the code of a run something by its name, and prints what that gives. */
abstract class AskingCommand extends FolderCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String run;

    @Parameters(index = "1", paramLabel = "NAME", description = "Which of its methods is meant.")
    private String name;

    @Parameters(
            index = "2..*",
            paramLabel = "VALUE",
            arity = "0..*",
            description = "What it is given, as JSON.")
    private List<String> values = List.of();

    @Option(
            names = "--code",
            paramLabel = "PATH",
            description =
                    "A jar, a folder of classes or a .java file: needed when no engine has the folder"
                            + " open.")
    private @Nullable Path code;

    private boolean failed;

    abstract Request request(RunId id, String method, List<Payload> input);

    abstract String requestId();

    @Override
    final int answer() {
        RunId id = runId(run);
        var request = request(id, name, values(values));
        try (Desk desk = data().asking(code)) {
            guessing(desk, id, () -> ask(desk, request));
        }
        return failed ? REFUSED : 0;
    }

    private void ask(Desk desk, Request request) {
        if (request instanceof Request.Update) {
            desk.insist(requestId(), request, this::heard);
        } else {
            desk.ask(requestId(), request, this::heard);
        }
    }

    private void heard(Reply reply) {
        switch (reply) {
            case Reply.Value(var value) -> {
                if (inJson()) {
                    json(it -> it.name("run").text(run), ValueJson.field("answer", value));
                } else {
                    out().println(printed(value));
                }
            }
            case Reply.Failed(var why) -> failed(why);
            case Reply.NotYet _ ->
                    done(
                            it -> {
                                it.name("run").text(run);
                                it.name("request_id").text(requestId());
                            },
                            run + " has let " + name + " in, under the request id " + requestId());
            default -> {}
        }
    }

    private void failed(String why) {
        failed = true;
        if (inJson()) {
            json(
                    it -> {
                        it.name("run").text(run);
                        it.name("failed").text(why);
                    });
        } else {
            out().println(why);
        }
    }
}
