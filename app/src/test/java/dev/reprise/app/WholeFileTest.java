package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there as a whole or not at all, and nothing is left beside it. */
class WholeFileTest {
    @TempDir private Path folder;

    @Test
    void a_file_is_written_in_a_new_folder_and_in_the_place_of_another() throws IOException {
        var file = folder.resolve("a/b/file");

        WholeFile.write(file, new byte[] {1, 2, 3});
        WholeFile.write(file, new byte[] {4});

        assertThat(file).hasBinaryContent(new byte[] {4});
        assertThat(file.getParent()).isDirectoryContaining(it -> it.equals(file));
        assertThat(file.getParent()).isDirectoryNotContaining(it -> !it.equals(file));
    }

    @Test
    void what_cannot_be_written_leaves_what_was_there() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "in the way");

        assertThatThrownBy(() -> WholeFile.write(folder, new byte[1]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is a folder");
        assertThatThrownBy(() -> WholeFile.write(file.resolve("under"), new byte[1]))
                .isInstanceOf(IOException.class);

        assertThat(folder).isDirectoryNotContaining(it -> !it.equals(file));
        assertThat(file).hasContent("in the way");
    }
}
