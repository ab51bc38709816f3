package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.picture.PatternPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawPatternTest {
    private static final String TEXT = "seq { task draft par { effect legal effect ceo } }";

    private final Session session = new Session();

    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("approval.pattern"), text);
    }

    @Test
    void the_picture_is_written_beside_the_text() throws IOException {
        var picture = folder.resolve("approval.svg");

        assertThat(session.run("picture", file(TEXT))).isZero();

        assertThat(session.out()).isEqualTo("wrote " + picture + "\n");
        assertThat(picture).hasContent(PatternPicture.of("approval", Pattern.parse(TEXT)));
    }

    @Test
    void the_picture_goes_where_it_is_told_to() throws IOException {
        var picture = folder.resolve("a/b.svg");

        assertThat(session.run("picture", file(TEXT), "-o", picture)).isZero();

        assertThat(picture).content().contains("<title>approval</title>", ">legal</text>");
        assertThat(folder.resolve("approval.svg")).doesNotExist();
    }

    @Test
    void a_program_is_told_where_the_picture_is() throws IOException {
        assertThat(session.run("picture", file(TEXT), "--json")).isZero();

        assertThat(session.json())
                .isEqualTo(Map.of("picture", "" + folder.resolve("approval.svg")));
    }

    @Test
    void what_is_no_pattern_is_refused_with_line_and_column() throws IOException {
        var file = file("seq {\n  tsk draft\n}");

        assertThat(session.run("picture", file)).isEqualTo(2);

        assertThat(session.err())
                .isEqualTo(
                        file
                                + ": This pattern cannot be read. At line 2, column 3: expected a"
                                + " term or }, found tsk\n"
                                + "Run 'reprise picture --help' to see what there is.\n");
        assertThat(folder.resolve("approval.svg")).doesNotExist();
    }

    @Test
    void what_is_no_text_is_refused() throws IOException {
        var file = Files.write(folder.resolve("x"), new byte[] {(byte) 0xC3, 0x28});

        assertThat(session.run("picture", file)).isEqualTo(2);
        assertThat(session.err()).startsWith(file + " is not text in UTF-8, so it is no pattern.");
        assertThat(session.run("picture", folder)).isEqualTo(2);
        assertThat(session.err()).startsWith(folder + " is a folder: name a file in it.");
        assertThat(session.run("picture", folder.resolve("none"))).isEqualTo(2);
        assertThat(session.err()).startsWith("There is no file " + folder.resolve("none") + ".");
        assertThat(session.run("picture")).isEqualTo(2);
        assertThat(session.err()).contains("FILE");
    }

    @Test
    void a_text_is_never_overwritten_by_its_picture() throws IOException {
        var file = Files.writeString(folder.resolve("odd.svg"), TEXT);

        assertThat(session.run("picture", file)).isEqualTo(2);
        assertThat(session.err()).startsWith("The picture would take the place of " + file);
        assertThat(file).hasContent(TEXT);
    }

    @Test
    void where_no_file_can_be_written_it_is_said() throws IOException {
        var file = file(TEXT);

        assertThat(session.run("picture", file, "-o", file.resolve("a.svg"))).isEqualTo(1);
        assertThat(session.err()).contains("a.svg cannot be written (", "name another place");
    }

    @Test
    void help_shows_an_example() {
        assertThat(session.run("picture", "--help")).isZero();
        assertThat(session.out()).contains("reprise picture approval.pattern", "Exit codes:");
    }
}
