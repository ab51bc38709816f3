package dev.reprise.sim.engine;

import dev.reprise.sim.OtherJvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The classes of the engine and of its simulation once more, some of them compiled from a changed
 * source. Everything else is as it is.
 */
final class Patched extends ClassLoader {
    private static final List<String> OWN =
            List.of(
                    "dev.reprise.policy.",
                    "dev.reprise.schedule.",
                    "dev.reprise.flow.",
                    "dev.reprise.engine.activity.",
                    "dev.reprise.engine.drive.",
                    "dev.reprise.engine.run.",
                    "dev.reprise.engine.schedule.",
                    "dev.reprise.engine.store.",
                    "dev.reprise.engine.story.",
                    "dev.reprise.sim.engine.",
                    "dev.reprise.sim.explore.",
                    "dev.reprise.sim.node.");

    /** Only those that are there may reach into the JDK. */
    private static final String STRANDS = "dev.reprise.flow.unit.";

    private final Map<String, byte[]> compiled;

    private Patched(Map<String, byte[]> compiled) {
        super(Patched.class.getClassLoader());
        this.compiled = compiled;
    }

    static Patched with(List<PlantedEngineBug.Patch> patches) {
        var sources = new TreeMap<String, String>();
        for (PlantedEngineBug.Patch patch : patches) {
            String before = sources.computeIfAbsent(patch.file(), Patched::source);
            int at = before.indexOf(patch.text());
            if (at < 0 || before.indexOf(patch.text(), at + 1) >= 0) {
                throw new AssertionError(
                        "This text is not there, or more than once, in "
                                + patch.file()
                                + ": "
                                + patch.text());
            }
            sources.put(patch.file(), before.replace(patch.text(), patch.instead()));
        }
        return new Patched(sources.isEmpty() ? Map.of() : compile(sources));
    }

    private static String source(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("engine/pom.xml")) ? here : here.getParent();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (OWN.stream().noneMatch(name::startsWith) || name.startsWith(STRANDS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known == null) {
                byte[] bytes = bytes(name);
                known = defineClass(name, bytes, 0, bytes.length);
            }
            return known;
        }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        byte[] changed = compiled.get(name);
        if (changed != null) {
            return changed;
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Compiles against the classes as they are, in a folder that is gone afterwards. */
    private static Map<String, byte[]> compile(Map<String, String> sources) {
        try {
            Path folder = Files.createTempDirectory("planted");
            try {
                return compile(sources, folder);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compile(Map<String, String> sources, Path folder)
            throws IOException {
        Path out = folder.resolve("out");
        List<String> arguments = new ArrayList<>();
        Collections.addAll(arguments, "-proc:none", "-nowarn", "-parameters");
        Collections.addAll(arguments, "-cp", OtherJvm.classPath(), "-d", out.toString());
        for (var source : sources.entrySet()) {
            Path file = folder.resolve(Path.of(source.getKey()).getFileName());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        var problems = new StringWriter();
        var writer = new PrintWriter(problems);
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(writer, writer, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new AssertionError("A patch does not compile:\n" + problems);
        }
        var classes = new TreeMap<String, byte[]>();
        for (Path each : filesIn(out)) {
            String name = out.relativize(each).toString().replace(File.separatorChar, '.');
            classes.put(
                    name.substring(0, name.length() - ".class".length()), Files.readAllBytes(each));
        }
        return classes;
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
