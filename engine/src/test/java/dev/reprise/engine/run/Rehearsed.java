package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreCounters;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An engine whose time passes when a test says so, on a store that outlives it. */
final class Rehearsed implements AutoCloseable {
    static final RunId RUN = new RunId("r");

    /** What is asked of the world: by its name, and as rules say. */
    interface Work {
        String work(String what);

        String other(String what);
    }

    /** Asks for works one after the other, and says what became of each. */
    static final class Each implements Workflow<String, String> {
        @Override
        public String run(String orders) {
            List<String> done = new ArrayList<>();
            for (String order : orders.split(" ")) {
                done.add(told(order));
            }
            return String.join(", ", done);
        }
    }

    /** Asks for works beside each other. */
    static final class All implements Workflow<String, String> {
        @Override
        public String run(String orders) {
            List<Body<String>> branches = new ArrayList<>();
            for (String order : orders.split(" ")) {
                branches.add(() -> told(order));
            }
            return String.join(", ", Flow.parallel(branches));
        }
    }

    private static String told(String order) {
        try {
            return String.valueOf(Flow.activity(Work.class).work(order));
        } catch (ActivityFailed e) {
            return e.failure().getClass().getSimpleName() + " " + e.failure().root().message();
        }
    }

    final ConcurrentLinkedQueue<String> begun = new ConcurrentLinkedQueue<>();
    final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger stalled = new AtomicInteger();
    private final Slow store = new Slow(Store.inMemory());
    private final ExecutorService workers = Executors.newSingleThreadExecutor();
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    /** By how much the clock was set back. */
    private volatile Duration setBack = Duration.ZERO;

    private final AtomicReference<Rung> alarm = new AtomicReference<>(Rung.NEVER);
    private volatile Function<ActivityContext, String> code = context -> "done";
    private volatile @Nullable TaskToken token;
    private Settings settings = Settings.DEFAULT;
    private Conductor conductor = made();

    /** When the alarm goes off. */
    private record Rung(Instant at, Instant steady) {
        static final Rung NEVER = new Rung(Instant.MAX, Instant.MAX);
    }

    private Conductor made() {
        return new Conductor(
                new Surroundings(
                        store,
                        () -> now,
                        this::steady,
                        Workers.of(workers),
                        this::carryOut,
                        new Alarm() {
                            @Override
                            public void set(Instant at) {
                                set(at, Instant.MAX);
                            }

                            @Override
                            public void set(Instant at, Instant steady) {
                                alarm.set(new Rung(at, steady));
                            }
                        },
                        () -> 7,
                        Surroundings.TIMERS_MAX),
                settings);
    }

    private Instant steady() {
        return now.plus(setBack);
    }

    private void carryOut(Runnable activity) {
        running.incrementAndGet();
        Thread.startVirtualThread(
                () -> {
                    activity.run();
                    running.decrementAndGet();
                });
    }

    /** Works are executed as this says. */
    Rehearsed says(Partial partial) {
        settings =
                settings.policies(
                        settings.policies()
                                .merge(Rules.NONE.append(Matcher.name("Work.work"), partial)));
        return this;
    }

    Rehearsed settings(Function<Settings, Settings> change) {
        settings = change.apply(settings);
        return this;
    }

    /** What works do. */
    Rehearsed does(Function<ActivityContext, String> value) {
        code = value;
        return this;
    }

    /** A process begins on the store; one that was there is dead. */
    Rehearsed opened() {
        return opened(true);
    }

    /** As {@link #opened()}; whether anything becomes durable from then on. */
    Rehearsed opened(boolean writes) {
        conductor.close();
        conductor = made();
        conductor.claim().join();
        writes(writes);
        conductor.recover();
        var codec = settings.codec();
        conductor.register(WorkflowType.<String, String>of(Each.class).codec(codec));
        conductor.register(WorkflowType.<String, String>of(All.class).codec(codec));
        var life = conductor;
        conductor.register(
                new Work() {
                    @Override
                    public String work(String what) {
                        return perform(life, "work " + what);
                    }

                    @Override
                    public String other(String what) {
                        return perform(life, "other " + what);
                    }
                });
        return this;
    }

    private String perform(Conductor life, String what) {
        ActivityContext context = ActivityContext.current();
        token = context.taskToken();
        if (life.failure() == null) {
            begun.add(what + " " + context.attempt() + "+" + context.redeliveries());
        }
        return code.apply(context);
    }

    Rehearsed start(Class<?> type, String orders) {
        conductor
                .start(RUN, type.getSimpleName(), List.of(settings.codec().encode(orders)), "")
                .join();
        return this;
    }

    /** Asks for a start, and does not wait for it. */
    Rehearsed asks(String orders) {
        var input = List.of(settings.codec().encode(orders));
        var _ = conductor.start(RUN, Each.class.getSimpleName(), input, "");
        return this;
    }

    /** The token of an attempt of the activity that was delivered last. */
    TaskToken token(int attempt) {
        TaskToken last = Objects.requireNonNull(token, "nothing was delivered");
        return new TaskToken(last.run(), last.leg(), last.birth(), last.seq(), attempt);
    }

    /** Starts another run. */
    Rehearsed also(String run, Class<?> type, String orders) {
        var input = List.of(settings.codec().encode(orders));
        conductor.start(new RunId(run), type.getSimpleName(), input, "").join();
        return this;
    }

    /** From now on nothing becomes durable; or all that has waited does. */
    Rehearsed writes(boolean value) {
        store.hold(!value);
        return this;
    }

    /** Waits until something waits to be written, and no activity goes on that is not stuck. */
    Rehearsed waitsToBeWritten() {
        return until(store::waits).until(() -> running.get() == stalled.get());
    }

    /** What was written so far. */
    StoreCounters written() {
        return store.counters();
    }

    /** How many entries of the run are durable. */
    long entries() {
        return conductor.archive().describe(RUN).orElseThrow().entries();
    }

    /** Waits until something is so. */
    Rehearsed until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted()).as("waited too long").isFalse();
            Thread.onSpinWait();
        }
        return this;
    }

    /** Waits until so many deliveries have begun. */
    Rehearsed begins(int count) {
        return until(() -> begun.size() >= count);
    }

    /** Waits until nothing more happens by itself; what is stuck may go on. */
    Rehearsed settles() {
        return until(
                () ->
                        running.get() == stalled.get()
                                && conductor.hasNoStep()
                                && running.get() == stalled.get());
    }

    /** Time passes. */
    Rehearsed passes(Duration span) {
        settles();
        now = now.plus(span);
        Rung due = alarm.get();
        if (!due.at().isAfter(now) || !due.steady().isAfter(steady())) {
            alarm.compareAndSet(due, Rung.NEVER);
            conductor.ring();
        }
        return settles();
    }

    /** Somebody sets the clock back. */
    Rehearsed setBack(Duration span) {
        settles();
        setBack = setBack.plus(span);
        now = now.minus(span);
        return this;
    }

    Instant now() {
        return now;
    }

    /** The end of the run. */
    String result() {
        var ended = conductor.watch(RUN);
        until(ended::isDone);
        Outcome outcome = ended.join();
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        Payload value = ((Outcome.Completed) outcome).value();
        return settings.codec().decode(value, String.class);
    }

    Conductor engine() {
        return conductor;
    }

    /** Stops until it is told to go on, whatever else it is told. */
    String stall() {
        boolean interrupted = false;
        stalled.incrementAndGet();
        while (true) {
            try {
                release.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        stalled.decrementAndGet();
        return interrupted ? "late" : "done";
    }

    @Override
    public void close() {
        release.countDown();
        conductor.close();
        workers.shutdownNow();
        store.close();
    }
}
