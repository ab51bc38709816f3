package dev.reprise.engine;

import dev.reprise.engine.control.Clerk;
import dev.reprise.engine.control.ControlSocket;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Health;
import dev.reprise.engine.control.LocalDesk;
import dev.reprise.engine.exec.Counters;
import dev.reprise.engine.exec.Terms;
import dev.reprise.engine.exec.Workforce;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Counts;
import dev.reprise.engine.run.Recovered;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Surroundings;
import dev.reprise.engine.run.Workers;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.watch.Meter;
import dev.reprise.engine.watch.Metric;
import dev.reprise.engine.watch.Panel;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.unit.Strands;
import dev.reprise.form.LogLine;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rules;
import dev.reprise.vm.PatternType;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs workflows durably, in this process.
 *
 * <pre>{@code
 * try (var engine = Engine.open(Path.of("data"))) {
 *     engine.register(OrderWorkflow.class).activities(new StripePayments());
 *     var receipt = engine.client().start(OrderWorkflow.class, order).result();
 * }
 * }</pre>
 *
 * <p>Opening takes up what was under way when the folder was last in use, however that ended. A run
 * whose code is not registered yet waits for it.
 */
public final class Engine implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(Engine.class.getName());
    private static final int TASKS_MAX = 1 << 28;

    /**
     * Workers do not spin before they sleep: a sync is longer than anybody spins, and the store
     * needs the processor (docs/decisions.md, 68).
     */
    private static final int SPINS = 0;

    /** The numbers that tell something about its health. */
    private static final List<String> HEALTH =
            List.of(
                    "activity.underway",
                    "executor.lanes",
                    "executor.waiting",
                    "runs.begun",
                    "runs.busy",
                    "runs.ended",
                    "runs.loaded",
                    "runs.parked",
                    "runs.paused",
                    "runs.stuck",
                    "store.room",
                    "store.size",
                    "store.syncs",
                    "store.waiting",
                    "store.written");

    private static final Duration STEPS_PATIENCE = Duration.ofSeconds(30);

    private final EngineOptions options;
    private final Store store;
    private final ExecutorService workers;
    private final AlarmClock alarm;
    private final Instant opened = Instant.now();
    private final Panel panel = new Panel();
    private final Lookout lookout;
    private final Conductor conductor;
    private final Recovered recovered;
    private final Client client;
    private final Clerk clerk;
    private @Nullable ControlSocket socket;
    private boolean closed;

    private Engine(Store store, EngineOptions options, Tempo time) {
        this.options = options;
        this.store = store;
        this.workers = workers(options);
        this.alarm = new AlarmClock(time);
        Meter meter = panel.and(options.watching().meter());
        this.lookout = new Lookout(meter, Lookout.LOG, options.watching(), time, System::nanoTime);
        this.conductor =
                new Conductor(
                        new Surroundings(
                                store,
                                time,
                                time::steady,
                                asWorkers(workers),
                                virtualThreads(),
                                alarm,
                                seeds(),
                                Surroundings.TIMERS_MAX),
                        options.settings(),
                        lookout);
        measured(meter);
        var ids = new FreshIds(time, seeds());
        this.client = new Client(conductor, options.settings().codec(), ids);
        this.clerk = Clerk.at(store, conductor, time, this::health);
        this.recovered = begin();
    }

    private void measured(Meter meter) {
        store.measured(meter);
        meter.gauge(
                Metric.of("reprise.uptime", "For how long the engine has been open.")
                        .in(Metric.Unit.NANOS),
                () -> Duration.between(opened, Instant.now()).toNanos());
        if (workers instanceof Workforce workforce) {
            gauge(
                    meter,
                    workforce,
                    "waiting",
                    "Steps in the queue of all workers.",
                    it -> it.waiting());
            gauge(
                    meter,
                    workforce,
                    "lanes",
                    "Steps in the queues of single workers.",
                    it -> it.lanes().stream().mapToLong(Integer::longValue).sum());
            counter(meter, workforce, "ran", "Steps that were carried out.", Counters::ran);
            counter(
                    meter,
                    workforce,
                    "steals",
                    "Steps that one took from another.",
                    Counters::steals);
            counter(
                    meter,
                    workforce,
                    "parks",
                    "How often a worker went to sleep.",
                    Counters::parks);
            counter(meter, workforce, "panics", "Steps that threw.", Counters::panics);
        }
    }

    private static void gauge(
            Meter meter,
            Workforce workers,
            String name,
            String help,
            ToLongFunction<Counters> read) {
        meter.gauge(
                Metric.of("reprise.executor." + name, help),
                () -> read.applyAsLong(workers.counters()));
    }

    private static void counter(
            Meter meter,
            Workforce workers,
            String name,
            String help,
            ToLongFunction<Counters> read) {
        meter.counter(
                Metric.of("reprise.executor." + name, help),
                () -> read.applyAsLong(workers.counters()));
    }

    private static Workers asWorkers(ExecutorService workers) {
        return workers instanceof Workforce workforce
                ? Workers.of(workforce, workforce::isSpare)
                : Workers.of(workers);
    }

    /** Workflow code runs on platform threads where units are inline, else on virtual ones. */
    private static ExecutorService workers(EngineOptions options) {
        return Strands.best().isInline()
                ? Workforce.on(
                        Terms.of(options.workers())
                                .withName("reprise-worker")
                                .withCapacity(TASKS_MAX)
                                .withSpins(SPINS))
                : Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("reprise-worker-", 0).factory());
    }

    private static Executor virtualThreads() {
        ThreadFactory threads = Thread.ofVirtual().name("reprise-activity").factory();
        return activity -> threads.newThread(activity).start();
    }

    private static LongSupplier seeds() {
        long secret = new SecureRandom().nextLong();
        return () -> secret ^ ThreadLocalRandom.current().nextLong();
    }

    private Recovered begin() {
        try {
            conductor.claim().join();
            Recovered found = conductor.recover();
            alarm.begin(conductor::ring);
            lookout.begin();
            return found;
        } catch (CompletionException e) {
            release();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    /** An engine whose runs are kept in a folder, which is made when it is not there. */
    public static Engine open(Path folder) {
        return open(folder, EngineOptions.DEFAULT);
    }

    /** As {@link #open(Path)}, with these options. */
    public static Engine open(Path folder, EngineOptions options) {
        WarmUp.begin();
        Engine engine = on(Store.open(folder), options);
        if (options.control()) {
            engine.socket = ControlSocket.open(folder, engine.clerk);
        }
        return engine;
    }

    /** An engine that forgets everything when it is closed. */
    public static Engine inMemory() {
        return inMemory(EngineOptions.DEFAULT);
    }

    /** As {@link #inMemory()}, with these options. */
    public static Engine inMemory(EngineOptions options) {
        return on(Store.inMemory(), options);
    }

    /** An engine on a store, which it closes when it is closed. */
    public static Engine on(Store store, EngineOptions options) {
        return on(store, options, Tempo.REAL);
    }

    /** As {@link #on(Store, EngineOptions)}, with time that goes by as fast as that. */
    public static Engine on(Store store, EngineOptions options, Tempo time) {
        return new Engine(store, options, time);
    }

    /**
     * From now on runs of this workflow are carried out, those that waited for it included.
     *
     * @throws IllegalArgumentException when it is not well formed or registered already
     * @throws dev.reprise.flow.guard.NondeterministicCode when its code could take another path on
     *     replay
     */
    public <I extends @Nullable Object, O extends @Nullable Object> Engine register(
            Class<? extends Workflow<I, O>> type) {
        return register(WorkflowType.<I, O>of(type).codec(options.settings().codec()));
    }

    /** As {@link #register(Class)}, for a type that was made with care. */
    public Engine register(WorkflowType<?, ?> type) {
        conductor.register(type);
        return this;
    }

    /** From now on runs of this pattern are carried out, those that waited for it included. */
    public Engine register(PatternType type) {
        conductor.register(type);
        return this;
    }

    /**
     * From now on the activities of these objects are carried out: the methods of the interfaces
     * that they implement.
     */
    public Engine activities(Object... implementations) {
        for (Object each : implementations) {
            conductor.register(each);
        }
        return this;
    }

    /**
     * From now on activities that are asked for are executed by these rules, over the defaults of
     * its options. Those that were asked for before go on by what was recorded then.
     */
    public Engine rules(Rules value) {
        return policies(options.settings().rules(value).policies());
    }

    /**
     * From now on activities that are asked for are executed by these rules and defaults. Those
     * that were asked for before go on by what was recorded then.
     */
    public Engine policies(Precedence value) {
        conductor.policies(value);
        return this;
    }

    /** Starts runs, and talks to them. */
    public Client client() {
        return client;
    }

    /** What was found when the engine was opened. */
    public Recovered recovered() {
        return recovered;
    }

    /** What has happened since. */
    public Counts counts() {
        return conductor.counts();
    }

    /**
     * All numbers of this engine, as Prometheus reads them ({@link Panel#CONTENT_TYPE}).
     * docs/observability.md tells what they mean, and how to serve them.
     */
    public String metrics() {
        return panel.text();
    }

    /** How it is: what is slow or stuck just now, what has gathered, whether it can write. */
    public Health health() {
        SortedMap<String, Long> numbers = new TreeMap<>();
        for (String name : HEALTH) {
            panel.number("reprise." + name).ifPresent(it -> numbers.put(name, it));
        }
        Optional<String> why = Optional.ofNullable(failure()).map(Refusal::getMessage);
        return new Health(
                Health.State.of(Instant.now(), opened, why, conductor.shortage(), numbers),
                lookout.overdue(),
                Clerk.stuck(store, conductor));
    }

    /** Where requests are answered as over the local socket; closing it closes the engine. */
    public Desk desk() {
        return new LocalDesk(clerk, this);
    }

    /**
     * Makes a copy of all that is durable in another folder, while runs go on: {@link
     * Store#restore} makes a store of it again, and an engine can be opened on it as it is.
     *
     * @param into a folder that is not there, or empty
     * @throws dev.reprise.engine.store.StoreFailure when it is not empty, or cannot be written
     */
    public void backup(Path into) {
        store.backup(into);
    }

    /** Gives the room on disk back that deleted runs have taken, while runs go on. */
    public void compact() {
        store.compact();
    }

    /** Where runs are kept. */
    public Store store() {
        return store;
    }

    /**
     * Whether there is no room for the store at the moment: nothing is taken on, what is durable
     * can be read, and the engine goes on by itself when there is room.
     */
    public boolean isFull() {
        return conductor.isFull();
    }

    /** Why nothing is carried out any more, if that is so: the store failed, or was taken over. */
    public @Nullable Refusal failure() {
        return conductor.failure();
    }

    /**
     * Waits a while for the activities that are under way, then stops. Whatever has not ended goes
     * on when the folder is opened again.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        ControlSocket listening = socket;
        if (listening != null) {
            listening.close();
        }
        conductor.stop();
        awaitActivities();
        conductor.close();
        release();
    }

    private void awaitActivities() {
        await(options.patience(), conductor::isQuiet);
    }

    /** Waits until something is so, at most for so long; whether it is. */
    private static boolean await(Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private void release() {
        alarm.close();
        // What is on its way to the store is told by workers, so they go last.
        if (!await(STEPS_PATIENCE, conductor::hasNoStep)) {
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("engine-closes-early")
                            .saying(
                                    "The engine closes while steps of runs are under way: their"
                                            + " code does not come to a pause. They go on when the"
                                            + " store is opened again."));
        }
        lookout.close();
        workers.shutdownNow();
        store.close();
    }
}
