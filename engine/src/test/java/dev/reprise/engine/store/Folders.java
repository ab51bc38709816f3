package dev.reprise.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole folders, copied and removed. */
final class Folders {
    private Folders() {}

    private static List<Path> under(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }

    static void copy(Path from, Path to) throws IOException {
        for (Path each : under(from)) {
            Path copy = to.resolve(from.relativize(each).toString());
            if (Files.isDirectory(each)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(each, copy);
            }
        }
    }

    static void remove(Path folder) throws IOException {
        for (Path each : under(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(each);
        }
    }

    /** The files of the database whose names end so, in order. */
    static List<Path> data(Path store, String ending) throws IOException {
        return under(store.resolve("data")).stream()
                .filter(it -> it.getFileName().toString().endsWith(ending))
                .sorted()
                .toList();
    }
}
