package dev.reprise.engine.rules;

import dev.reprise.Check;
import dev.reprise.form.Malformed;
import dev.reprise.policy.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rules in a file, as YAML or JSON. What is written is read back as equal rules; docs/policies.md
 * shows how it looks.
 */
public final class RuleFile {
    /** How rules are written. What begins with a brace is read as JSON, all else as YAML. */
    public enum Format {
        /** With line breaks and indentation. */
        YAML,
        /** With braces. */
        JSON
    }

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private RuleFile() {}

    /**
     * Reads the rules of a file.
     *
     * @throws Malformed if they are none: it has the line, what was found, and what would be right
     */
    public static Rules load(Path file) throws IOException {
        return read(Files.readString(file));
    }

    /**
     * Reads rules from text.
     *
     * @throws Malformed if they are none: it has the line, what was found, and what would be right
     */
    public static Rules read(String text) {
        Check.argument(
                StandardCharsets.UTF_8.newEncoder().canEncode(text),
                "the text is not well-formed Unicode: half of a surrogate pair is in it");
        boolean json = text.stripLeading().startsWith("{");
        return RuleReader.rules(json ? JsonReader.read(text) : YamlReader.read(text));
    }

    /** Writes rules to a file: as JSON when its name ends in {@code .json}, else as YAML. */
    public static void save(Rules rules, Path file) throws IOException {
        boolean json = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
        Files.writeString(file, write(rules, json ? Format.JSON : Format.YAML));
    }

    /**
     * Writes rules as text.
     *
     * @throws IllegalArgumentException if a rule cannot be written: the message has the advice
     */
    public static String write(Rules rules, Format format) {
        var tree = RuleWriter.rules(rules);
        return switch (format) {
            case JSON -> JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
            case YAML -> {
                var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
                yield new Dump(settings).dumpToString(tree);
            }
        };
    }
}
