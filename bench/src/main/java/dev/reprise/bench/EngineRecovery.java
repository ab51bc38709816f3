package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Programs that leave many runs in a folder, and programs that find them there. */
public final class EngineRecovery {
    /** How many sleeping runs are carried out by an engine; the others are copies of them. */
    private static final int TEMPLATES = 1_000;

    private static final int UNDER_WAY_MAX = 4_096;
    private static final EngineOptions HASTY = EngineOptions.DEFAULT.patience(Duration.ZERO);

    private EngineRecovery() {}

    /** What to do, the folder, and how many runs. */
    public static void main(String[] arguments) throws InterruptedException {
        var folder = Path.of(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case "block" -> block(folder, count);
            case "resume" -> System.out.println(resumed(folder, count));
            case "sleep" -> sleep(folder, count, TEMPLATES);
            case "open" -> System.out.print(opened(folder, count));
            default -> throw new IllegalArgumentException("not known: " + arguments[0]);
        }
    }

    // ---- Blocked runs ----

    /** Waits for an activity, or for a signal. */
    static final class Waits implements Workflow<String, String> {
        static final String FOR_SIGNAL = "signal";
        static final String FOR_ACTIVITY = "activity";

        private boolean told;

        /** Called by the machine. */
        Waits() {}

        @Override
        public String run(String what) {
            if (what.equals(FOR_ACTIVITY)) {
                return Flow.activity(Work.Steps.class).step(what);
            }
            Flow.await(() -> told);
            return what;
        }

        @Signal
        void tell() {
            told = true;
        }
    }

    /** Leaves runs of which every second waits for an activity, and the others for a signal. */
    static void block(Path folder, int count) throws InterruptedException {
        // Nobody carries the activities out, as if the process had ended before.
        try (var engine = Engine.open(folder, HASTY.activities(_ -> {}))) {
            engine.activities(new Work.Done());
            start(engine, count, i -> i % 2 == 0 ? Waits.FOR_ACTIVITY : Waits.FOR_SIGNAL);
        }
    }

    /** Which input a run gets. */
    private interface Inputs {
        String of(int number);
    }

    /** Starts so many runs; returns when all of them are durable. */
    static void start(Engine engine, int count) throws InterruptedException {
        start(engine, count, _ -> Waits.FOR_SIGNAL);
    }

    private static void start(Engine engine, int count, Inputs inputs) throws InterruptedException {
        engine.register(Waits.class);
        var room = new Semaphore(UNDER_WAY_MAX);
        var failure = new AtomicReference<@Nullable Throwable>();
        for (int i = 0; i < count; i++) {
            room.acquire();
            var _ =
                    engine.client()
                            .startAsync(Waits.class, new RunId("waits-" + i), inputs.of(i))
                            .whenComplete((_, thrown) -> ended(room, failure, thrown));
        }
        room.acquire(UNDER_WAY_MAX);
        Check.state(failure.get() == null, "a run was not started: %s", failure.get());
    }

    private static void ended(
            Semaphore room, AtomicReference<@Nullable Throwable> failure, @Nullable Throwable now) {
        if (now != null) {
            failure.compareAndSet(null, now);
        }
        room.release();
    }

    /**
     * Opens the folder and waits for the first activation: of a run that goes on, or of a new one
     * where there are none.
     *
     * @return when that was, in milliseconds since 1970
     */
    static long resumed(Path folder, int count) {
        try (var engine = Engine.open(folder, HASTY)) {
            Check.state(engine.recovered().open() == count, "found %s", engine.recovered());
            engine.register(Waits.class).activities(new Work.Done());
            if (count == 0) {
                var _ = engine.client().startAsync(Waits.class, new RunId("new"), Waits.FOR_SIGNAL);
            }
            while (engine.counts().activations() == 0) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
            }
            return Instant.now().toEpochMilli();
        }
    }

    // ---- Sleeping runs ----

    /** Sleeps for a year. */
    static final class Sleeps implements Workflow<String, String> {
        /** Called by the machine. */
        Sleeps() {}

        @Override
        public String run(String input) {
            Flow.sleep(Duration.ofDays(365));
            return input;
        }
    }

    /**
     * Leaves runs that sleep: some as an engine has written them, the others the same bytes under
     * other ids. What is due at one time are as many as there are copies.
     */
    static void sleep(Path folder, int count, int made) throws InterruptedException {
        var templates = templates(made);
        var room = new Semaphore(UNDER_WAY_MAX);
        try (var store = Store.open(folder)) {
            for (int i = 0; i < count; i++) {
                room.acquire();
                store.write(copied(templates.get(i % templates.size()), i), releasing(room));
            }
            room.acquire(UNDER_WAY_MAX);
        }
    }

    private static List<Append> templates(int count) {
        var tap = new Tap(Store.inMemory());
        try (var engine = Engine.on(tap, HASTY)) {
            engine.register(Sleeps.class);
            for (int i = 0; i < count; i++) {
                var _ = engine.client().start(Sleeps.class, sleeper(i), Work.INPUT);
            }
            return tap.appends();
        }
    }

    /** All of the same length, so that one can stand in the place of another. */
    static RunId sleeper(int number) {
        return new RunId("sleeper-%09d".formatted(number));
    }

    private static Append copied(Append template, int number) {
        var run = sleeper(number);
        byte[] turn = renamed(template.turns().getFirst(), template.run(), run);
        return Append.turn(run, 0, template.epoch(), turn)
                .withSummary(template.summary().orElseThrow())
                .withTimers(template.set(), template.stopped());
    }

    private static byte[] renamed(byte[] bytes, RunId from, RunId to) {
        // One byte is one character, so that nothing is changed but the name.
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        Check.state(text.contains(from.value()), "the bytes do not name their run");
        return text.replace(from.value(), to.value()).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Receipt releasing(Semaphore room) {
        return new Receipt() {
            @Override
            public void durable() {
                room.release();
            }

            @Override
            public void refused(Conflict conflict) {
                throw new IllegalStateException(conflict.sentence());
            }

            @Override
            public void failed(StoreFailure failure) {
                throw failure;
            }
        };
    }

    /** How long it takes to open the folder, what that takes of the heap, and its heads alone. */
    static Figures opened(Path folder, int count) {
        var figures = new Figures();
        var engine = new AtomicReference<@Nullable Engine>();
        long heap =
                LogSizes.heap(
                        () -> {
                            long begun = System.nanoTime();
                            var opened = Engine.open(folder, HASTY);
                            figures.put("open.nanos", nanosSince(begun));
                            engine.set(opened);
                            return opened;
                        });
        figures.put("open.heap", List.of((double) heap));
        try (var opened = engine.get()) {
            Check.state(
                    opened != null && opened.recovered().open() == count,
                    "not all runs were found");
        }
        long begun = System.nanoTime();
        try (var store = Store.open(folder);
                var heads = store.heads()) {
            int found = 0;
            for (; heads.hasNext(); found++) {
                var _ = heads.next();
            }
            Check.state(found == count, "not all heads were found: %d", found);
        }
        figures.put("heads.nanos", nanosSince(begun));
        return figures;
    }

    private static List<Double> nanosSince(long begun) {
        return List.of((double) (System.nanoTime() - begun));
    }
}
