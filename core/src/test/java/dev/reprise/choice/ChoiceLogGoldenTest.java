package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Logs written by earlier releases stay readable, and what is written does not change unnoticed.
 */
class ChoiceLogGoldenTest {
    @Test
    void the_binary_log_of_the_first_release_is_read_and_written_as_it_was() throws IOException {
        var bytes = bytes(resource("sample.choices.hex"));
        assertThat(ChoiceLog.fromBytes(bytes)).isEqualTo(Logs.sample());
        assertThat(ChoiceLog.fromBytes(bytes).entries()).isEqualTo(Logs.sample().entries());
        assertThat(Logs.sample().toBytes()).isEqualTo(bytes);
    }

    @Test
    void the_json_log_of_the_first_release_is_read_and_written_as_it_was() throws IOException {
        var json = resource("sample.choices.json");
        assertThat(Logs.fromJson(json)).isEqualTo(Logs.sample());
        assertThat(Logs.fromJson(json).entries()).isEqualTo(Logs.sample().entries());
        assertThat(Logs.toJson(Logs.sample())).isEqualTo(json);
    }

    @Test
    void the_example_in_the_documentation_is_what_is_written() throws IOException {
        var page = Files.readString(documentation());
        assertThat(bytes(example(page, "hex"))).isEqualTo(Logs.example().toBytes());
        assertThat(example(page, "json").strip()).isEqualTo(Logs.toJson(Logs.example()).strip());
        assertThat(ChoiceLog.fromBytes(bytes(example(page, "hex")))).isEqualTo(Logs.example());
    }

    /** The page is beside the modules: look there from the module and from the root. */
    private static Path documentation() {
        return Stream.of("docs/choice-log.md", "../docs/choice-log.md")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    private static String example(String page, String name) {
        var block =
                Pattern.compile(
                        "<!-- example:" + name + " -->\\s*```\\w*\\n(.*?)```\\s*<!-- /example -->",
                        Pattern.DOTALL);
        var matcher = block.matcher(page);
        assertThat(matcher.find()).as("an example of " + name).isTrue();
        return matcher.group(1);
    }

    /** Hexadecimal bytes; what follows a bar or a hash on a line is a comment. */
    private static byte[] bytes(String hex) {
        var digits = new StringBuilder();
        hex.lines()
                .forEach(
                        line -> digits.append(line.replaceAll("[|#].*", "").replaceAll("\\s", "")));
        return HexFormat.of().parseHex(digits);
    }

    private static String resource(String name) throws IOException {
        try (var in = ChoiceLogGoldenTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
