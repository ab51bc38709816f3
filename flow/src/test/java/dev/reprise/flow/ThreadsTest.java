package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Only the room of strands touches threads: no other class of this module even names them. */
class ThreadsTest {
    private static final Pattern THREADS =
            Pattern.compile(
                    "java/lang/Thread|java/lang/Thread\\$.*|java/util/concurrent/locks/.*"
                            + "|java/util/concurrent/.*(Executor|Pool|Queue|Latch|Barrier).*"
                            + "|java/util/Timer");

    private static final Path CLASSES = Path.of("target/classes/dev/reprise/flow");

    @Test
    void only_the_room_of_strands_names_threads() throws IOException {
        assertThat(namesOfThreads(CLASSES)).isEmpty();
        assertThat(namesOfThreads(CLASSES.resolve("guard"))).isEmpty();
    }

    @Test
    void the_room_of_strands_is_found_out() throws IOException {
        assertThat(namesOfThreads(CLASSES.resolve("unit")))
                .anyMatch(it -> it.startsWith("InlineStrand.class names java/lang/Thread"));
    }

    private static List<String> namesOfThreads(Path room) throws IOException {
        try (var files = Files.list(room)) {
            return files.filter(it -> it.toString().endsWith(".class"))
                    .sorted()
                    .flatMap(ThreadsTest::namesOfThreadsIn)
                    .toList();
        }
    }

    private static Stream<String> namesOfThreadsIn(Path file) {
        try {
            var pool = ClassFile.of().parse(Files.readAllBytes(file)).constantPool();
            return StreamSupport.stream(pool.spliterator(), false)
                    .filter(ClassEntry.class::isInstance)
                    .map(entry -> ((ClassEntry) entry).asInternalName())
                    .filter(name -> THREADS.matcher(name).matches())
                    .map(name -> file.getFileName() + " names " + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
