package dev.reprise.app;

import dev.reprise.form.JsonSink;
import dev.reprise.sim.Flaw;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** What a command prints: lines for people, or one JSON object for programs. */
final class Answer {
    private Answer() {}

    /** Prints one JSON object in a line. */
    static void json(PrintWriter out, Consumer<JsonSink> fields) {
        out.println(text(fields));
    }

    /**
     * Prints one JSON object in a line.
     *
     * @param fields some of its fields, at least one
     * @param last what comes behind them, as {@link ValueJson} gives it
     */
    static void json(PrintWriter out, Consumer<JsonSink> fields, String last) {
        String text = text(fields);
        out.println(text.substring(0, text.length() - 1) + "," + last + "}");
    }

    private static String text(Consumer<JsonSink> fields) {
        var bytes = new ByteArrayOutputStream();
        try {
            JsonSink.write(bytes, json -> json.object(() -> fields.accept(json)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Writes a flaw as a field, if there is one. */
    static void flaw(JsonSink json, String field, @Nullable Flaw flaw) {
        if (flaw != null) {
            json.name(field)
                    .object(
                            () -> {
                                json.name("kind").text(flaw.kind());
                                json.name("step").number(flaw.step());
                                json.name("message").text(flaw.message());
                            });
        }
    }

    /** A word that things went well, in green where there are colours. */
    static String good(String words) {
        return coloured("green", words);
    }

    /** A word that things went wrong, in red where there are colours. */
    static String bad(String words) {
        return coloured("red", words);
    }

    private static String coloured(String colour, String words) {
        return Ansi.AUTO.string("@|bold," + colour + " " + words + "|@");
    }
}
