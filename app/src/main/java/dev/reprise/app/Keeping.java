package dev.reprise.app;

import dev.reprise.sim.Artifact;
import dev.reprise.sim.Picture;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps failures in files. A failure that was found must not be lost because a disk is full or a
 * folder is not ours: an artifact that cannot be written is printed.
 */
final class Keeping {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    /** With JSON asked for, what cannot be written is left to the one object that is printed. */
    Keeping(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** Writes an artifact, or prints it; says where it was written. */
    Optional<Path> artifact(Path path, Artifact artifact) {
        var kept = write(path, artifact.bytes());
        if (kept.isEmpty() && !json) {
            out.println(Summary.inline(artifact));
        }
        return kept;
    }

    /** Draws the picture of a run; says where. */
    Optional<Path> picture(Path path, Simulation run) {
        return write(path, Picture.of(run).getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file; says where. */
    Optional<Path> write(Path path, byte[] content) {
        try {
            WholeFile.write(path, content);
            if (!json) {
                out.println("  wrote " + path);
            }
            return Optional.of(path);
        } catch (IOException e) {
            err.println(path + " cannot be written (" + e + "): name another place.");
            return Optional.empty();
        }
    }

    /** The name of a file that belongs to an artifact: the same, but for its end. */
    static Path beside(Path artifact, String end) {
        var name = String.valueOf(artifact.getFileName());
        var stem = name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
        return artifact.resolveSibling(stem + end);
    }
}
