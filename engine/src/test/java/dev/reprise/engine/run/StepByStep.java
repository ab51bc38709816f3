package dev.reprise.engine.run;

import dev.reprise.Payload;
import dev.reprise.RawCodec;
import dev.reprise.RunId;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * An engine whose steps a test carries out: what is asked before the first of them is on the agenda
 * of one step.
 */
final class StepByStep implements AutoCloseable {
    static final RunId RUN = new RunId("r");

    final Store store;
    final Conductor conductor;

    /** What people were told. */
    final List<String> lines = new CopyOnWriteArrayList<>();

    private final LinkedBlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @SafeVarargs
    StepByStep(Class<? extends Workflow<String, String>>... types) {
        this(Settings.DEFAULT, types);
    }

    @SafeVarargs
    StepByStep(Settings settings, Class<? extends Workflow<String, String>>... types) {
        this(Store.inMemory(), settings, types);
    }

    /** On a store that may have been used before, by an engine that is dead. */
    @SafeVarargs
    StepByStep(Store store, Settings settings, Class<? extends Workflow<String, String>>... types) {
        this.store = store;
        conductor =
                new Conductor(
                        new Surroundings(
                                store,
                                () -> now,
                                Workers.of(steps::add),
                                Thread::startVirtualThread,
                                _ -> {},
                                () -> 7),
                        settings.codec(new RawCodec()),
                        new Onlooker() {
                            @Override
                            public void say(Level level, String message) {
                                lines.add(level + " " + message);
                            }
                        });
        conductor.claim().join();
        var _ = conductor.recover();
        for (var type : types) {
            conductor.register(type(type));
        }
    }

    /** Code whose values are texts. */
    static WorkflowType<String, String> type(Class<? extends Workflow<String, String>> code) {
        return WorkflowType.of(code).codec(new RawCodec());
    }

    /** Starts {@link #RUN}. */
    CompletableFuture<Boolean> start(Class<?> type, Beginning terms) {
        return conductor.start(RUN, WorkflowType.nameOf(type), List.of(Payload.text("in")), terms);
    }

    /** Carries out steps until this is there, and gives it; or throws why it is not. */
    <T> T await(CompletableFuture<T> answer) throws InterruptedException {
        until(answer::isDone);
        return answer.join();
    }

    /** Carries out steps until this is so. */
    void until(BooleanSupplier reached) throws InterruptedException {
        while (!reached.getAsBoolean()) {
            Runnable step = steps.poll(10, TimeUnit.MILLISECONDS);
            if (step != null) {
                step.run();
            }
        }
    }

    /** Carries out one step, when there is one. */
    void step() throws InterruptedException {
        Runnable step = steps.poll(10, TimeUnit.SECONDS);
        if (step != null) {
            step.run();
        }
    }

    /** Carries out at most a thousand steps, until there has been none for a moment. */
    void rest() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            Runnable step = steps.poll(100, TimeUnit.MILLISECONDS);
            if (step == null) {
                return;
            }
            step.run();
        }
    }

    /** Lets time pass. */
    void now(Instant value) {
        now = value;
    }

    Instant now() {
        return now;
    }

    @Override
    public void close() {
        conductor.close();
        store.close();
    }
}
