package dev.reprise.app;

import dev.reprise.sim.Artifact;
import dev.reprise.sim.Flaw;
import dev.reprise.sim.Summary;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Runs an artifact again and says whether it did what it did before.
 *
 * @param summary whether what happened is told
 * @param picture where it is drawn, if it is
 */
record ReplayArtifact(
        CommandLine command, Path file, boolean summary, @Nullable Path picture, boolean json) {

    int replay() {
        var artifact = ArtifactFile.read(file, command);
        var replayed = artifact.replay();
        boolean drawn =
                picture == null
                        || new Keeping(out(), command.getErr(), true)
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
        return command.getOut();
    }
}
