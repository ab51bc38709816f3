package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.Client;
import dev.reprise.engine.Exchange;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Counts;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Surroundings;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.unit.Watchdog;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rules;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine for tests: in memory, on a clock of its own that is put forward when nothing can
 * happen without that. A workflow that sleeps for a month is tested in a millisecond, and a wait
 * for something that cannot come fails at once and says why.
 *
 * <pre>{@code
 * try (var engine = TestEngine.create()) {
 *     engine.register(OrderWorkflow.class);
 *     engine.stub(Payments.class).on(Payments::charge).fails(2, new IOException()).returns("ok");
 *     var order = engine.client().start(OrderWorkflow.class, "42");
 *     order.signal("approve", "carol");
 *     assertEquals("ok", order.result());
 * }
 * }</pre>
 *
 * <p>It is the engine itself that carries the runs out; only what surrounds it is made for tests.
 * What a test asks for has been carried out, as far as that is possible without time, when the call
 * returns.
 */
public final class TestEngine implements AutoCloseable {
    private final TestOptions options;
    private final TestClock clock;
    private final LongSupplier seeds;
    private final Store store = Store.inMemory();
    private final Patience patience = new Patience(this);
    private final Fate fate = new Fate();
    private final Watchdog watchdog;
    private final Calls calls;

    /** All that was registered, to be registered again after a crash. */
    private final List<Consumer<Conductor>> code = new ArrayList<>();

    private volatile Life life;
    private final Exchange exchange;
    private boolean skipping = true;
    private boolean closed;

    /** What is gone after a crash. */
    record Life(Stage stage, StageStore store, Conductor conductor) {}

    private TestEngine(TestOptions options) {
        this.options = options;
        this.clock = new TestClock(options.begins());
        var random = new SplitMix64(options.seed());
        this.seeds =
                () -> {
                    synchronized (random) {
                        return random.next();
                    }
                };
        this.calls = new Calls(clock);
        this.watchdog = new Watchdog(watched(options.patience()));
        this.life = begun();
        this.exchange =
                new Exchange(life.conductor(), options.settings().codec(), clock, seeds, patience);
    }

    /** A test engine as we recommend it. */
    public static TestEngine create() {
        return create(TestOptions.DEFAULT);
    }

    /** A test engine with these options. */
    public static TestEngine create(TestOptions options) {
        return new TestEngine(options);
    }

    /** Code that does not pause is found before there is no more patience. */
    private static Duration watched(Duration patience) {
        Duration most = patience.multipliedBy(3).dividedBy(4);
        return most.compareTo(Watchdog.PATIENCE) < 0 ? most : Watchdog.PATIENCE;
    }

    private Life begun() {
        var stage = new Stage(clock, watchdog);
        var seen = new StageStore(store, stage, fate);
        Settings settings =
                options.settings()
                        .hooks(hooks(stage).and(options.settings().hooks()))
                        .carrier(Runnable::run);
        var conductor =
                new Conductor(
                        new Surroundings(seen, clock, stage, stage.players(), stage, seeds),
                        settings);
        stage.rings(conductor::ring);
        conductor.claim().join();
        stage.hold();
        conductor.recover();
        code.forEach(it -> it.accept(conductor));
        stage.release();
        return new Life(stage, seen, conductor);
    }

    private static Hooks hooks(Stage stage) {
        return new Hooks() {
            @Override
            public Optional<Failure> onDispatch(Call call) {
                stage.players().carriesOut(call);
                return Optional.empty();
            }
        };
    }

    // ---- As on an engine ----

    /**
     * From now on runs of this workflow are carried out.
     *
     * @throws IllegalArgumentException when it is not well formed or registered already
     * @throws dev.reprise.flow.guard.NondeterministicCode when its code could take another path on
     *     replay
     */
    public <I extends @Nullable Object, O extends @Nullable Object> TestEngine register(
            Class<? extends Workflow<I, O>> type) {
        return register(WorkflowType.<I, O>of(type).codec(options.settings().codec()));
    }

    /** As {@link #register(Class)}, for a type that was made with care. */
    public TestEngine register(WorkflowType<?, ?> type) {
        return code(conductor -> conductor.register(type));
    }

    /** From now on runs of this pattern are carried out. */
    public TestEngine register(PatternType type) {
        return code(conductor -> conductor.register(type));
    }

    /**
     * From now on the activities of these objects are carried out. They are real code, which may
     * take real time: the clock stands still meanwhile.
     */
    public TestEngine activities(Object... implementations) {
        for (Object each : implementations) {
            code(conductor -> conductor.register(each));
        }
        return this;
    }

    /**
     * From now on activities that are asked for are executed by these rules, over the defaults of
     * its options.
     */
    public TestEngine rules(Rules value) {
        return policies(options.settings().rules(value).policies());
    }

    /** From now on activities that are asked for are executed by these rules and defaults. */
    public TestEngine policies(Precedence value) {
        return code(conductor -> conductor.policies(value));
    }

    private TestEngine code(Consumer<Conductor> registered) {
        checkOpen();
        registered.accept(life.conductor());
        code.add(registered);
        return this;
    }

    /** Starts runs, and talks to them: the same one after a crash. */
    public Client client() {
        return exchange.client();
    }

    /** What has happened since the engine was made, or has crashed. */
    public Counts counts() {
        return life.conductor().counts();
    }

    /**
     * A future of all of these, for which time passes while somebody waits for it: as {@link
     * CompletableFuture#allOf}, which knows nothing of an engine.
     */
    public static CompletableFuture<Void> allOf(CompletableFuture<?>... futures) {
        return Accompanied.all(futures);
    }

    /** The same of the first of these: as {@link CompletableFuture#anyOf}. */
    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... futures) {
        return Accompanied.any(futures);
    }

    // ---- Activities without code ----

    /**
     * Takes the place of all activities of an interface: it says what they give, and remembers how
     * they were called. What is called and has no answer fails the test.
     */
    public <T> Stub<T> stub(Class<T> type) {
        var stub = new Stub<>(type, this);
        activities(stub.implementation());
        return stub;
    }

    /** The deliveries of activities that stubs got so far, in order. */
    public List<StubCall> calls() {
        return calls.all();
    }

    Calls kept() {
        return calls;
    }

    // ---- Time ----

    /** What the test clock shows. */
    public Instant now() {
        return clock.instant();
    }

    /** The test clock, for activities that want to know the time. */
    public InstantSource clock() {
        return clock;
    }

    /**
     * Whether the clock is put forward by itself while a test waits for something; it is at first.
     * Without that a test that waits for something which needs time fails at once.
     */
    public TestEngine skipping(boolean value) {
        skipping = value;
        return this;
    }

    /** Waits until nothing can happen without time, or somebody outside. */
    public TestEngine settle() {
        return until(now());
    }

    /** Lets so much time pass, with all that happens in it, in its order. */
    public TestEngine advance(Duration span) {
        Check.argument(!span.isNegative(), "time does not run backwards: %s", span);
        return until(now().plus(span));
    }

    /** Lets time pass until then, with all that happens in it, in its order. */
    public TestEngine until(Instant time) {
        checkOpen();
        Check.argument(!time.isBefore(now()), "the clock is at %s, and past %s", now(), time);
        patience.passUntil(time);
        life.stage().put(time);
        return this;
    }

    // ---- Crashes and replay ----

    /**
     * Dies, and comes back: all that is in memory is forgotten, activities that are under way are
     * lost, and what the store has is taken up again by the code that is registered. Clients and
     * handles go on; futures that were waiting fail.
     */
    public TestEngine crash() {
        return crash(Duration.ZERO);
    }

    /**
     * As {@link #crash()}, but it comes back only after so long: what was due meanwhile is late.
     */
    public TestEngine crash(Duration away) {
        checkOpen();
        Check.argument(!away.isNegative(), "time does not run backwards: %s", away);
        end(life);
        clock.put(now().plus(away));
        life = begun();
        exchange.connect(life.conductor());
        return settle();
    }

    /**
     * Lets it {@link #crash} by itself, once: instead of writing one of the next entries. All that
     * led to the entry has happened, and is forgotten.
     *
     * @param entry from 1
     */
    public TestEngine crashBefore(int entry) {
        checkEntry(entry);
        fate.strikeBefore(entry);
        return this;
    }

    /**
     * Lets it {@link #crash} by itself, once: right after it has written one of the next entries,
     * and before anything follows from it.
     *
     * @param entry from 1
     */
    public TestEngine crashAfter(int entry) {
        checkEntry(entry);
        fate.strikeAfter(entry);
        return this;
    }

    private static void checkEntry(int entry) {
        Check.argument(entry >= 1, "the next entry is number 1: %d", entry);
    }

    /**
     * Tries a scenario without a crash, and then with one before and one after each entry that it
     * wrote: with a new engine each time. What it checks must hold every time.
     *
     * <p>An engine dies while a test waits for a result, asks a query or lets time pass. When it
     * would die while something else is asked of it, such as a start or a signal, it dies as soon
     * as that is acknowledged.
     *
     * @param scenario gets a new engine: registers, starts and checks
     * @return with how many crashes it was tried
     * @throws AssertionError when it fails, which says with which crash
     */
    public static int crashEverywhere(TestOptions options, Consumer<TestEngine> scenario) {
        long entries;
        try (var engine = create(options)) {
            scenario.accept(engine);
            entries = engine.settle().fate.written();
        }
        for (int i = 1; i <= entries; i++) {
            int entry = i;
            String of = "entry " + entry + " of " + entries;
            tried(options, scenario, "before " + of, it -> it.crashBefore(entry));
            tried(options, scenario, "after " + of, it -> it.crashAfter(entry));
        }
        return Math.toIntExact(2 * entries);
    }

    /** As {@link #crashEverywhere(TestOptions, Consumer)}, with engines as we recommend them. */
    public static int crashEverywhere(Consumer<TestEngine> scenario) {
        return crashEverywhere(TestOptions.DEFAULT, scenario);
    }

    private static void tried(
            TestOptions options,
            Consumer<TestEngine> scenario,
            String when,
            Consumer<TestEngine> doomed) {
        try (var engine = create(options)) {
            doomed.accept(engine);
            scenario.accept(engine);
        } catch (Throwable e) {
            throw new AssertionError("With a crash " + when + ": " + e, e);
        }
    }

    private void end(Life ended) {
        ended.store().lose();
        ended.conductor().close();
        ended.stage().dismiss();
        ended.stage().end(options.patience());
    }

    /**
     * Replays the histories of all runs with the code that is registered.
     *
     * @throws AssertionError when one of them takes another path, or has no code
     */
    public TestEngine replayAll() {
        settle();
        new Replays(life.conductor(), store).all();
        return this;
    }

    // ---- What happened ----

    /** What has happened to a run, to be read and to be checked. */
    public History history(RunId run) {
        return History.of(store, options.settings().codec(), run);
    }

    /** What has happened to a run, to be read and to be checked. */
    public History history(RunHandle<?> run) {
        return history(run.id());
    }

    /** What each open run waits for, and what to do about it. */
    public String waiting() {
        return closed
                ? "The test engine is closed.\n"
                : new Outlook(life, store, clock.instant()).text();
    }

    // ---- Inside ----

    Life life() {
        return life;
    }

    TestOptions options() {
        return options;
    }

    boolean isSkipping() {
        return skipping;
    }

    Payload encoded(@Nullable Object value) {
        return value == null ? Payload.NONE : options.settings().codec().encode(value);
    }

    private void checkOpen() {
        Check.state(!closed, "the test engine is closed");
    }

    /** Ends everything, without waiting for activities. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            patience.end();
            end(life);
            watchdog.close();
            store.close();
        }
    }
}
