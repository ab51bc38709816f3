package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.ChoiceProgram;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Nothing that differs from JVM to JVM decides: the same programs in JVMs that make identity hashes
 * in different ways, each with its own salt of unordered collections, take the same way.
 */
class HashSeedTest {
    private static final List<String> HASHES = List.of("0", "1", "2", "3", "4", "5");

    @Test
    void every_policy_takes_the_same_way_whatever_the_identity_hashes() throws Exception {
        var children = new ArrayList<Process>();
        for (var hash : HASHES) {
            children.add(child(hash));
        }
        var seen = new TreeSet<String>();
        for (var child : children) {
            var output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(output).isZero();
            seen.add(output);
        }
        assertThat(seen).containsExactly(traces());
    }

    private static Process child(String hash) throws IOException {
        var java =
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        return new ProcessBuilder(
                        java,
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=" + hash,
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        classPath(),
                        HashSeedTest.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    /** The class path or, when tests run as a module, the folders that the classes came from. */
    private static String classPath() {
        var places = new TreeSet<String>();
        for (var type : List.of(HashSeedTest.class, Scheduler.class)) {
            var name = type.getName().replace('.', '/') + ".class";
            var url = type.getClassLoader().getResource(name);
            assertThat(url).as(name).isNotNull();
            assertThat(url.getProtocol()).isEqualTo("file");
            // As a URI: the path of a URL is encoded, and a checkout may lie under a space.
            var path = Path.of(URI.create(url.toString())).toString();
            places.add(path.substring(0, path.length() - name.length()));
        }
        return String.join(File.pathSeparator, places);
    }

    public static void main(String[] arguments) {
        System.out.print(traces());
    }

    private static String traces() {
        var text = new StringBuilder();
        for (long seed = 0; seed < 20; seed++) {
            var program = ChoiceProgram.of(seed, 60, 40);
            var policies =
                    List.of(
                            Scheduler.deterministic(),
                            Scheduler.random(seed),
                            Scheduler.fair(),
                            Scheduler.priority(Logs::classOf));
            for (var policy : policies) {
                var recording = policy.recorded();
                for (var decision : program.run(recording)) {
                    text.append(decision.chosen().orElseThrow()).append(' ');
                }
                text.append(java.util.HexFormat.of().formatHex(recording.log().toBytes()))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
