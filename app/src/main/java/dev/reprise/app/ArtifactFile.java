package dev.reprise.app;

import dev.reprise.form.Malformed;
import dev.reprise.sim.Artifact;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads artifacts, and says of anything else what it is and what to do with it. */
final class ArtifactFile {
    private static final int SNIFFED = 64;

    private ArtifactFile() {}

    /** The artifact in a file; what cannot be read is a wrong argument of the command. */
    static Artifact read(Path path, CommandLine command) {
        if (Files.isDirectory(path)) {
            throw wrong(command, path + " is a folder: name a file in it.");
        }
        if (!Files.exists(path)) {
            throw wrong(command, "There is no file " + path + ".");
        }
        try (var in = new BufferedInputStream(Files.newInputStream(path))) {
            var beginning = beginning(in);
            if (beginning.isBlank()) {
                throw wrong(command, path + " is empty: it was never written to its end.");
            }
            if (beginning.startsWith("RPCL") || beginning.contains("reprise-choice-log")) {
                throw wrong(command, elsewhere(path, "choice log", "docs/choice-log.md"));
            }
            if (beginning.startsWith("RPTR") || beginning.contains("reprise-transcript")) {
                throw wrong(command, elsewhere(path, "transcript", "docs/workflows.md"));
            }
            return Artifact.read(in);
        } catch (Malformed malformed) {
            throw wrong(
                    command,
                    path
                            + ": "
                            + malformed.getMessage()
                            + "\nTake an intact copy, or make a new one with `reprise explore`.");
        } catch (IOException e) {
            throw wrong(command, path + " cannot be read (" + e + ").");
        }
    }

    private static String beginning(InputStream in) throws IOException {
        in.mark(SNIFFED);
        var bytes = in.readNBytes(SNIFFED);
        in.reset();
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String elsewhere(Path path, String what, String where) {
        return path
                + " is a "
                + what
                + ", not an artifact: only the code that made it can replay it, see "
                + where
                + ".";
    }

    private static ParameterException wrong(CommandLine command, String sentence) {
        return new ParameterException(command, sentence);
    }
}
