package dev.reprise.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
    private final Session session = new Session();

    @TempDir private Path folder;

    @Test
    void the_script_knows_commands_and_options() {
        assertThat(session.run("completion")).isZero();
        assertThat(session.out())
                .startsWith("#!/usr/bin/env bash")
                .contains(
                        "_complete_reprise", "verify", "--filter", "redrive", "--again", "--diff");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void bash_completes_with_it() throws Exception {
        session.run("completion");
        Path script = Files.writeString(folder.resolve("completion"), session.out());
        String ask =
                ". "
                        + script
                        + "; COMP_WORDS=(reprise ter); COMP_CWORD=1; _complete_reprise;"
                        + " echo \"${COMPREPLY[@]}\"";
        var bash = new ProcessBuilder("bash", "-c", ask).start();
        assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8))
                .isEqualTo("terminate\n");
    }
}
