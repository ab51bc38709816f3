package dev.reprise.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Another process with the classes of this one. */
public final class OtherJvm {
    private final List<String> flags;

    /** One that is started with these flags. */
    public OtherJvm(String... flags) {
        this.flags = List.of(flags);
    }

    /** The lines that a main class of the tests prints until it ends, as it must. */
    public List<String> prints(Class<?> main, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        Collections.addAll(command, "-cp", classPath(), main.getName());
        Collections.addAll(command, args);
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines().toList();
    }

    /** Where the classes of this process are, however it was given them. */
    public static String classPath() {
        return String.join(
                File.pathSeparator,
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""),
                Path.of("target", "test-classes").toString());
    }
}
