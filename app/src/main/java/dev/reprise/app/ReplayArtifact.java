package dev.reprise.app;

import dev.reprise.sim.Artifact;
import dev.reprise.sim.Flaw;
import dev.reprise.sim.Summary;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs an artifact again and says whether it did what it did before. */
@Command(
        name = "replay",
        description = {
            "Run an artifact again, step by step, and compare it with what was recorded.",
            "Takes our files and those of the harness that the simulator grew from. The stored runs of",
            "an engine are replayed by `reprise verify`."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it did the same as recorded",
            "1:it did something else",
            "2:the file is missing or bad, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise replay stack.min.json                      does it still fail?",
            "  reprise replay stack.min.json --summary            and how?",
            "  reprise replay stack.min.json --picture stack.svg  draw it",
            "  reprise replay stack.min.json --json               for programs"
        })
final class ReplayArtifact implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "ARTIFACT", description = "The file.")
    private Path file;

    @Option(names = "--summary", description = "Tell what happened, and how all was at the end.")
    private boolean summary;

    @Option(names = "--picture", paramLabel = "FILE.svg", description = "Draw it.")
    private @Nullable Path picture;

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        var artifact = ArtifactFile.read(file, spec.commandLine());
        var replayed = artifact.replay();
        boolean drawn =
                picture == null
                        || new Keeping(out(), spec.commandLine().getErr(), true)
                                .picture(picture, replayed.run())
                                .isPresent();
        if (json) {
            inJson(artifact, replayed);
        } else {
            inWords(artifact, replayed);
            if (picture != null && drawn) {
                out().println("picture     " + picture);
            }
            if (summary) {
                out().println();
                out().print(Summary.of(replayed.run()));
            }
        }
        return replayed.isSame() && drawn ? 0 : 1;
    }

    private void inWords(Artifact artifact, Artifact.Replayed replayed) {
        boolean original = artifact.version() == Artifact.ORIGINAL;
        out().println(file);
        row(
                "version",
                artifact.version()
                        + (original
                                ? ", a file of the original harness"
                                : ", written by " + artifact.build()));
        row("case", Summary.caseLine(artifact.plan()));
        row(
                "choices",
                artifact.choicesMade()
                        + " other than the default, in "
                        + replayed.run().steps()
                        + " steps");
        row(
                "trace hash",
                Long.toUnsignedString(replayed.traceHash())
                        + verdict(
                                replayed.traceHash() == artifact.traceHash(),
                                Long.toUnsignedString(artifact.traceHash())));
        row(
                "flaw",
                shown(replayed.run().flaw())
                        + (original ? "" : verdict(replayed.isSameFlaw(), shown(artifact.flaw()))));
        if (!replayed.isSame()) {
            out().println();
            out().println(
                            "Likely cause: what runs the tasks has changed since the file was written"
                                    + " (this is another build), or the file was edited.");
        }
    }

    private void row(String what, String is) {
        out().println(what + " ".repeat(12 - what.length()) + is);
    }

    private static String verdict(boolean same, String expected) {
        return same
                ? ", " + Answer.good("as expected")
                : ", " + Answer.bad("NOT as expected") + ", which is " + expected;
    }

    private static String shown(@Nullable Flaw flaw) {
        return flaw == null ? "none" : flaw.toString();
    }

    private void inJson(Artifact artifact, Artifact.Replayed replayed) {
        Answer.json(
                out(),
                it -> {
                    it.name("file").text(file.toString());
                    it.name("version").number(artifact.version());
                    it.name("build").text(artifact.build());
                    it.name("case").text(Summary.caseLine(artifact.plan()));
                    it.name("steps").number(replayed.run().steps());
                    it.name("choices_made").number(artifact.choicesMade());
                    it.name("trace_hash").unsigned(replayed.traceHash());
                    it.name("expected_trace_hash").unsigned(artifact.traceHash());
                    Answer.flaw(it, "failure", replayed.run().flaw());
                    Answer.flaw(it, "expected_failure", artifact.flaw());
                    it.name("same").bool(replayed.isSame());
                    if (picture != null) {
                        it.name("picture").text(picture.toString());
                    }
                    if (summary) {
                        it.name("summary").text(Summary.of(replayed.run()));
                    }
                });
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
