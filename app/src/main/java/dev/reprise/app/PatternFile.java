package dev.reprise.app;

import dev.reprise.form.Malformed;
import dev.reprise.pattern.Pattern;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A file with the text of a pattern, as a command is given it. */
record PatternFile(CommandSpec spec, Path path) {
    /** Files that are larger are not read: no pattern that can be read needs as much. */
    private static final long BYTES_MAX = 1L << 30;

    /** The pattern in it; a file without one is a mistake in the command line. */
    Pattern read() {
        try {
            return Pattern.parse(text());
        } catch (Malformed malformed) {
            throw wrong(path + ": " + malformed.getMessage());
        }
    }

    private String text() {
        if (Files.isDirectory(path)) {
            throw wrong(path + " is a folder: name a file in it.");
        }
        if (!Files.exists(path)) {
            throw wrong("There is no file " + path + ".");
        }
        try {
            if (Files.size(path) > BYTES_MAX) {
                throw wrong(path + " has " + Files.size(path) + " bytes; no pattern is as large.");
            }
            var bytes = ByteBuffer.wrap(Files.readAllBytes(path));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw wrong(path + " is not text in UTF-8, so it is no pattern.");
        } catch (IOException e) {
            throw wrong(path + " cannot be read (" + e + ").");
        }
    }

    /** The refusal that says this. */
    ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
