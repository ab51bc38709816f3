package dev.reprise.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JDK the scripts {@code mvnw} and {@code reprise} take, on made-up machines. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ScriptsTest {
    private final Map<String, String> environment = new TreeMap<>();

    @TempDir Path temp;
    private Path machine;

    /**
     * A machine whose paths have a space, and whose java on the path is none that anybody knows.
     */
    @BeforeEach
    void make_up_a_machine() throws IOException {
        machine = Files.createDirectories(temp.toRealPath().resolve("a machine"));
        program("usr/bin/java");
        environment.put("HOME", machine.resolve("home/me").toString());
        environment.put("PATH", machine.resolve("usr/bin") + ":/usr/bin:/bin");
    }

    @Test
    void a_good_java_home_is_kept() throws Exception {
        jdk("usr/lib/jvm/jdk-25", "25.0.3");
        environment.put("JAVA_HOME", jdk("elsewhere/jdk-26", "26").toString());
        assertThat(found()).isEqualTo(machine.resolve("elsewhere/jdk-26"));
    }

    @Test
    void a_relative_java_home_becomes_absolute() throws Exception {
        jdk("elsewhere/jdk-25", "25");
        environment.put("JAVA_HOME", "elsewhere/jdk-25");
        assertThat(found()).isEqualTo(machine.resolve("elsewhere/jdk-25"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_292", "17.0.15", "24.0.1"})
    void an_older_java_home_is_replaced(String version) throws Exception {
        jdk("usr/lib/jvm/jdk-25", "25.0.3");
        environment.put("JAVA_HOME", jdk("elsewhere/old", version).toString());
        assertThat(found()).isEqualTo(machine.resolve("usr/lib/jvm/jdk-25"));
    }

    @Test
    void a_wrong_java_home_is_replaced() throws Exception {
        jdk("usr/lib/jvm/jdk-25", "25.0.3");
        environment.put("JAVA_HOME", "no/such folder");
        assertThat(found()).isEqualTo(machine.resolve("usr/lib/jvm/jdk-25"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "usr/lib/jvm/temurin-25-jdk-amd64",
                "usr/lib64/jvm/java-25",
                "usr/java/jdk-25",
                "usr/local/openjdk-25",
                "opt/jdk-25",
                "opt/java/openjdk",
                "home/me/.sdkman/candidates/java/25-tem",
                "home/me/.asdf/installs/java/temurin-25",
                "home/me/.local/share/mise/installs/java/25",
                "home/me/.jenv/versions/25",
                "home/me/.jdks/openjdk-25",
                "home/me/.gradle/jdks/eclipse_adoptium-25-amd64-linux",
                "home/me/.gradle/jdks/eclipse_adoptium-25-aarch64-os_x/jdk-25/Contents/Home",
                "opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home",
                "usr/local/opt/openjdk/libexec/openjdk.jdk/Contents/Home",
                "home/linuxbrew/.linuxbrew/opt/openjdk/libexec",
                "Library/Java/JavaVirtualMachines/temurin-25.jdk/Contents/Home",
                "home/me/Library/Java/JavaVirtualMachines/openjdk-25/Contents/Home"
            })
    void a_usual_place_is_searched(String place) throws Exception {
        jdk(place, "25.0.3");
        assertThat(found()).isEqualTo(machine.resolve(place));
    }

    @Test
    void the_folders_of_version_managers_may_be_elsewhere() throws Exception {
        environment.put("SDKMAN_DIR", machine.resolve("sdk man").toString());
        jdk("sdk man/candidates/java/25-open", "25");
        assertThat(found()).isEqualTo(machine.resolve("sdk man/candidates/java/25-open"));
    }

    @Test
    void the_java_on_the_path_counts_behind_its_links() throws Exception {
        var jdk = jdk("far/away/jdk", "25.0.1");
        var link = Files.createDirectories(machine.resolve("alternatives")).resolve("java");
        Files.createSymbolicLink(link, jdk.resolve("bin/java"));
        var bin = Files.createDirectories(machine.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of("../alternatives/java"));
        environment.put("PATH", bin + ":/usr/bin:/bin");
        assertThat(found()).isEqualTo(jdk);
    }

    @Test
    void exactly_25_is_preferred_then_the_lowest_newer() throws Exception {
        jdk("usr/lib/jvm/a-27", "27");
        jdk("usr/lib/jvm/b-26", "26.0.1");
        assertThat(found()).isEqualTo(machine.resolve("usr/lib/jvm/b-26"));
        jdk("home/me/.jdks/c-25", "25-ea");
        assertThat(found()).isEqualTo(machine.resolve("home/me/.jdks/c-25"));
    }

    @Test
    void with_no_jdk_one_sentence_says_what_to_do_and_the_exit_code_is_2() throws Exception {
        jdk("usr/lib/jvm/jdk-17", "17.0.15");
        Files.delete(jdk("usr/lib/jvm/jre-25", "25").resolve("bin/javac"));
        Files.delete(jdk("usr/lib/jvm/odd-25", "25").resolve("release"));
        Files.writeString(
                jdk("usr/lib/jvm/broken", "25").resolve("release"), "JAVA_VERSION=\"?\"\n");
        var answer = find();
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err())
                .isEqualTo(
                        "Reprise needs JDK 25 or newer and found none: install one (for example from https://adoptium.net)"
                                + " or set JAVA_HOME to the folder of one that is installed.\n");
    }

    private Path jdk(String folder, String version) throws IOException {
        program(folder + "/bin/java");
        program(folder + "/bin/javac");
        var release = "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n";
        Files.writeString(machine.resolve(folder).resolve("release"), release);
        return machine.resolve(folder);
    }

    private void program(String path) throws IOException {
        var file = machine.resolve(path);
        Files.createDirectories(file.getParent());
        assertThat(Files.writeString(file, "").toFile().setExecutable(true)).isTrue();
    }

    private Path found() throws Exception {
        var answer = find();
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        return Path.of(answer.out().strip());
    }

    private Answer find() throws Exception {
        var script = ". \"$1\" && jdk_system=$2 && find_jdk && printf '%s\\n' \"$JAVA_HOME\"";
        var finder = Path.of("..", ".mvn", "find-jdk.sh").toAbsolutePath().normalize();
        var shell =
                new ProcessBuilder(
                        "/bin/sh", "-c", script, "sh", finder.toString(), machine.toString());
        var err = machine.resolve("err").toFile();
        shell.directory(machine.toFile()).redirectError(err).environment().clear();
        shell.environment().putAll(environment);
        var process = shell.start();
        var out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Answer(process.waitFor(), out, Files.readString(err.toPath()));
    }

    private record Answer(int exitCode, String out, String err) {}
}
