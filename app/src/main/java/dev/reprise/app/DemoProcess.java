package dev.reprise.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A process of the demo, seen from the one that started it. */
final class DemoProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private DemoProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /** What a line of it says: a word and numbers. */
    record Report(String word, List<Long> numbers) {
        long at(int index) {
            return numbers.get(index);
        }
    }

    /** Starts this program once more, in a process of its own, with other arguments. */
    static DemoProcess start(String... arguments) throws IOException {
        List<String> command = OwnPath.command("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        command.addAll(List.of(arguments));
        return new DemoProcess(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    long pid() {
        return process.pid();
    }

    /** The next thing it says; empty when it has ended. */
    Optional<Report> next() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            return Optional.empty();
        }
        String[] words = line.split(" ", -1);
        return Optional.of(
                new Report(
                        words[0],
                        List.of(words).subList(1, words.length).stream()
                                .map(Long::valueOf)
                                .toList()));
    }

    /** Without a word: SIGKILL, where there are signals. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
