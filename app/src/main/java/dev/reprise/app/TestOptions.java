package dev.reprise.app;

import dev.reprise.app.Code.Unusable;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which test class is explored, and what else is asked of it. */
final class TestOptions {
    private static final String SOURCE = ".java";

    @Option(
            names = "--code",
            paramLabel = "PATH",
            description =
                    "A jar or a folder of classes with the test class, or what it needs; more of"
                            + " them behind a path separator, or behind --code again.")
    private List<String> code = new ArrayList<>();

    @Option(
            names = "--again",
            paramLabel = "METHOD:SCHEDULE",
            description = "Of a test class: one order of one method again, as a failure says it.")
    private @Nullable String again;

    @Option(
            names = "--picture",
            paramLabel = "FILE.svg",
            description = "Of a test class: draw the first failure.")
    private @Nullable Path picture;

    /** Whether a test class is to be explored, and not a program or an artifact. */
    boolean areMeant(@Nullable String name) {
        return !code.isEmpty() || (name != null && name.endsWith(SOURCE));
    }

    /** What was given that only a test class has. */
    Optional<String> given() {
        if (again != null) {
            return Optional.of("--again");
        }
        return picture == null ? Optional.empty() : Optional.of("--picture");
    }

    @Nullable Path picture() {
        return picture;
    }

    /** One order of one method. */
    record Again(String method, String schedule) {}

    Optional<Again> again() {
        if (again == null) {
            return Optional.empty();
        }
        int colon = again.indexOf(':');
        if (colon <= 0) {
            throw new Unusable(
                    "--again " + again + ": name a method and an order of it, as METHOD:SCHEDULE.");
        }
        return Optional.of(new Again(again.substring(0, colon), again.substring(colon + 1)));
    }

    /** The words of a command line that say which class it is. */
    String words(String name) {
        var words = new StringBuilder(name);
        code.forEach(it -> words.append(" --code ").append(it));
        return words.toString();
    }

    /**
     * The methods to explore: those of all classes in a source file, or of one class by its name.
     *
     * @throws Unusable when there are none
     */
    List<ScenarioMethod> methods(String name) {
        List<ScenarioMethod> found = new ArrayList<>();
        if (name.endsWith(SOURCE)) {
            Code.in(List.of(path(name)), paths())
                    .classes()
                    .forEach(it -> found.addAll(ScenarioMethod.of(it)));
        } else {
            found.addAll(ScenarioMethod.of(named(name, Code.in(paths(), List.of()).classes())));
        }
        if (found.isEmpty()) {
            throw new Unusable(
                    name + " has no method with @dev.reprise.sim.explore.Explore, to be explored.");
        }
        return found;
    }

    private Class<?> named(String name, List<Class<?>> classes) {
        List<String> known = new ArrayList<>();
        for (Class<?> each : classes) {
            String shown = each.getName().replace('$', '.');
            if (shown.equals(name.replace('$', '.'))) {
                return each;
            }
            known.add(shown);
        }
        throw new Unusable(
                "There is no class "
                        + name
                        + " in "
                        + String.join(", ", code)
                        + "."
                        + nearest(name, known)
                                .map(it -> " Did you mean '" + it + "'?")
                                .orElse(" Give its name with its package."));
    }

    /** One whose package is missing, or that is nearly spelt so. */
    private static Optional<String> nearest(String name, List<String> known) {
        return known.stream()
                .filter(it -> it.endsWith("." + name))
                .findFirst()
                .or(() -> Spelling.nearest(name, known));
    }

    private List<Path> paths() {
        return code.stream()
                .flatMap(it -> Arrays.stream(it.split(Pattern.quote(File.pathSeparator), -1)))
                .filter(it -> !it.isBlank())
                .map(TestOptions::path)
                .toList();
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new Unusable("'" + name + "' is no name of a file: " + e.getMessage() + ".");
        }
    }
}
