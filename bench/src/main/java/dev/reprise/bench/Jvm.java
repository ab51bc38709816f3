package dev.reprise.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program of the benchmarks in a JVM of its own. */
final class Jvm {
    private Jvm() {}

    /**
     * What came of it.
     *
     * @param launched when it was asked for, before there was a process
     * @param lines what it has printed
     */
    record Output(Instant launched, List<String> lines) {}

    /** Where the classes of this JVM are, those in modules too. */
    static String ownPath() {
        return Stream.of("jdk.module.path", "java.class.path")
                .map(it -> System.getProperty(it, ""))
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs it to its end; fails when it does. */
    static Output run(List<String> flags, Class<?> program, String... arguments) {
        return run(ownPath(), flags, program, arguments);
    }

    /** Runs the program of this name that is in another class path. */
    static Output run(String path, List<String> flags, Class<?> program, String... arguments) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(flags);
        command.addAll(List.of("-cp", path, program.getName()));
        command.addAll(List.of(arguments));
        try {
            var launched = Instant.now();
            var process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException(program.getName() + " failed with " + exit);
            }
            return new Output(launched, output.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(program.getName() + " was interrupted", e);
        }
    }
}
