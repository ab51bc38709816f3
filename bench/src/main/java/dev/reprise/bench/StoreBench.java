package dev.reprise.bench;

import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Baseline.OtherCase;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.engine.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a durable append costs, with 1, 16 and 128 waiting: time per append of all together, so at 1
 * it is also how long one waits. A file is the bound: as many records of the same size by one write
 * and one sync.
 */
public class StoreBench {
    private static final int APPENDS = 1_024;
    private static final int RECORD_BYTES = 300;

    static final Suite SUITE =
            new Suite(
                    "store",
                    "what a durable append costs, with 1, 16 and 128 waiting",
                    List.of(
                            durable("append-1", "append1", "file1"),
                            durable("append-16", "append16", "file16"),
                            durable("append-128", "append128", "file128"),
                            new Case(
                                    "append-128-memory",
                                    timed("memory128"),
                                    new OtherCase("append-128"))));

    private static Case durable(String name, String method, String file) {
        return new Case(name, timed(method), new Other("a file", timed(file)));
    }

    private static Timed timed(String method) {
        return new Timed(StoreBench.class, method);
    }

    /** A store in a folder that is removed. */
    @State(Scope.Benchmark)
    public static class OnDisk {
        private final Path folder = temporary();
        private final Store store = Store.open(folder);
        private final StoreLoad load = new StoreLoad(store);

        /** Removes the folder. */
        @TearDown
        public void close() throws IOException {
            store.close();
            remove(folder);
        }
    }

    /** A store in memory: a new one for each iteration, since it keeps everything. */
    @State(Scope.Benchmark)
    public static class InMemory {
        private Store store = Store.inMemory();
        private StoreLoad load = new StoreLoad(store);

        /** Forgets it. */
        @TearDown(Level.Iteration)
        public void renew() {
            store.close();
            store = Store.inMemory();
            load = new StoreLoad(store);
        }
    }

    /** A file that is appended to. */
    @State(Scope.Benchmark)
    public static class InFile {
        private final Path folder = temporary();
        private final FileChannel channel;

        public InFile() {
            try {
                channel =
                        FileChannel.open(
                                folder.resolve("file"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Removes the file. */
        @TearDown
        public void close() throws IOException {
            channel.close();
            remove(folder);
        }

        void append(int together) throws IOException {
            var records = ByteBuffer.allocateDirect(together * RECORD_BYTES);
            for (int i = 0; i < APPENDS; i += together) {
                records.clear();
                channel.write(records);
                channel.force(false);
            }
        }
    }

    static Path temporary() {
        try {
            return Files.createTempDirectory("reprise-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** One waits. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void append1(OnDisk disk) throws InterruptedException {
        disk.load.append(1, APPENDS);
    }

    /** Sixteen wait. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void append16(OnDisk disk) throws InterruptedException {
        disk.load.append(16, APPENDS);
    }

    /** A hundred and twenty-eight wait. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void append128(OnDisk disk) throws InterruptedException {
        disk.load.append(128, APPENDS);
    }

    /** The same without a disk. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void memory128(InMemory memory) throws InterruptedException {
        memory.load.append(128, APPENDS);
    }

    /** One record, one sync. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void file1(InFile file) throws IOException {
        file.append(1);
    }

    /** Sixteen records, one sync. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void file16(InFile file) throws IOException {
        file.append(16);
    }

    /** A hundred and twenty-eight records, one sync. */
    @Benchmark
    @OperationsPerInvocation(APPENDS)
    public void file128(InFile file) throws IOException {
        file.append(128);
    }
}
