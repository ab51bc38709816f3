package dev.reprise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A program of the benchmarks in a JVM of its own, with the classes of this one. */
final class Jvm {
    private Jvm() {}

    /**
     * What came of it.
     *
     * @param launched when it was asked for, before there was a process
     * @param lines what it has printed
     */
    record Output(Instant launched, List<String> lines) {}

    /** Runs it to its end; fails when it does. */
    static Output run(List<String> flags, Class<?> program, String... arguments) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
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
