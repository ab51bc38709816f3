package dev.reprise;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The files of a checkout as a reader of the repository would see them. */
final class TidyFiles {
    /** Folders that programs fill and nobody tracks; skipped where git cannot be asked. */
    private static final Set<String> NOT_OURS =
            Set.of(".git", ".idea", ".vscode", ".settings", ".cifuzz-corpus", "target");

    /** Words that say a thing is not finished; in halves, so that this file does not say them. */
    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(FIX" + "ME|TO" + "DO|XX" + "X)\\b");

    /** Somebody's own folders, and hosts that a build is told about by its configuration. */
    private static final Pattern MACHINE =
            Pattern.compile(
                    "(?<![\\w.}*-])/(root|work|home|Users|tmp)/[\\w.]+|\\b(repo1?\\.maven\\.|registry\\.npmjs|pypi\\.org)\\S*");

    /** The wrapper has to say where Maven comes from, and the JDK finder where Linuxbrew is. */
    private static final Set<String> MACHINE_EXEMPT =
            Set.of(".mvn/wrapper/maven-wrapper.properties", ".mvn/find-jdk.sh", "mvnw", "mvnw.cmd");

    private final Path root;
    private final List<String> paths;

    TidyFiles(Path root, List<String> paths) {
        this.root = root;
        this.paths = paths;
    }

    /** The checkout that this test runs in: the nearest folder above that holds the wrapper. */
    static TidyFiles ofThisCheckout() {
        for (var folder = Path.of("").toAbsolutePath();
                folder != null;
                folder = folder.getParent()) {
            if (Files.exists(folder.resolve("mvnw"))) {
                return in(folder);
            }
        }
        throw new IllegalStateException(
                "no folder above " + Path.of("").toAbsolutePath() + " holds mvnw");
    }

    /**
     * What git tracks or would track; without git or its repository, all files outside of build
     * folders.
     */
    static TidyFiles in(Path root) {
        var tracked = askGit(root);
        return new TidyFiles(root, tracked.contains("mvnw") ? tracked : walk(root));
    }

    Path root() {
        return root;
    }

    List<String> paths() {
        return paths;
    }

    /** The Java files of all modules: text by path. */
    Map<String, String> java() {
        var texts = new TreeMap<String, String>();
        paths.stream()
                .filter(path -> path.endsWith(".java"))
                .forEach(path -> texts.put(path, text(path)));
        return texts;
    }

    List<String> unfinished() {
        return lines(paths, UNFINISHED, " marks something unfinished: finish it, or open an issue");
    }

    List<String> machineNames() {
        var checked = paths.stream().filter(path -> !MACHINE_EXEMPT.contains(path)).toList();
        return lines(
                checked, MACHINE, " names a machine or a host: the project speaks only of itself");
    }

    List<String> tabs() {
        return lines(
                paths.stream().filter(path -> path.endsWith(".java")).toList(),
                Pattern.compile("\t"),
                "a tab: indent with spaces");
    }

    List<String> stray(List<String> patterns) {
        return paths.stream()
                .filter(
                        path ->
                                ("/" + path).contains("/target/")
                                        || patterns.stream()
                                                .anyMatch(pattern -> nameMatches(path, pattern)))
                .map(
                        path ->
                                path
                                        + ": is left over from a program: delete it, or list it in .gitignore")
                .toList();
    }

    List<String> packagesWithoutInfo() {
        var folders =
                paths.stream()
                        .filter(
                                path ->
                                        path.contains("/src/main/java/")
                                                && path.endsWith(".java")
                                                && !path.endsWith("/module-info.java"))
                        .map(path -> path.substring(0, path.lastIndexOf('/')))
                        .collect(Collectors.toCollection(TreeSet::new));
        return folders.stream()
                .filter(folder -> !paths.contains(folder + "/package-info.java"))
                .map(
                        folder ->
                                folder
                                        + ": has no package-info.java to say what this room is and what it must not know")
                .toList();
    }

    private List<String> lines(List<String> checked, Pattern pattern, String complaint) {
        return checked.stream()
                .flatMap(
                        path -> {
                            var lines = text(path).lines().toList();
                            return IntStream.range(0, lines.size())
                                    .boxed()
                                    .flatMap(
                                            at ->
                                                    pattern.matcher(lines.get(at))
                                                            .results()
                                                            .map(
                                                                    match ->
                                                                            path
                                                                                    + ":"
                                                                                    + (at + 1)
                                                                                    + ": "
                                                                                    + match.group()
                                                                                            .strip()
                                                                                    + complaint));
                        })
                .toList();
    }

    private static boolean nameMatches(String path, String pattern) {
        return FileSystems.getDefault()
                .getPathMatcher("glob:" + pattern)
                .matches(Path.of(path).getFileName());
    }

    /** The text of a file; nothing for a binary one, or one that went away meanwhile. */
    private String text(String path) {
        try {
            var bytes = Files.readAllBytes(root.resolve(path));
            for (var b : bytes) {
                if (b == 0) {
                    return "";
                }
            }
            return new String(bytes, UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> askGit(Path root) {
        var git =
                new ProcessBuilder(
                        "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard");
        git.directory(root.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        git.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        try {
            var process = git.start();
            var answer = new String(process.getInputStream().readAllBytes(), UTF_8);
            return process.waitFor() == 0
                    ? Stream.of(answer.split("\0"))
                            .filter(path -> Files.isRegularFile(root.resolve(path)))
                            .sorted()
                            .toList()
                    : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static List<String> walk(Path root) {
        var found = new TreeSet<String>();
        try {
            Files.walkFileTree(
                    root,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            return NOT_OURS.contains(folder.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            found.add(root.relativize(file).toString().replace('\\', '/'));
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(found);
    }
}
