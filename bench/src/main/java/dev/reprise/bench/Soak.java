package dev.reprise.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.reprise.engine.Engine;
import dev.reprise.engine.Tempo;
import dev.reprise.engine.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that lets an engine live for a day, in minutes, and looks whether it swells. */
@Command(
        name = "soak",
        description = {
            "Let an engine on a folder work for some minutes with a clock that runs many times as"
                    + " fast, and tell what grows: heap, disk, threads, open files, runs.",
            "Orders sleep for hours, wait for signals, have children, use a task queue and"
                    + " activities that fail first; some are cancelled or terminated; carts are"
                    + " updated and continue as new; a schedule starts runs; retention deletes"
                    + " them."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing grows",
            "1:it failed; the message says why",
            "2:the command line was not understood",
            "3:something grows"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise bench soak                          a day in ten minutes",
            "  reprise bench soak --seconds 60 --speed 600 ten hours in one",
            "  reprise bench soak --json soak.json         and a file with all samples"
        })
final class Soak implements Callable<Integer> {
    private static final int MISUSED = 2;
    private static final int GROWS = 3;
    private static final int SAMPLES = 60;
    private static final int SECONDS_MIN = 3;

    /** However slow the machine is, there is something to judge. */
    private static final int SAMPLES_MIN = 24;

    /** The store is compacted before every so manyth sample; in between it is left alone. */
    private static final int PACKED_EVERY = 4;

    @Spec private CommandSpec spec;

    @Option(
            names = "--seconds",
            defaultValue = "600",
            paramLabel = "N",
            description = "For how long; ${DEFAULT-VALUE} when nobody says.")
    private int seconds;

    @Option(
            names = "--speed",
            defaultValue = "144",
            paramLabel = "N",
            description =
                    "How many times as fast its clock runs; ${DEFAULT-VALUE} is a day in 600 s.")
    private int speed;

    @Option(
            names = "--rate",
            defaultValue = "50",
            paramLabel = "N",
            description = "How many orders begin in a second; ${DEFAULT-VALUE} when nobody says.")
    private int rate;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write all samples and verdicts to this file as well.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and stop.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    Soak() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < SECONDS_MIN || speed < 1 || rate < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A soak takes at least %d seconds, with a speed and a rate of at least 1, not %d s, %d and %d."
                            .formatted(SECONDS_MIN, seconds, speed, rate));
        }
        if (json.isPresent()) {
            try {
                Json.ensureWritable(json.get());
            } catch (IOException e) {
                spec.commandLine()
                        .getErr()
                        .println("The file " + json.get() + " cannot be written (" + e + ").");
                return MISUSED;
            }
        }
        var report =
                soaked(
                        Duration.ofSeconds(seconds),
                        speed,
                        rate,
                        () -> {},
                        spec.commandLine().getErr());
        spec.commandLine().getOut().print(report.table());
        spec.commandLine().getOut().flush();
        if (json.isPresent()) {
            Files.writeString(json.get(), report.json());
        }
        return report.grows() ? GROWS : 0;
    }

    /**
     * Lets an engine live for so long.
     *
     * @param leak what is done before each sample, for those who want to see something grow
     */
    static SoakReport soaked(
            Duration span, int speed, int rate, Runnable leak, PrintWriter progress)
            throws IOException, InterruptedException {
        var folder = StoreBench.temporary();
        var report = new SoakReport(span);
        try (var engine = Engine.on(Store.open(folder), SoakLoad.options(), Tempo.times(speed))) {
            var load = new SoakLoad(engine);
            load.begin();
            long begun = System.nanoTime();
            long every = span.toNanos() / SAMPLES;
            long sampled = begun;
            for (long now = begun;
                    now - begun < span.toNanos() || report.size() < SAMPLES_MIN;
                    now = System.nanoTime()) {
                if (now - sampled >= every) {
                    leak.run();
                    progress.println(
                            report.add(
                                    (now - begun) / 1e9,
                                    load.started(),
                                    sample(
                                            engine,
                                            load,
                                            folder,
                                            report.size() % PACKED_EVERY == 0)));
                    sampled = now;
                }
                // What a sample has cost is made up for: the rate is that of the whole.
                long due = (now - begun) * rate / TimeUnit.SECONDS.toNanos(1);
                if (load.started() <= due) {
                    load.step();
                } else {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
            progress.printf("%d orders%n", load.started());
        } finally {
            StoreBench.remove(folder);
        }
        return report;
    }

    private static Map<SoakFigure, Double> sample(
            Engine engine, SoakLoad load, Path folder, boolean packed) throws IOException {
        var values = new EnumMap<SoakFigure, Double>(SoakFigure.class);
        values.put(SoakFigure.DISK, (double) sizeOf(folder));
        if (packed) {
            engine.compact();
            values.put(SoakFigure.PACKED, (double) sizeOf(folder));
        }
        System.gc();
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        values.put(SoakFigure.HEAP, (double) heap);
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        values.put(SoakFigure.THREADS, (double) threads);
        // Other systems do not say.
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof UnixOperatingSystemMXBean system) {
            values.put(SoakFigure.HANDLES, (double) system.getOpenFileDescriptorCount());
        }
        var client = engine.client();
        values.put(SoakFigure.LIVE, (double) client.count("ended is null"));
        values.put(SoakFigure.STORED, (double) client.count(""));
        values.put(SoakFigure.LEGS, (double) load.entriesOfCarts());
        return values;
    }

    /** Files of a store come and go. */
    private static long sizeOf(Path folder) throws IOException {
        long[] bytes = {0};
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
                        bytes[0] += found.size();
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException why)
                            throws IOException {
                        if (why instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw why;
                    }
                });
        return bytes[0];
    }
}
