package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Check;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What becomes of a paused strand that nobody remembers. That depends on how the JVM was started,
 * so it is seen in others.
 */
@Timeout(120)
class ForgettingTest {
    private static final int STRANDS = 100;
    private static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

    @Test
    void a_forgotten_strand_is_collected_where_threads_are_not_tracked() throws Exception {
        assertThat(said(OPEN, "-Djdk.trackAllThreads=false"))
                .startsWith("forgettable true, ")
                .contains("inline collected")
                .contains("portable collected");
    }

    @Test
    void elsewhere_it_stays_so_that_it_has_to_be_unwound() throws Exception {
        assertThat(said(OPEN))
                .startsWith("forgettable false, ")
                .contains("inline kept")
                .contains("portable kept");
    }

    @Test
    void the_kinds_are_as_the_jvm_allows_and_the_log_names_the_flag() throws Exception {
        assertThat(said(OPEN)).contains("inline kept").doesNotContain("--add-opens");
        assertThat(said())
                .doesNotContain("inline kept")
                .containsOnlyOnce("--add-opens java.base/java.lang=ALL-UNNAMED");
    }

    /** What {@link #main} says in a JVM with these options. */
    private static String said(String... options) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.add("-Xmx64m");
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(classPath());
        command.add(ForgettingTest.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return Stream.of(said.split("\n"))
                .sorted((a, b) -> Boolean.compare(b.startsWith("forg"), a.startsWith("forg")))
                .reduce("", (all, line) -> all + line + "\n");
    }

    private static String classPath() {
        return Stream.of(Strand.class, ForgettingTest.class, Check.class)
                .map(ForgettingTest::home)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The folder or jar that a class is loaded from; a module that is patched has two. */
    private static String home(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        URL url = type.getResource(type.getSimpleName() + ".class");
        assertThat(url).as(file).isNotNull();
        String found = url.toString().replaceFirst("^jar:", "").replaceFirst("!/.*", "/" + file);
        return Path.of(URI.create(found.substring(0, found.length() - file.length() - 1)))
                .toString();
    }

    /** Forgets strands of each kind, and tells what became of them. */
    public static void main(String[] arguments) throws Exception {
        var line = new StringBuilder("forgettable " + Strands.areForgettable() + ", ");
        if (Strands.inline().isPresent()) {
            line.append("inline ").append(fate(Strands.inline().get())).append(", ");
        }
        line.append("portable ").append(fate(Strands.portable()));
        System.out.println(line);
    }

    private static String fate(Strands strands) throws Exception {
        var kept = new ArrayList<WeakReference<Object>>();
        var task = new FutureTask<>(() -> forget(strands, kept), true);
        (strands.isInline() ? Thread.ofPlatform() : Thread.ofVirtual()).start(task).join();
        task.get();
        return Garbage.isCollected(kept) ? "collected" : "kept";
    }

    private static void forget(Strands strands, List<WeakReference<Object>> kept) {
        for (int i = 0; i < STRANDS; i++) {
            var held = new Object();
            kept.add(new WeakReference<>(held));
            var self = new Strand[1];
            self[0] =
                    strands.strand(
                            () -> {
                                List<Object> mine = List.of(held);
                                self[0].pause();
                                throw new AssertionError("went on with " + mine);
                            });
            self[0].resume();
        }
    }
}
