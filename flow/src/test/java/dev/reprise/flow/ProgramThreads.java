package dev.reprise.flow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the virtual threads of this JVM, those that are parked for ever included. */
final class ProgramThreads {
    private static final int LOOKS_MAX = 200;

    private ProgramThreads() {}

    /**
     * Whether there come to be no more than {@code most}. A thread whose code has ended takes a
     * moment to be gone, so this looks more than once.
     */
    static boolean fallTo(long most, Path folder) throws IOException {
        for (int looks = 0; looks < LOOKS_MAX; looks++) {
            if (virtual(folder) <= most) {
                return true;
            }
        }
        return false;
    }

    static long virtual(Path folder) throws IOException {
        Path file = Files.createTempDirectory(folder, "dump").resolve("threads.json");
        dump(file);
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.contains("\"virtual\": true")).count();
        }
    }

    /** By reflection: the module under test does not require the modules of the management. */
    private static void dump(Path file) {
        try {
            Class<?> bean = Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
            Class<?> format = Class.forName(bean.getName() + "$ThreadDumpFormat");
            Object diagnostic =
                    Class.forName("java.lang.management.ManagementFactory")
                            .getMethod("getPlatformMXBean", Class.class)
                            .invoke(null, bean);
            bean.getMethod("dumpThreads", String.class, format)
                    .invoke(diagnostic, file.toString(), format.getField("JSON").get(null));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the threads cannot be counted", e);
        }
    }
}
