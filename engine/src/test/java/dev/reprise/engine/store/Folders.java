package dev.reprise.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Whole folders, copied and removed. */
public final class Folders {
    private Folders() {}

    private static List<Path> under(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }

    /** Unpacks one of the stores that older versions have left. */
    public static void unpack(String name, Path into) throws IOException {
        try (InputStream packed = Folders.class.getResourceAsStream("/stores/" + name);
                var zip = new ZipInputStream(packed)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = into.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(zip, file);
                }
            }
        }
    }

    /** All files in it with their bytes and when they were written, but for the lock. */
    static SortedMap<String, String> contents(Path folder) throws IOException {
        SortedMap<String, String> contents = new TreeMap<>();
        for (Path each : under(folder)) {
            String name = folder.relativize(each).toString();
            if (Files.isRegularFile(each) && !name.equals("lock")) {
                contents.put(
                        name,
                        Files.getLastModifiedTime(each)
                                + " "
                                + HexFormat.of().formatHex(Files.readAllBytes(each)));
            } else if (!name.equals("lock")) {
                contents.put(name, "");
            }
        }
        return contents;
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
