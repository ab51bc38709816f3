package dev.reprise.app;

import dev.reprise.app.Code.Unusable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** A workflow in one source file, compiled against this program. */
final class SourceFile {
    private static final int ERRORS_SHOWN = 10;

    private SourceFile() {}

    /**
     * The folder with the classes of a file; it is gone when the program ends.
     *
     * @param beside jars and folders whose classes it may use, besides those of this program
     */
    static Path compiled(Path file, List<Path> beside) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Unusable(
                    "This Java has no compiler, so "
                            + file
                            + " cannot be run: use a JDK, not a JRE, or name compiled code.");
        }
        Path folder = Files.createTempDirectory("reprise-run");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> removed(folder)));
        var problems = new DiagnosticCollector<JavaFileObject>();
        try (var files =
                compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
            var options =
                    List.of(
                            "-proc:none",
                            "-parameters",
                            "-g",
                            "-d",
                            folder.toString(),
                            "-classpath",
                            path(beside));
            boolean done =
                    compiler.getTask(
                                    null,
                                    files,
                                    problems,
                                    options,
                                    null,
                                    files.getJavaFileObjects(file))
                            .call();
            if (!done) {
                throw new Unusable(file + " does not compile.\n" + told(problems));
            }
        }
        return folder;
    }

    private static String path(List<Path> beside) {
        var path = new StringBuilder(OwnPath.text());
        beside.forEach(it -> path.append(File.pathSeparatorChar).append(it));
        return path.toString();
    }

    private static String told(DiagnosticCollector<JavaFileObject> problems) {
        List<String> errors = new ArrayList<>();
        for (var problem : problems.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(
                        "  line "
                                + problem.getLineNumber()
                                + ", column "
                                + problem.getColumnNumber()
                                + ": "
                                + problem.getMessage(Locale.ROOT).replace("\n", "\n    "));
            }
        }
        int more = errors.size() - ERRORS_SHOWN;
        return String.join("\n", errors.subList(0, Math.min(ERRORS_SHOWN, errors.size())))
                + (more > 0 ? "\n  and " + more + " more" : "");
    }

    private static void removed(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException | UncheckedIOException _) {
            // The system clears its temporary folders some day.
        }
    }
}
