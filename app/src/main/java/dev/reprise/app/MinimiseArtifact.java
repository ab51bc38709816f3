package dev.reprise.app;

import dev.reprise.form.JsonSink;
import dev.reprise.sim.Artifact;
import dev.reprise.sim.Minimiser;
import dev.reprise.sim.Minimiser.Minimised;
import dev.reprise.sim.Staffing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a failure small. */
@Command(
        name = "minimise",
        aliases = "minimize",
        description = {
            "Make the failure of an artifact small: fewer workers, tasks, events, instructions and",
            "choices, as long as it fails in the same way. Writes the result and its picture."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the artifact does not fail, or the result could not be written",
            "2:the file is missing or bad, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise minimise stack.json                to stack.min.json",
            "  reprise minimise stack.json -o small.json  to another file",
            "  reprise minimise stack.json --checks 500   stop after 500 runs"
        })
final class MinimiseArtifact implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "ARTIFACT", description = "The file.")
    private Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Where the small one goes, and its picture beside it. Default: beside"
                            + " ARTIFACT, with the end .min.json.")
    private @Nullable Path output;

    @Option(
            names = "--checks",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description = "The most runs to make. Default: ${DEFAULT-VALUE}.")
    private int checks = Minimiser.CHECKS_MAX;

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        var artifact = ArtifactFile.read(file, spec.commandLine());
        var run = artifact.replay().run();
        var flaw = run.flaw();
        if (flaw == null) {
            spec.commandLine()
                    .getErr()
                    .println(
                            file
                                    + " does not fail: it comes to its end after "
                                    + run.steps()
                                    + " steps, so there is nothing to make small.");
            return 1;
        }
        var before = Artifact.of(run, artifact.seed());
        if (!json) {
            out().println(file + ": " + flaw);
        }
        var minimised =
                minimise(before, Staffing.REAL, checks, new Ticker(spec.commandLine().getErr()));
        if (!json) {
            table(before, minimised);
        }
        var keeping = new Keeping(out(), spec.commandLine().getErr(), json);
        var target = output == null ? Keeping.beside(file, ".min.json") : output;
        var kept = keeping.artifact(target, minimised.artifact());
        var picture =
                keeping.picture(
                        Keeping.beside(target, ".svg"), minimised.artifact().replay().run());
        if (json) {
            inJson(before, minimised, kept, picture);
        } else {
            kept.ifPresent(it -> out().println("\nReplay it: ./reprise replay " + it));
        }
        return kept.isPresent() && picture.isPresent() ? 0 : 1;
    }

    /** Makes an artifact small and says meanwhile how it goes. */
    static Minimised minimise(Artifact artifact, Staffing staffing, int checks, Ticker ticker) {
        var minimised =
                Minimiser.minimise(
                        artifact,
                        staffing,
                        checks,
                        (made, accepted) ->
                                ticker.tick(
                                        () ->
                                                "minimising: "
                                                        + made
                                                        + " runs, "
                                                        + accepted
                                                        + " times smaller"));
        ticker.clear();
        return minimised;
    }

    private void table(Artifact before, Minimised minimised) {
        out().printf("%n  %-14s %8s %8s%n", "", "before", "after");
        var after = sizes(minimised.artifact());
        sizes(before)
                .forEach(
                        (what, size) ->
                                out().printf("  %-14s %8d %8d%n", what, size, after.get(what)));
        out().println();
        out().println("  " + outcome(minimised));
    }

    /** How it ended, in words. */
    static String outcome(Minimised minimised) {
        return (minimised.isMinimal()
                        ? "nothing single can be taken away any more"
                        : "stopped early: give it more runs with --checks")
                + " ("
                + minimised.checks()
                + " runs, "
                + minimised.accepted()
                + " times smaller)";
    }

    private static Map<String, Long> sizes(Artifact artifact) {
        var plan = artifact.plan();
        var shape = plan.shape();
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("workers", shape == null ? 0L : shape.workers());
        sizes.put("tasks", (long) plan.tasks().size());
        sizes.put("events", (long) plan.events().size());
        sizes.put(
                "instructions",
                plan.programs().stream().mapToLong(program -> program.code().size()).sum());
        sizes.put("choices", artifact.choicesMade());
        sizes.put("steps", (long) artifact.replay().run().steps());
        return sizes;
    }

    private void inJson(
            Artifact before, Minimised minimised, Optional<Path> kept, Optional<Path> picture) {
        Answer.json(
                out(),
                it -> {
                    it.name("file").text(file.toString());
                    Answer.flaw(it, "failure", minimised.artifact().flaw());
                    it.name("before").object(() -> sizes(it, before));
                    it.name("after").object(() -> sizes(it, minimised.artifact()));
                    it.name("checks").number(minimised.checks());
                    it.name("accepted").number(minimised.accepted());
                    it.name("minimal").bool(minimised.isMinimal());
                    if (kept.isPresent()) {
                        it.name("artifact").text(kept.get().toString());
                    } else {
                        it.name("artifact_base64").base64(minimised.artifact().bytes());
                    }
                    picture.ifPresent(path -> it.name("picture").text(path.toString()));
                });
    }

    private static void sizes(JsonSink json, Artifact artifact) {
        sizes(artifact).forEach((what, size) -> json.name(what).number(size));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
