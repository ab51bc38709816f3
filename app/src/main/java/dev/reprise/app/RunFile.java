package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.EntryReader;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.rules.RuleFile;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.story.Story;
import dev.reprise.engine.story.Timeline;
import dev.reprise.flow.Workflow;
import dev.reprise.form.Malformed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compiles and runs a workflow in one source file. */
@Command(
        name = "run",
        description = {
            "Compile a workflow that is in one source file, run it, show what happens and print its",
            "result. Every class in the file that is a workflow, or implements an interface in the file,",
            "is registered. With --data it outlives this command: stop it with Ctrl-C, and the same",
            "command goes on. From another terminal `reprise signal` and the others talk to it."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it ended with a result",
            "1:it ended without one, or is stuck; the message says why",
            "2:the file does not compile or has no workflow, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise run Order.java --input '{\"sku\":\"x\"}'     in memory",
            "  reprise run Order.java --data data               on a folder: Ctrl-C, and again, goes on",
            "  reprise run Order.java --data data --id order-2  another run",
            "  reprise run Order.java --rules rules.yaml        how its activities are tried: docs/policies.md",
            "  reprise run Order.java --json 2>/dev/null        only the result, for programs"
        })
final class RunFile extends EngineCommand {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int WIDTH = 100;

    /** A run that was stuck is tried again with this code, which takes a moment. */
    private static final int STUCK_LOOKS = 20;

    @Parameters(paramLabel = "FILE.java", description = "The source file; a jar or classes, too.")
    private Path file;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "Keep the run in this folder, which is made. Default: in memory.")
    private @Nullable Path folder;

    @Option(
            names = "--workflow",
            paramLabel = "NAME",
            description = {
                "Which workflow, when there are several in the file. Default: the one whose class",
                "bears the name of the file."
            })
    private @Nullable String workflow;

    @Option(
            names = "--id",
            paramLabel = "RUN",
            description = "The id of the run. Default: the name of the workflow.")
    private @Nullable String run;

    @Option(names = "--input", paramLabel = "VALUE", description = "What it is given, as JSON.")
    private String input = "null";

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = {
                "By which rules activities are tried, limited and given up, as YAML or JSON.",
                "Default: as Settings.DEFAULT says."
            })
    private @Nullable Path rules;

    @Override
    int answer() {
        EngineOptions options = options();
        Code code = Code.in(file);
        String type = chosen(code.workflows());
        RunId id = runId(run == null ? type : run);
        var start = new Request.Start(id, type, List.of(value(input)));
        try (Engine engine =
                folder == null ? Engine.inMemory(options) : Engine.open(folder, options)) {
            PrintWriter err = spec().commandLine().getErr();
            Optional<Head> there = engine.store().head(id);
            code.register(engine);
            if (there.isEmpty()) {
                ask(engine.desk(), freshId(), start);
            } else {
                err.println(goesOn(id, type, there.get()));
            }
            if (folder != null) {
                err.println("Ctrl-C stops it; the same command goes on.");
            }
            return followed(engine.desk(), id, err);
        }
    }

    private EngineOptions options() {
        if (rules == null) {
            return EngineOptions.DEFAULT;
        }
        try {
            return EngineOptions.DEFAULT.rules(RuleFile.load(rules));
        } catch (NoSuchFileException e) {
            throw wrong("There is no file " + rules + ".");
        } catch (IOException e) {
            throw wrong(rules + " cannot be read: " + e + ".");
        } catch (Malformed e) {
            throw wrong(rules + ": " + e.getMessage());
        }
    }

    private String goesOn(RunId id, String type, Head there) {
        String other = Description.of(there).type();
        if (!other.equals(type)) {
            throw wrong(id + " is there already, as a run of " + other + ": --id starts another.");
        }
        return id
                + " is there already, with "
                + there.position()
                + (there.position() == 1 ? " entry" : " entries")
                + " and the input that it was given then; --id starts another.";
    }

    private String chosen(Map<String, Class<? extends Workflow<?, ?>>> workflows) {
        Set<String> types = workflows.keySet();
        if (types.isEmpty()) {
            throw wrong(
                    "There is no workflow in "
                            + file
                            + ": a class that implements dev.reprise.flow.Workflow and has a"
                            + " constructor without parameters.");
        }
        String named = workflow;
        if (named == null && types.size() == 1) {
            return types.iterator().next();
        }
        if (named == null) {
            named = namesake(workflows);
        }
        if (named == null) {
            throw wrong(
                    "There are several workflows in "
                            + file
                            + ": name one of "
                            + String.join(", ", types)
                            + " with --workflow.");
        }
        if (!types.contains(named)) {
            throw wrong(
                    "There is no workflow "
                            + named
                            + " in "
                            + file
                            + Spelling.nearest(named, types)
                                    .map(it -> ". Did you mean '" + it + "'?")
                                    .orElse(", only " + String.join(", ", types) + "."));
        }
        return named;
    }

    /** The workflow whose class bears the name of the file; null when none does. */
    private @Nullable String namesake(Map<String, Class<? extends Workflow<?, ?>>> workflows) {
        String source = String.valueOf(file.getFileName());
        for (var each : workflows.entrySet()) {
            if (source.equals(each.getValue().getSimpleName() + ".java")) {
                return each.getKey();
            }
        }
        return null;
    }

    /** Shows what happens until it ends, and how. */
    private int followed(Desk desk, RunId id, PrintWriter err) {
        long first = EngineCommand.find(desk, id).first();
        var story = Story.of(new EntryReader(desk, id, first, Long.MAX_VALUE), first);
        var timeline = new Timeline(err, ShowRun.look(), WIDTH);
        int stuck = 0;
        while (true) {
            Reply end = awaited(desk, id, LOOK);
            while (story.hasNext()) {
                timeline.show(story.next());
            }
            err.flush();
            if (end != null) {
                return ended(desk, id, end);
            }
            Description now = find(desk, id);
            stuck = now.status() == Status.STUCK ? stuck + 1 : 0;
            if (stuck > STUCK_LOOKS) {
                throw new Desk.Declined("STUCK", stuck(now));
            }
        }
    }
}
