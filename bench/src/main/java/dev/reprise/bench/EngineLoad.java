package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.bench.ClosedLoop.Ended;
import dev.reprise.bench.ClosedLoop.Period;
import dev.reprise.bench.ClosedLoop.Span;
import dev.reprise.engine.Client;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreCounters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A program that puts an engine under load, with all workloads and all numbers of runs under way,
 * and prints what it saw. Each load has an engine and a folder of its own.
 */
public final class EngineLoad {
    static final List<Integer> UNDER_WAY = List.of(1, 16, 64, 128, 1_024);

    private static final int COUNTED_RUNS = 20;
    private static final int FILE_SYNCS_MAX = 1_000;

    private final boolean durable;
    private final Span span;
    private final Figures figures = new Figures();

    private EngineLoad(boolean durable, Span span) {
        this.durable = durable;
        this.span = span;
    }

    /** Durable or not; then milliseconds to warm up, of periods to look at, and their number. */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        boolean durable = Boolean.parseBoolean(arguments[0]);
        int warmUp = Integer.parseInt(arguments[1]);
        int period = Integer.parseInt(arguments[2]);
        int periods = Integer.parseInt(arguments[3]);
        var span = Span.ofMillis(period / 2, periods, period);
        System.out.print(measured(durable, UNDER_WAY, warmUp, span));
    }

    static Figures measured(boolean durable, List<Integer> underWays, int warmUpMillis, Span span)
            throws InterruptedException, IOException {
        var load = new EngineLoad(durable, span);
        load.engine(Work.W1, 128, Span.ofMillis(0, 1, warmUpMillis));
        for (var work : Work.values()) {
            var appends = load.counted(work);
            for (int underWay : underWays) {
                var name = name(work, underWay, durable);
                load.note(name, load.engine(work, underWay, span));
                if (durable && work == Work.W1 && underWay == 1) {
                    // At once: the disk may be another one a minute later.
                    load.note("append-1", load.appends(List.of(appends.getFirst()), 1));
                    load.figures.put("file-1.p50", List.of(load.file(appends.getFirst())));
                }
                load.note("appends-" + name, load.appends(appends, underWay));
            }
        }
        return load.figures;
    }

    static String name(Work work, int underWay, boolean durable) {
        return work + "-" + underWay + (durable ? "" : "-memory");
    }

    /** What a load has shown, and what it has left in the store. */
    private record Loaded(ClosedLoop.Seen seen, StoreCounters counters) {}

    private void note(String name, Loaded loaded) {
        var columns = new LinkedHashMap<String, ToDoubleFunction<Period>>();
        columns.put("rate", Period::perSecond);
        columns.put("p50", Period::p50);
        columns.put("p99", Period::p99);
        columns.put("cpu", Period::cpu);
        for (Map.Entry<String, ToDoubleFunction<Period>> column : columns.entrySet()) {
            figures.put(
                    name + "." + column.getKey(),
                    loaded.seen.periods().stream().map(column.getValue()::applyAsDouble).toList());
        }
        double operations = loaded.seen.operations();
        figures.put(name + ".syncs", List.of(loaded.counters.syncs() / operations));
        figures.put(name + ".bytes", List.of(loaded.counters.bytes() / operations));
    }

    // ---- Loads ----

    private Loaded engine(Work work, int underWay, Span span)
            throws InterruptedException, IOException {
        try (var place = Place.temporary(durable);
                var engine = Work.registered(Engine.on(place.store(), EngineOptions.DEFAULT))) {
            return loaded(engine.store(), new Runs(engine.client(), work), underWay, span);
        }
    }

    private Loaded appends(List<Append> like, int underWay)
            throws InterruptedException, IOException {
        try (var place = Place.temporary(durable);
                var store = place.store()) {
            return loaded(store, new AppendsOnly(store, like), underWay, span);
        }
    }

    private static Loaded loaded(
            Store store, ClosedLoop.Operation operation, int underWay, Span span)
            throws InterruptedException {
        System.gc(); // a load in memory leaves a full heap, which the next one has no part in
        var before = store.counters();
        var seen = ClosedLoop.run(operation, underWay, span);
        return new Loaded(seen, store.counters().minus(before));
    }

    /**
     * Runs one run after the other, and counts their appends: as only one waits at a time, each has
     * a sync of its own, and they come one after the other.
     *
     * @return those of the last run
     */
    private List<Append> counted(Work work) throws IOException {
        try (var place = Place.temporary(durable)) {
            var tap = new Tap(place.store());
            try (var engine = Work.registered(Engine.on(tap, EngineOptions.DEFAULT))) {
                for (int i = 0; i < COUNTED_RUNS; i++) {
                    var run = engine.client().start(work.type(), new RunId("run-" + i), Work.INPUT);
                    Check.state(run.result().equals(Work.INPUT), "a run has another result");
                }
            }
            Check.state(tap.underWayMost() == 1, "appends overlap: their syncs are not serial");
            var appends = tap.appends();
            double each = (double) appends.size() / COUNTED_RUNS;
            figures.put(name(work, 1, durable) + ".serial", List.of(each));
            var last = appends.subList(appends.size() - (int) each, appends.size());
            return last;
        }
    }

    /** The median time to write and sync as many bytes at the end of a file. */
    private double file(Append like) throws IOException {
        try (var place = Place.temporary(true);
                var channel =
                        FileChannel.open(
                                place.folder().resolve("file"),
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.APPEND)) {
            var bytes = ByteBuffer.allocateDirect((int) like.bytes());
            var spans = new long[FILE_SYNCS_MAX];
            int made = 0;
            long end = System.nanoTime() + span.periods() * span.periodNanos();
            while (made < FILE_SYNCS_MAX && System.nanoTime() - end < 0) {
                long begun = System.nanoTime();
                channel.write(bytes.clear());
                channel.force(false);
                spans[made++] = System.nanoTime() - begun;
            }
            Arrays.sort(spans, 0, made);
            return spans[made / 2];
        }
    }

    /** Runs of a workflow, from their start to their result. */
    private record Runs(Client client, Work work) implements ClosedLoop.Operation {
        @Override
        public void begin(String name, Ended ended) {
            var _ =
                    client.runAsync(work.type(), new RunId(name), Work.INPUT)
                            .whenComplete((result, thrown) -> ended.told(wrong(result, thrown)));
        }

        private static @Nullable Throwable wrong(
                @Nullable String result, @Nullable Throwable thrown) {
            return thrown != null || Work.INPUT.equals(result)
                    ? thrown
                    : new IllegalStateException("a run has another result: " + result);
        }
    }

    /** Where runs are kept, and what is removed afterwards. */
    private record Place(@Nullable Path path) implements AutoCloseable {
        static Place temporary(boolean durable) {
            return new Place(durable ? StoreBench.temporary() : null);
        }

        Path folder() {
            Path known = path;
            Check.state(known != null, "there is no folder");
            return known;
        }

        Store store() {
            return path == null ? Store.inMemory() : Store.open(path);
        }

        @Override
        public void close() throws IOException {
            if (path != null) {
                StoreBench.remove(path);
            }
        }
    }
}
