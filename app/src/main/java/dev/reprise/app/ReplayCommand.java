package dev.reprise.app;

import dev.reprise.app.Code.Unusable;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.run.Description;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays what was recorded: an artifact, a stored run up to a moment, all runs with two codes. */
@Command(
        name = "replay",
        description = {
            "Replay what was recorded; nothing is changed and no activity is carried out.",
            "A stored run: where its code is after one of its activations, which line has",
            "decided what, and a debugger at that moment.",
            "All stored runs, with two versions of code: which would break with the new one.",
            "An artifact of the simulator, ours or one of the harness that it grew from:",
            "does it still do what it did?"
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it did the same as recorded; no run would break",
            "1:it did something else, or there is no such run or activation",
            "2:a file, code or store is missing or bad, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise replay order-17 --code target/classes         where its code is now",
            "  reprise replay order-17 --code target/classes --at 3  after activation 3",
            "  reprise replay order-17 --code Order.java --at 3 --debug   in a debugger",
            "  reprise replay --diff shop-1.jar --code shop-2.jar    would any run break?",
            "  reprise replay --diff Old.java --code New.java --filter \"status = running\"",
            "  reprise replay stack.min.json                      an artifact: does it still fail?",
            "  reprise replay stack.min.json --summary            and how?",
            "  reprise replay stack.min.json --picture stack.svg  draw it"
        })
final class ReplayCommand extends FolderCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN|ARTIFACT",
            description = "With --code the id of a run; else the file of an artifact.")
    private @Nullable String what;

    @Option(
            names = "--code",
            paramLabel = "PATH",
            description = "The code of the run: a jar, a folder of classes, or a .java file.")
    private @Nullable Path code;

    @Option(
            names = "--at",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "Of a run: the last activation that is replayed, from 1. Default: the last.")
    private @Nullable Integer at;

    @Mixin private Debugging debugging = new Debugging();

    @Option(
            names = "--diff",
            paramLabel = "OLD",
            description = "Instead of RUN: the code there is; --code is then the new one.")
    private @Nullable Path old;

    @Option(names = "--type", paramLabel = "TYPE", description = "With --diff: only its runs.")
    private @Nullable String type;

    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            description = "With --diff: which runs: docs/filters.md. Default: all.")
    private @Nullable String filter;

    @Option(
            names = "--summary",
            description = "Of an artifact: tell what happened, and how all was at the end.")
    private boolean summary;

    @Option(names = "--picture", paramLabel = "FILE.svg", description = "Of an artifact: draw it.")
    private @Nullable Path picture;

    @Override
    int answer() {
        if (old != null) {
            refuse("--at", at != null, "one run");
            refuse("--debug", debugging.isAsked(), "one run");
            refuse("RUN", what != null, "one run: give it without --diff");
            refuseOfArtifacts();
            return difference(old);
        }
        refuse("--type", type != null, "--diff");
        refuse("--filter", filter != null, "--diff");
        if (what == null) {
            throw wrong("Name a run and its --code, an artifact, or two codes with --diff.");
        }
        if (code != null) {
            refuseOfArtifacts();
            return moment(what, code);
        }
        refuse("--at", at != null, "stored runs, which need --code");
        refuse("--debug", debugging.isAsked(), "stored runs, which need --code");
        return artifact(what);
    }

    private void refuse(String option, boolean given, String where) {
        if (given) {
            throw wrong(option + " is for " + where + ".");
        }
    }

    private void refuseOfArtifacts() {
        refuse("--summary", summary, "artifacts");
        refuse("--picture", picture != null, "artifacts");
    }

    private int difference(Path old) {
        if (code == null) {
            throw wrong("--diff needs two codes: name the new one with --code.");
        }
        var comparison = new CodeComparison(this, Workflows.in(old), Workflows.in(code), old, code);
        try (Desk desk = data().reading()) {
            return comparison.of(
                    new StoredRuns(desk), selection(filter == null ? "" : filter), type);
        }
    }

    private int moment(String run, Path code) {
        if (debugging.isElsewhere()) {
            return debugging.elsewhere();
        }
        var workflows = Workflows.in(code);
        Description found;
        List<byte[]> entries = new ArrayList<>();
        try (Desk desk = data().reading()) {
            found = find(desk, runId(run));
            new StoredRuns(desk).entries(found).forEachRemaining(entries::add);
        }
        return new RunMoment(this, found, entries, debugging).tell(workflows, at, code);
    }

    private int artifact(String name) {
        Path file;
        try {
            file = Path.of(name);
        } catch (InvalidPathException e) {
            throw new Unusable("'" + name + "' is no name of a file: " + e.getMessage() + ".");
        }
        if (!Files.exists(file)) {
            throw wrong(
                    "There is no file "
                            + file
                            + ". If it is a stored run, name its code with --code.");
        }
        return new ReplayArtifact(spec().commandLine(), file, summary, picture, inJson()).replay();
    }
}
