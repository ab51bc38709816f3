package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.run.Refusal;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A process with an engine at work whose disk fills up, gets a little room, and then enough. It
 * says what it is doing, a line each, and at last that all is well.
 */
final class Crowded {
    private static final int RUNS = 24;

    /** Random, so that it takes as much room in a table as in the log. */
    private static final int INPUT_BYTES = 400_000;

    private static final Duration LOOKED_AT = Duration.ofSeconds(4);

    /** Keeps what it is told, in order. */
    public static final class Collects implements Workflow<String, String> {
        private final List<String> told = new ArrayList<>();
        private boolean over;

        @Override
        public String run(String input) {
            told.add(Flow.activity(Sizes.class).size(input));
            Flow.await(() -> over);
            return String.join(",", told);
        }

        @Signal
        void add(String what) {
            told.add(what);
        }

        @Signal
        void stop() {
            over = true;
        }

        @Query
        String told() {
            return String.join(",", told);
        }
    }

    /** An activity. */
    public interface Sizes {
        /** How long a text is. */
        String size(String text);
    }

    /** Counts characters. */
    public static final class RealSizes implements Sizes {
        @Override
        public String size(String text) {
            return String.valueOf(text.length());
        }
    }

    /** What the store is on. */
    private interface Disk {
        void fill() throws Exception;

        /** Enough to try, and not to do it. */
        void haveLittleRoom() throws Exception;

        void haveRoom() throws Exception;
    }

    /** A small one of its own, with a ballast on it. */
    private record Small(Path ballast) implements Disk {
        @Override
        public void fill() throws IOException {
            try (var out = Files.newOutputStream(ballast)) {
                byte[] page = new byte[4096];
                while (true) {
                    out.write(page);
                }
            } catch (IOException e) {
                assertThat(Files.getFileStore(ballast).getUsableSpace()).isZero();
            }
        }

        @Override
        public void haveLittleRoom() throws IOException {
            try (var file = new RandomAccessFile(ballast.toFile(), "rw")) {
                file.setLength(file.length() - (5 << 20));
            }
        }

        @Override
        public void haveRoom() throws IOException {
            Files.delete(ballast);
        }
    }

    /** One on which no file of this process may have more than so many bytes. */
    private static final class Limited implements Disk {
        @Override
        public void fill() throws Exception {
            limit(String.valueOf(6 << 20));
        }

        @Override
        public void haveLittleRoom() throws Exception {
            limit(String.valueOf(7 << 20));
        }

        @Override
        public void haveRoom() throws Exception {
            limit("unlimited");
        }

        /** That of which the system keeps account as the soft one. */
        private static void limit(String bytes) throws Exception {
            long self = ProcessHandle.current().pid();
            var set =
                    new ProcessBuilder("prlimit", "--pid", "" + self, "--fsize=" + bytes + ":")
                            .inheritIO()
                            .start();
            assertThat(set.waitFor()).isZero();
        }
    }

    private final Path folder;
    private final Disk disk;

    /** What each run was told, and that was acknowledged. */
    private final List<List<String>> acknowledged = new ArrayList<>();

    private Crowded(Path folder, Disk disk) {
        this.folder = folder;
        this.disk = disk;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        var disk =
                switch (arguments[0]) {
                    case "small" -> new Small(folder.resolveSibling("ballast"));
                    case "limited" -> new Limited();
                    default -> throw new IllegalArgumentException(arguments[0]);
                };
        try {
            new Crowded(folder, disk).live();
            System.out.println("well");
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void live() throws Exception {
        try (var engine = open()) {
            begin(engine);
            disk.fill();
            String refused = fill(engine);
            System.out.println("full: " + refused);
            look(engine);
            disk.haveLittleRoom();
            System.out.println("a little room");
            look(engine);
            if (wasTried()) {
                System.out.println("tried");
            }
            disk.haveRoom();
            Await.until(engine::isFull, it -> !it);
            System.out.println("room");
            tell(engine, refused);
            end(engine);
        }
        try (var engine = open()) {
            assertThat(engine.client().count("")).isEqualTo(RUNS);
            end(engine);
        }
    }

    /** Whether somebody tried to open the store anew: that begins with tables of what is logged. */
    private boolean wasTried() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            return files.anyMatch(it -> it.toString().endsWith(".sst"));
        }
    }

    private Engine open() {
        return Engine.open(folder, EngineOptions.DEFAULT.reserveBytes(0).control(false))
                .register(Collects.class)
                .activities(new RealSizes());
    }

    private static RunId id(int number) {
        return new RunId("run-" + number);
    }

    private static RunHandle<String> run(Engine engine, int number) {
        return engine.client().handle(Collects.class, id(number));
    }

    private void begin(Engine engine) {
        var random = new Random(7);
        byte[] bytes = new byte[INPUT_BYTES / 4 * 3];
        for (int i = 0; i < RUNS; i++) {
            random.nextBytes(bytes);
            String input = Base64.getEncoder().encodeToString(bytes);
            engine.client().start(Collects.class, id(i), input);
            acknowledged.add(new ArrayList<>(List.of(String.valueOf(input.length()))));
        }
        for (int i = 0; i < RUNS; i++) {
            int number = i;
            Await.until(
                    () -> run(engine, number).query("told", String.class),
                    it -> it.equals(acknowledged.get(number).getFirst()));
        }
    }

    /** Tells runs this and that until there is no room; what was refused. */
    private String fill(Engine engine) {
        for (int i = 0; ; i++) {
            String what = "word-" + i;
            try {
                tell(engine, what);
            } catch (Refusal e) {
                assertThat(e.reason()).isEqualTo(Refusal.Reason.NO_SPACE);
                return what;
            }
        }
    }

    /** Under a request id, so that it can be asked for again. */
    private void tell(Engine engine, String what) {
        int number = Math.floorMod(what.hashCode(), RUNS);
        run(engine, number).once(what).signal("add", what);
        acknowledged.get(number).add(what);
    }

    /** For some seconds everything that is durable can be read. */
    private void look(Engine engine) throws InterruptedException {
        long end = System.nanoTime() + LOOKED_AT.toNanos();
        int looks = 0;
        for (; System.nanoTime() - end < 0; looks++) {
            int number = looks % RUNS;
            assertThat(run(engine, number).query("told", String.class)).isEqualTo(told(number));
            assertThat(engine.client().describe(id(number)).run()).isEqualTo(id(number));
            assertThat(engine.client().count("")).isEqualTo(RUNS);
            assertThat(engine.metrics()).contains("reprise_store_size_bytes");
            assertThat(engine.isFull()).isTrue();
            Thread.sleep(5);
        }
        System.out.println("looked " + looks + " times");
        assertThat(looks).isGreaterThan(20);
    }

    private String told(int number) {
        return String.join(",", acknowledged.get(number));
    }

    private void end(Engine engine) {
        for (int i = 0; i < RUNS; i++) {
            run(engine, i).once("stop-" + i).signal("stop");
            assertThat(run(engine, i).result()).isEqualTo(told(i));
        }
    }
}
