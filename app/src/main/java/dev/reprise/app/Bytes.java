package dev.reprise.app;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;

/** How large things are, on disk and in words. */
final class Bytes {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB"};

    private Bytes() {}

    /** The bytes of all files in a folder; those that vanish meanwhile have none. */
    static long under(Path folder) throws IOException {
        long[] sum = {0};
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes it) {
                        sum[0] += it.size();
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }
                });
        return sum[0];
    }

    /** As people say it: {@code 512 bytes}, {@code 3.2 MiB}. */
    static String words(long bytes) {
        if (bytes < 1024) {
            return bytes == 1 ? "1 byte" : bytes + " bytes";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
