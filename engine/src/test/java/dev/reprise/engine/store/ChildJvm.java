package dev.reprise.engine.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.RunId;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.unit.Strands;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.rocksdb.RocksDB;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.ObjectMapper;

/** A process of its own, which a test talks to and can kill. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs a main class of the tests. */
    public static ChildJvm run(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), List.of(), main, arguments);
    }

    /** The same with no more than so much heap. */
    public static ChildJvm runWithin(int heapMegabytes, Class<?> main, Object... arguments)
            throws IOException {
        return start(List.of(), List.of("-Xmx" + heapMegabytes + "m"), main, arguments);
    }

    /** The same, where temporary files go to a folder. */
    static ChildJvm runWithTemporary(Path temporary, Class<?> main, Object... arguments)
            throws IOException {
        return start(List.of(), List.of("-Djava.io.tmpdir=" + temporary), main, arguments);
    }

    /** The same in a shell in which something is said first. */
    public static ChildJvm runAfter(String shell, Class<?> main, Object... arguments)
            throws IOException {
        return start(
                List.of("sh", "-c", shell + "; exec \"$@\"", "sh"), List.of(), main, arguments);
    }

    /** The same as a child of a command that carries out what follows it. */
    public static ChildJvm runUnder(List<String> command, Class<?> main, Object... arguments)
            throws IOException {
        return start(command, List.of(), main, arguments);
    }

    private static ChildJvm start(
            List<String> before, List<String> flags, Class<?> main, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED"));
        if (Strands.best().isInline()) {
            // Units are there what they are here.
            command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        }
        command.addAll(flags);
        command.add("-cp");
        command.add(
                Stream.of(
                                main,
                                Store.class,
                                RunId.class,
                                Workflow.class,
                                ObjectMapper.class,
                                JsonFactory.class,
                                JsonProperty.class,
                                RocksDB.class,
                                Assertions.class)
                        .map(ChildJvm::home)
                        .distinct()
                        .collect(Collectors.joining(System.getProperty("path.separator"))));
        command.add(main.getName());
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Where a class comes from; its code source would say where its module does. */
    private static String home(Class<?> type) {
        String name = type.getName().replace('.', '/') + ".class";
        URL url = type.getResource("/" + name);
        String text = url.toString();
        String home = text.substring(0, text.length() - name.length());
        if (home.startsWith("jar:")) {
            home = home.substring("jar:".length(), home.length() - "!/".length());
        }
        return Path.of(URI.create(home)).toString();
    }

    /** The next line that it prints, or null when there will be none. */
    public String line() throws IOException {
        return out.readLine();
    }

    /** All that it prints from now on. */
    public List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = line(); line != null; line = line()) {
            lines.add(line);
        }
        return lines;
    }

    public long pid() {
        return process.pid();
    }

    /** Without a chance to do anything; what it has said can still be read. */
    public void kill() {
        process.toHandle().destroyForcibly();
    }

    public int exit() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
