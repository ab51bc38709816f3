package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.drive.Gatehouse;
import dev.reprise.engine.drive.Herald;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.drive.TaskQueue;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.engine.watch.Meter;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.unit.Strands;
import dev.reprise.form.LogLine;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.RunInfo;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Precedence;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.PatternType;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Carries out runs: whatever is asked of a run is brought to it, and what it decides is durable
 * before anybody hears of it. It has no thread: its surroundings call it, and are called.
 *
 * <p>All futures are completed by workers. Whoever hangs work of their own on them does it
 * elsewhere.
 */
public final class Conductor {
    static final Logger LOGGER = System.getLogger(Conductor.class.getName());

    /** When so many runs have something to do, those whose timers are due wait a little. */
    private static final long BUSY_MAX = 50_000;

    private static final Duration BREATH = Duration.ofMillis(10);

    /** When there is no room, it is looked for so often. */
    private static final Duration PROBE = Duration.ofSeconds(1);

    /** How much room there is is asked once in so long. */
    private static final Duration GLANCE = Duration.ofSeconds(1);

    /** There is little room when it is less than so many times the reserve. */
    private static final int LITTLE = 4;

    private final Surroundings around;
    private final Settings settings;
    private final Activities activities;
    private final Timers timers;
    private final Paused<Cell> paused;
    private final Onlooker onlooker;
    private final Counts counts;
    private final Gatehouse gates;
    private final Herald herald;
    private final Strands strands = Strands.best();
    private final Map<RunId, Cell> cells = new ConcurrentHashMap<>();
    private final Map<String, WorkflowType<?, ?>> workflows = new ConcurrentHashMap<>();
    private final Map<String, PatternType> patterns = new ConcurrentHashMap<>();

    /** The code of the engine's own workflows, which is always there. */
    private final Map<String, WorkflowType<?, ?>> ours = new TreeMap<>();

    /** Programs that runs began with and that are not current any more, by type and hash. */
    private final Map<String, LinkedProgram> older = new ConcurrentHashMap<>();

    private final Sweep sweep;
    private final AtomicLong births = new AtomicLong();
    private final Revivals revivals = new Revivals(run -> post(run, new Message.Revive()));

    /** The runs that are stuck, and their types. */
    private final ConcurrentSkipListMap<RunId, String> stuck = new ConcurrentSkipListMap<>();

    /** The runs that wait for the code of an activity, by its name. */
    private final Map<String, Set<RunId>> codeless = new ConcurrentHashMap<>();

    /** The runs whose timers are due and wait for the code of a workflow, by its name. */
    private final Map<String, Set<RunId>> unhosted = new ConcurrentHashMap<>();

    /** The activities that wait for a person, by run and number, and where. */
    private final ConcurrentSkipListMap<RunId, SortedMap<Long, String>> parked =
            new ConcurrentSkipListMap<>();

    /** The runs whose dealings with others have to be taken up when they are loaded. */
    private final Set<RunId> takenUp = ConcurrentHashMap.newKeySet();

    private final Object pausing = new Object();

    /** The task queues in which nothing starts. Guarded by {@link #pausing}. */
    private PausedQueues pausedQueues = new PausedQueues();

    private final AtomicReference<@Nullable Refusal> failure = new AtomicReference<>();

    /** Why nothing can be written at the moment, if that is so. */
    private final AtomicReference<@Nullable Refusal> full = new AtomicReference<>();

    private volatile @Nullable Refusal scarce;
    private volatile Instant glanced = Instant.MIN;
    private volatile boolean warned;
    private final AtomicLong asked = new AtomicLong();
    private final LongAdder busy = new LongAdder();
    private final LongAdder underWay = new LongAdder();
    private volatile Policies policies;
    private volatile boolean stopped;
    private volatile long epoch;
    private Instant begun = Instant.MIN;

    /** A conductor that has not claimed its store yet, and that nobody looks at. */
    public Conductor(Surroundings around, Settings settings) {
        this(around, settings, Onlooker.NONE);
    }

    /** A conductor that has not claimed its store yet. */
    public Conductor(Surroundings around, Settings settings, Onlooker onlooker) {
        this.around = around;
        this.settings = settings;
        this.onlooker = onlooker;
        this.counts = new Counts(onlooker.meter());
        this.activities = new Activities(settings.codec());
        this.policies = new Policies(settings.policies(), settings.functions());
        this.timers = new Timers(around.store(), around.alarm(), around.timersMax());
        this.paused = new Paused<>(settings.pausedMax(), settings.pausedBytes());
        this.sweep = new Sweep(this, settings.retention());
        this.gates = new Gatehouse(settings.hooks(), settings.queues());
        this.herald = new Herald(settings.hooks(), settings.voice());
        Schedules.types().forEach(it -> ours.put(it.name(), it));
        measured(onlooker.meter());
    }

    private void measured(Meter meter) {
        if (meter.equals(Meter.NONE)) {
            return;
        }
        Counts.gauge(meter, "runs.stuck", "Runs that are stuck.", stuck::size);
        Counts.gauge(meter, "runs.parked", "Runs that wait for a person.", parked::size);
        Counts.gauge(meter, "runs.loaded", "Runs of which something is in memory.", cells::size);
        Counts.gauge(meter, "runs.paused", "Runs whose code is in memory.", paused::size);
        Counts.gauge(meter, "runs.busy", "Runs that have something to do.", busy::sum);
        Counts.gauge(meter, "activity.underway", "Attempts that are under way.", underWay::sum);
        Counts.gauge(meter, "timer.held", "Timers that are in memory.", timers::held);
    }

    // ---- Beginning ----

    /**
     * Claims the store: from then on nobody else can write to it. What is returned is completed
     * when that is durable; nothing else may be asked before {@link #recover}.
     */
    public CompletableFuture<Boolean> claim() {
        var claimed = new CompletableFuture<Boolean>();
        epoch = around.store().epoch() + 1;
        around.store()
                .write(
                        new Change.ClaimStore(epoch),
                        new Receipt() {
                            @Override
                            public void durable() {
                                claimed.complete(true);
                            }

                            @Override
                            public void refused(Conflict conflict) {
                                claimed.completeExceptionally(
                                        new Refusal(
                                                Refusal.Reason.STORE_FAILED, conflict.sentence()));
                            }

                            @Override
                            public void failed(StoreFailure failure) {
                                claimed.completeExceptionally(failure);
                            }
                        });
        return claimed;
    }

    /**
     * Takes up what was under way when the store was last written: activities that may have been
     * lost are delivered again, timers are waited for, and nothing is replayed.
     */
    public Recovered recover() {
        begun = around.clock().instant();
        stuck.clear();
        parked.clear();
        long runs = 0;
        long open = 0;
        long revived = 0;
        try (Cursor<Head> heads = around.store().heads()) {
            while (heads.hasNext()) {
                Head head = heads.next();
                Summary summary = Summary.fromBytes(head.summary());
                runs++;
                Outstanding outstanding = summary.outstanding();
                if (summary.status().isEnd()) {
                    // What it had to do with others may not be done.
                    if (outstanding == null || !outstanding.bonds().isEmpty()) {
                        takenUp.add(head.run());
                        revivals.add(head.run());
                    }
                    continue;
                }
                open++;
                if (summary.status() == Status.STUCK) {
                    stuck.put(head.run(), summary.type());
                }
                if (outstanding != null) {
                    parked(head.run(), outstanding.parked());
                }
                if (outstanding == null || !outstanding.bonds().isEmpty()) {
                    takenUp.add(head.run());
                }
                if (outstanding == null || outstanding.isUnderWay() || summary.isAboutToBegin()) {
                    revived++;
                    revivals.add(head.run());
                }
            }
        }
        full.set(null);
        // Without any code they could only be read, and would be in the way of who registers some.
        if (!hosted().isEmpty() || !activities.names().isEmpty()) {
            revivals.begin();
        }
        synchronized (pausing) {
            // What was asked for and did not become durable is forgotten.
            var durable = PausedQueues.of(around.store());
            SortedSet<String> paused = durable.names();
            pausedQueues
                    .names()
                    .forEach(it -> gates.queues().pause(it, paused.contains(it), begun));
            paused.forEach(it -> gates.queues().pause(it, true, begun));
            pausedQueues = durable;
        }
        timers.begin();
        sweep.begin();
        return new Recovered(runs, open, revived, stuck.size());
    }

    /**
     * What was found when a store was opened.
     *
     * @param runs how many runs there are
     * @param open how many of them have not ended
     * @param revived how many of those had activities under way
     * @param stuck how many of those are stuck
     */
    public record Recovered(long runs, long open, long revived, long stuck) {}

    // ---- Code ----

    /** From now on runs of this type are carried out; those that are stuck go on. */
    public void register(WorkflowType<?, ?> type) {
        checkFree(type.name());
        workflows.put(type.name(), type);
        registered(type.name());
    }

    /**
     * From now on runs of this pattern are carried out; those that are stuck go on. Its program is
     * kept, so that they can go on when another is registered under the name.
     */
    public void register(PatternType type) {
        Check.state(epoch > 0, "patterns are registered when the store is claimed");
        checkFree(type.name());
        keep(type.program());
        patterns.put(type.name(), type);
        registered(type.name());
    }

    private void checkFree(String name) {
        Check.argument(
                !name.startsWith(Schedules.RESERVED),
                "workflow types that begin with %s are the engine's own: %s",
                Schedules.RESERVED,
                name);
        Check.argument(!isHosted(name), "workflow type %s is registered already", name);
    }

    private void registered(String name) {
        stuck.forEach(
                (run, stuckType) -> {
                    if (stuckType.equals(name)) {
                        revivals.add(run);
                    }
                });
        revive(unhosted.remove(name));
        revivals.begin();
    }

    /** What is written first is durable first: no run is that has no program. */
    private void keep(Program program) {
        String name = keptName(program.hash());
        if (around.store().kept(name).isPresent()) {
            return;
        }
        long by = epoch;
        around.store()
                .write(
                        new Change.Keep(name, program.toBytes(), by),
                        new Receipt() {
                            @Override
                            public void durable() {}

                            // When the store was resumed since, it is kept again.
                            @Override
                            public void refused(Conflict conflict) {
                                if (by == epoch) {
                                    Conductor.this.refused(conflict);
                                }
                            }

                            @Override
                            public void failed(StoreFailure failure) {
                                if (by == epoch) {
                                    Conductor.this.failed(failure);
                                }
                            }
                        });
    }

    static String keptName(String hash) {
        return "program/" + hash;
    }

    private TreeSet<String> hosted() {
        var names = new TreeSet<>(workflows.keySet());
        names.addAll(patterns.keySet());
        return names;
    }

    private void revive(@Nullable Set<RunId> waiting) {
        if (waiting != null) {
            waiting.forEach(revivals::add);
        }
    }

    /** From now on these activities are carried out; those that wait for them go on. */
    public void register(Object implementation) {
        for (String name : activities.add(implementation)) {
            revive(codeless.remove(name));
        }
        revivals.begin();
    }

    /** The code that is registered under a name. */
    public @Nullable WorkflowType<?, ?> workflow(String name) {
        WorkflowType<?, ?> own = ours.get(name);
        return own == null ? workflows.get(name) : own;
    }

    /** The pattern that is registered under a name. */
    public @Nullable PatternType pattern(String name) {
        return patterns.get(name);
    }

    /** A program that runs of a pattern began with before, if it was linked already. */
    @Nullable LinkedProgram older(PatternType type, String hash) {
        return older.get(type.name() + " " + hash);
    }

    void keepLinked(PatternType type, LinkedProgram linked) {
        older.put(type.name() + " " + linked.program().hash(), linked);
    }

    /** The hash of the program that new runs of this type keep to; empty when it is no pattern. */
    String programOf(String name) {
        PatternType type = pattern(name);
        return type == null ? "" : type.program().hash();
    }

    /** Whether runs of this type can be carried out. */
    boolean isHosted(String name) {
        return workflow(name) != null || patterns.containsKey(name);
    }

    /** Whether there is something under the name of a run's type that is of its kind. */
    boolean hosts(Standing run) {
        return run.program().isEmpty()
                ? workflow(run.type()) != null
                : patterns.containsKey(run.type());
    }

    /** What activities there are. */
    public Activities activities() {
        return activities;
    }

    /** Whether the code of an activity is missing; if so, the run is told when it is there. */
    boolean awaitsCode(String activity, RunId run) {
        await(codeless, activity, run);
        // Whoever brings the code tells those who wait afterwards: one of the two sees the other.
        return !activities.knows(activity);
    }

    /** Whether the code of a workflow is missing; if so, the run is told when it is there. */
    boolean awaitsWorkflow(String type, RunId run) {
        if (isHosted(type)) {
            return false;
        }
        await(unhosted, type, run);
        return !isHosted(type);
    }

    private static void await(Map<String, Set<RunId>> runs, String name, RunId run) {
        runs.compute(
                name,
                (_, before) -> {
                    Set<RunId> waiting = before == null ? new ConcurrentSkipListSet<>() : before;
                    waiting.add(run);
                    return waiting;
                });
    }

    // ---- What can be asked of a run ----

    /**
     * Starts a run, at once and only if nobody has its id.
     *
     * @param requestId by which the same start is known when it is asked for again, or empty
     * @return whether the run is new, once it is durable
     */
    public CompletableFuture<Boolean> start(
            RunId run, String type, List<Payload> input, String requestId) {
        return start(run, type, input, Beginning.PLAIN.requestId(requestId));
    }

    /**
     * Begins a schedule, unless there is one of this name.
     *
     * @return whether it is new, once it is durable
     */
    public CompletableFuture<Boolean> createSchedule(
            String name, ScheduleSpec spec, String requestId) {
        return start(
                        Schedules.runOf(name),
                        Schedules.TYPE,
                        List.of(Schedules.created(name, spec)),
                        Beginning.PLAIN.requestId(requestId).reuse(IdReuse.ALLOW_AFTER_END))
                .exceptionallyCompose(
                        e ->
                                CompletableFuture.failedFuture(
                                        e instanceof Refusal refusal
                                                        && refusal.reason()
                                                                == Refusal.Reason.ALREADY_STARTED
                                                ? Refusal.scheduleExists(name)
                                                : e));
    }

    /**
     * Starts a run.
     *
     * @return whether the run is new, once it is durable
     */
    public CompletableFuture<Boolean> start(
            RunId run, String type, List<Payload> input, Beginning terms) {
        var waiting = new Waiting<Boolean>(counts);
        counts.started();
        if (!isHosted(type)) {
            waiting.completeExceptionally(
                    new Refusal(
                            Refusal.Reason.UNKNOWN_TYPE,
                            "No code is registered for workflow "
                                    + type
                                    + ", only for "
                                    + hosted()
                                    + ". Register it before runs of it are started."));
            return waiting;
        }
        Refusal tooLittle = scarcity();
        if (tooLittle != null) {
            waiting.completeExceptionally(tooLittle);
            return waiting;
        }
        long bytes = Sizes.of(input);
        for (Job job : terms.also()) {
            bytes += Sizes.of(job);
        }
        if (bytes > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(tooLarge("The input of run " + run, bytes));
            return waiting;
        }
        var info =
                terms.options().equals(RunOptions.UNSAID)
                        ? RunInfo.FIRST
                        : RunInfo.FIRST.options(terms.options());
        admit(new Message.Begin(new Job.Start(run, type, input, info), terms, waiting));
        return waiting;
    }

    /** Lets a start through, unless too much waits in the queue of its run. */
    private void admit(Message.Begin begin) {
        RunId run = begin.start().runId();
        TaskQueue queue = queueOf(begin.terms().options());
        if (queue == null) {
            post(run, begin);
            return;
        }
        Runnable go =
                () -> {
                    var _ = begin.waiting().whenComplete((_, _) -> queue.started());
                    post(run, begin);
                };
        if (queue.admit()) {
            go.run();
        } else if (isKnown(run, begin.terms())) {
            post(run, begin);
        } else if (begin.terms().patient()) {
            queue.await(begin.waiting(), go);
        } else {
            begin.waiting().completeExceptionally(Refusal.queueFull(queue.state()));
        }
    }

    /**
     * Whoever wanted a run started does not wait any longer for room in its queue. When it was
     * waiting for that, nothing was started, and it is refused; else its answer comes.
     */
    public void giveUp(RunOptions options, CompletableFuture<Boolean> start) {
        TaskQueue queue = queueOf(options);
        if (queue != null && queue.withdraw(start)) {
            start.completeExceptionally(Refusal.queueFull(queue.state()));
        }
    }

    /** The queue for whose room a run waits before it is started; null for none. */
    private @Nullable TaskQueue queueOf(RunOptions options) {
        String said = options.taskQueue();
        return gates.queues().bounded(said.isEmpty() ? Execution.DEFAULT_QUEUE : said);
    }

    /** Whether a start adds nothing: its run goes on, or was started by the same request. */
    private boolean isKnown(RunId run, Beginning terms) {
        Head head = around.store().head(run).orElse(null);
        if (head == null) {
            return false;
        }
        Summary summary = Summary.fromBytes(head.summary());
        return !summary.status().isEnd()
                || (!terms.requestId().isEmpty() && summary.requestId().equals(terms.requestId()));
    }

    // ---- Task queues ----

    /** How the task queues stand that have limits or were paused, in the order of their names. */
    public List<QueueState> queues() {
        return gates.queues().states();
    }

    /**
     * From now on no attempt starts in a task queue, or again; what is due waits, and nothing is
     * lost. Completed when that is durable: it outlives the process.
     *
     * @param requestId by which it is known when it is asked again, among the last {@link
     *     PausedQueues#REQUESTS_MAX} of this kind, or empty
     */
    public CompletableFuture<Boolean> pause(String queue, boolean value, String requestId) {
        Text.name("a task queue", queue);
        Text.optionalName("a request id", requestId);
        var waiting = new Waiting<Boolean>(counts);
        if (isFull()) {
            waiting.completeExceptionally(noSpace());
            return waiting;
        }
        long by = epoch;
        synchronized (pausing) {
            boolean changed = pausedQueues.set(queue, value, requestId);
            boolean paused = pausedQueues.names().contains(queue);
            around.store()
                    .write(
                            new Change.Keep(PausedQueues.KEPT, pausedQueues.toBytes(), epoch),
                            new Receipt() {
                                @Override
                                public void durable() {
                                    gates.queues().pause(queue, paused, around.clock().instant());
                                    waiting.complete(changed);
                                }

                                @Override
                                public void refused(Conflict conflict) {
                                    Conductor.this.refused(conflict);
                                    waiting.completeExceptionally(lost());
                                }

                                @Override
                                public void failed(StoreFailure failure) {
                                    if (by == epoch) {
                                        Conductor.this.failed(failure);
                                    }
                                    waiting.completeExceptionally(lost());
                                }
                            });
        }
        return waiting;
    }

    private Refusal lost() {
        Refusal why = failure.get();
        return why == null ? noSpace() : why;
    }

    /**
     * Tells a run of something, once however often it is asked; completed when that is durable,
     * with false when it was so before.
     *
     * @param requestId by which it is known when it is asked again, or empty
     */
    public CompletableFuture<Boolean> tell(RunId run, Job job, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        counts.asked(job);
        var message = new Message.Tell(job, requestId, null, waiting);
        if (message.bytes() > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(
                    tooLarge("What run " + run + " is told", message.bytes()));
        } else {
            post(run, message);
        }
        return waiting;
    }

    /**
     * Asks a run for an update. An update of an id is carried out once, however often it is asked
     * for.
     *
     * @return what came of it, once it has reached the stage, durably: how its handler ended, if it
     *     has
     */
    public CompletableFuture<Optional<Outcome>> update(RunId run, Job.Update update, Stage stage) {
        var waiting = new Waiting<Optional<Outcome>>(counts);
        counts.updated();
        var message = new Message.Update(update, stage, waiting);
        if (message.bytes() > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(
                    tooLarge("Update " + update.id() + " of run " + run, message.bytes()));
        } else {
            post(run, message);
        }
        return waiting;
    }

    /** As {@link #tell(RunId, Job, String)}: ends a run without asking it. */
    public CompletableFuture<Boolean> terminate(RunId run, String reason, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        counts.terminated();
        post(run, new Message.Terminate(Text.prose(reason), requestId, null, waiting));
        return waiting;
    }

    /**
     * Lets a run go on from an earlier moment, whether it has ended or not: what it did since is
     * forgotten by it, and done again if it decides so again. Completed when that is durable.
     *
     * @param turns how many of its activations are kept; if negative, how many are not
     * @param signals whether the signals and updates that came later are told again
     */
    public CompletableFuture<Boolean> reset(
            RunId run, long turns, boolean signals, String reason, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        String why = "It goes on from activation " + turns + " again. " + Text.prose(reason);
        post(run, new Message.Reset(turns, signals, why.strip(), requestId, waiting));
        return waiting;
    }

    /**
     * Starts a run that goes on from a moment of another, which is not concerned.
     *
     * @param turns how many activations of the other are kept; if negative, how many are not
     */
    public CompletableFuture<Boolean> fork(RunId from, long turns, RunId run, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        Standing other = Standing.load(this, from);
        if (other == null) {
            waiting.completeExceptionally(Refusal.noSuchRun(from));
            return waiting;
        }
        try {
            Excerpt excerpt = Excerpt.of(around.store(), from, other, turns);
            Check.argument(!excerpt.isEmpty(), "a fork keeps at least one activation");
            excerpt.checkAlone(from);
            String why = "It goes on from activation " + excerpt.turns() + " of run " + from + ".";
            post(run, new Message.Fork(other.leg(), excerpt, why, requestId, waiting));
        } catch (Refusal | IllegalArgumentException e) {
            waiting.completeExceptionally(e);
        }
        return waiting;
    }

    /**
     * Forgets a run that has ended, with all that is stored of it; completed when that is durable.
     * From then on its id is free, as if there had never been such a run.
     *
     * @param requestId by which it is known when it is asked again, or empty: then that is done,
     *     and whoever has the id by now is left alone
     */
    public CompletableFuture<Boolean> delete(RunId run, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        post(run, new Message.Delete(0, requestId, waiting));
        return waiting;
    }

    /** Forgets a run that has ended, if it has so many entries. */
    CompletableFuture<Boolean> sweep(RunId run, long position) {
        var waiting = new CompletableFuture<Boolean>();
        post(run, new Message.Delete(position, "", waiting));
        return waiting;
    }

    private static Refusal tooLarge(String what, long bytes) {
        return new Refusal(Refusal.Reason.TOO_LARGE, what + " has " + Sizes.tooLarge(bytes));
    }

    /** Asks a run; what it answers is what follows from its durable history. */
    public CompletableFuture<Payload> query(RunId run, String name, List<Payload> input) {
        var waiting = new Waiting<Payload>(counts);
        counts.queried();
        String id = "q" + asked.incrementAndGet();
        post(run, new Message.Ask(new Job.Query(id, name, input), waiting));
        return waiting;
    }

    /** Waits for the end of a run; completed when that is durable. */
    public CompletableFuture<Outcome> watch(RunId run) {
        var waiting = new Waiting<Outcome>(counts);
        post(run, new Message.Watch(waiting));
        return waiting;
    }

    /** The activities that wait for a person, in the order of their runs. */
    public List<DeadLetter> deadLetters() {
        List<DeadLetter> all = new ArrayList<>();
        parked.forEach(
                (run, _) -> {
                    Standing standing = Standing.load(this, run);
                    if (standing != null) {
                        var records = new Records(around.store(), run);
                        for (Errand errand : standing.outstanding().errands()) {
                            if (errand.isParked()) {
                                all.add(DeadLetter.of(records, errand));
                            }
                        }
                    }
                });
        return all;
    }

    /**
     * Tries an activity anew that waits for a person, once however often it is asked; completed
     * when that is durable, with false when it was so before.
     *
     * @param requestId by which it is known when it is asked again, or empty
     */
    public CompletableFuture<Boolean> redrive(RunId run, String activityId, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        post(run, new Message.Redrive(activityId, requestId, waiting));
        return waiting;
    }

    /** As {@link #redrive}: ends an activity that waits for a person. */
    public CompletableFuture<Boolean> resolve(
            RunId run, String activityId, Outcome outcome, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        if (Sizes.of(outcome) > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(
                    tooLarge("The outcome of activity " + activityId, Sizes.of(outcome)));
        } else {
            post(run, new Message.Resolve(activityId, outcome, requestId, waiting));
        }
        return waiting;
    }

    /** Gives up the memory of a paused run, as happens when there are too many. */
    public void evict(RunId run) {
        Cell cell = cells.get(run);
        if (cell != null) {
            cell.post(new Message.Evict());
        }
    }

    /** What is durable of a run. */
    public Optional<Description> describe(RunId run) {
        return around.store().head(run).map(Description::of);
    }

    /**
     * What has become of the activities of a run so far, from its durable history.
     *
     * @throws Refusal when there is no such run
     */
    public List<Lifecycle> lifecycle(RunId run) {
        Head head = around.store().head(run).orElseThrow(() -> Refusal.noSuchRun(run));
        Leg leg = Summary.fromBytes(head.summary()).leg();
        try (Cursor<byte[]> entries = around.store().turns(run, leg.origin())) {
            return Chronicle.of(run, entries);
        }
    }

    /** What is durable of all runs, in the order of their ids. */
    public Cursor<Description> list() {
        Cursor<Head> heads = around.store().heads();
        return new Cursor<>() {
            @Override
            public boolean hasNext() {
                return heads.hasNext();
            }

            @Override
            public Description next() {
                return Description.of(heads.next());
            }

            @Override
            public void close() {
                heads.close();
            }
        };
    }

    /** One page of the runs that a selection wants. */
    public Listing list(Selection selection) {
        return Listing.of(around.store(), selection, around.clock().instant());
    }

    /** How many runs a filter accepts. */
    public long count(Filter filter) {
        return Listing.count(around.store(), filter, around.clock().instant());
    }

    /** The alarm went off. */
    public void ring() {
        Instant now = around.clock().instant();
        if (isFull()) {
            boolean due = timers.woken(now);
            timers.rest();
            if (due) {
                around.workers().execute(this::probe);
            }
            return;
        }
        if (busy.sum() > BUSY_MAX) {
            timers.later(now.plus(BREATH));
            return;
        }
        for (DueTimer due : timers.watched(now)) {
            post(due.run(), new Message.Look(due.timer()));
        }
        if (timers.woken(now)) {
            around.workers().execute(sweep::step);
        }
        for (DueTimer due : timers.ring(now)) {
            counts.rung(due.timer().due(), now);
            post(due.run(), new Message.Due(due.timer()));
        }
    }

    void post(RunId run, Message message) {
        Cell cell;
        do {
            // Most messages are for a run that is there, and found without a lock.
            cell = cells.get(run);
            if (cell == null) {
                cell = cells.computeIfAbsent(run, id -> new Cell(this, id));
            }
        } while (!cell.post(message));
    }

    /** An activity has come back. */
    void ended(RunId run, Delivery delivery, Outcome outcome) {
        // After a failure nobody hears of it: it is delivered again when the store is opened.
        if (failure.get() == null) {
            post(run, new Message.Ended(delivery, outcome));
        }
    }

    /** The code of an attempt has returned whose outcome comes from outside. */
    void away(RunId run, Delivery delivery) {
        if (failure.get() == null) {
            post(run, new Message.Away(delivery));
        }
    }

    /**
     * Brings the outcome of an attempt from outside; completed when that is durable: with false
     * when it was so before.
     */
    public CompletableFuture<Boolean> complete(TaskToken token, Outcome outcome) {
        var waiting = new Waiting<Boolean>(counts);
        if (Sizes.of(outcome) > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(
                    tooLarge("The outcome for token " + token, Sizes.of(outcome)));
        } else {
            post(token.run(), new Message.Complete(token, outcome, waiting));
        }
        return waiting;
    }

    /** Says that an attempt outside goes on; completed when that is durable. */
    public CompletableFuture<Boolean> heartbeat(TaskToken token, Payload details) {
        var waiting = new Waiting<Boolean>(counts);
        if (details.size() > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(
                    tooLarge("The heartbeat for token " + token, details.size()));
        } else {
            post(token.run(), new Message.Beat(token, details, waiting));
        }
        return waiting;
    }

    // ---- For cells ----

    void schedule(Cell cell) {
        try {
            around.workers().execute(cell);
        } catch (RejectedExecutionException e) {
            if (failure.get() == null) { // else nobody needs it any more
                throw e;
            }
        }
    }

    /** A run is to be looked at again. */
    void revive(RunId run) {
        revivals.add(run);
        revivals.begin();
    }

    /** So many times a run was looked at again, and has nothing more to do. */
    void revived(int times) {
        revivals.ended(times);
    }

    /** The end of a run is durable. */
    void ended(Standing run) {
        Instant at = run.endedAt();
        sweep.ended(at == null ? around.clock().instant() : at);
    }

    /** What a run has to do with others may be settled. */
    void settled() {
        sweep.settled();
    }

    /** What no other run of this store has ever had. */
    long birth() {
        return (epoch << Integer.SIZE) + births.incrementAndGet();
    }

    /** A run has something to do, or has nothing more. */
    void busy(int change) {
        busy.add(change);
    }

    /** An activity was handed out, or has come back. */
    void underWay(int change) {
        underWay.add(change);
    }

    /** Whether nothing is under way: no step, no append and no activity. */
    public boolean isQuiet() {
        return underWay.sum() <= 0 && hasNoStep();
    }

    /** Whether no run has a step to do, and no append is on its way. */
    public boolean hasNoStep() {
        return busy.sum() <= 0;
    }

    /** Whether what a run has to do with others is to be taken up, now that it is loaded. */
    boolean takesUp(RunId run) {
        return !takenUp.isEmpty() && takenUp.remove(run);
    }

    /** A run has forgotten all that is not durable. */
    void takeUpAgain(RunId run) {
        takenUp.add(run);
    }

    void retired(Cell cell) {
        cells.remove(cell.run, cell);
    }

    void stuck(RunId run, String type, String why) {
        if (stuck.put(run, type) == null) {
            counts.stuck();
        }
        onlooker.stuck(run, type, why);
    }

    /** The history of a run has reached something that is warned of. */
    void grewLong(RunId run, String type, String reached) {
        counts.grewLong();
        onlooker.say(
                Level.WARNING,
                new LogLine("run-long")
                        .with("run", run)
                        .with("type", type)
                        .saying(
                                "Its history has reached "
                                        + reached
                                        + ": to bring it back into memory takes long. Let it"
                                        + " continue as new;"
                                        + " Flow.info().isContinueAsNewSuggested() says when."));
    }

    void unstuck(RunId run) {
        stuck.remove(run);
    }

    /** These activities of a run wait for a person, and no others. */
    void parked(RunId run, SortedMap<Long, String> seqs) {
        if (!seqs.isEmpty()) {
            parked.put(run, new TreeMap<>(seqs));
        } else if (!parked.isEmpty()) {
            parked.remove(run);
        }
    }

    /** A step failed by a fault of ours: nothing of it was done. */
    Refusal broke(Cell cell, String type, Throwable thrown) {
        counts.broke();
        onlooker.broke(
                new LogLine("step-failed")
                        .with("run", cell.run)
                        .with("type", type)
                        .saying("A step of the run failed, and was not carried out."),
                thrown);
        return new Refusal(
                Refusal.Reason.UNREADABLE,
                "A step of run " + cell.run + " failed, and was not carried out: " + thrown,
                thrown);
    }

    /** A change was refused: somebody else has the store. */
    void refused(Conflict conflict) {
        fail(
                new Refusal(
                        Refusal.Reason.STORE_FAILED,
                        "Another engine writes to this store. "
                                + conflict.sentence()
                                + " This engine carries nothing out any more; close it."));
    }

    // ---- No room ----

    /** Nothing can be written until there is room: what is not durable is forgotten. */
    void full(StoreFailure why) {
        var refusal =
                new Refusal(
                        Refusal.Reason.NO_SPACE,
                        "There is no room for the store, so nothing is taken on; nothing that was"
                                + " acknowledged is lost. Make room: the engine goes on by itself."
                                + " What was under way may or may not have happened; ask again,"
                                + " with the same request id. "
                                + why.getMessage(),
                        why);
        if (failure.get() == null && full.compareAndSet(null, refusal)) {
            onlooker.say(Level.ERROR, String.valueOf(refusal.getMessage()));
            revivals.forget();
            timers.wake(around.clock().instant().plus(PROBE));
            new TreeMap<>(cells).values().forEach(cell -> cell.post(new Message.Fail()));
        }
    }

    /** Whether nothing can be written since there is no room. */
    public boolean isFull() {
        return full.get() != null;
    }

    /** What those are told who asked for something when there was no room. */
    Refusal noSpace() {
        Refusal why = full.get();
        return why != null
                ? why
                : new Refusal(
                        Refusal.Reason.NO_SPACE,
                        "There was no room for the store, so this was not done; there is now. Ask"
                                + " again, with the same request id.");
    }

    /** Looks whether there is room. */
    private void probe() {
        if (failure.get() != null || !isFull()) {
            return;
        }
        try {
            around.store().resume();
        } catch (StoreFailure e) {
            timers.wake(around.clock().instant().plus(PROBE));
            return;
        } catch (IllegalStateException e) {
            return; // it is closed
        }
        long latest = around.store().epoch();
        if (latest > epoch) {
            refused(new Conflict.StoreEpoch(latest, epoch));
            return;
        }
        var _ =
                claim().whenComplete(
                                (_, thrown) -> {
                                    if (thrown == null) {
                                        around.workers().execute(this::resume);
                                    } else if (thrown instanceof StoreFailure it && it.isFull()) {
                                        timers.wake(around.clock().instant().plus(PROBE));
                                    } else {
                                        fail(lost(thrown));
                                    }
                                });
    }

    private static Refusal lost(Throwable thrown) {
        return thrown instanceof Refusal refusal
                ? refusal
                : new Refusal(Refusal.Reason.STORE_FAILED, "The store failed: " + thrown, thrown);
    }

    /** There is room: whatever was under way is taken up as after a crash. */
    private void resume() {
        onlooker.say(Level.INFO, "There is room for the store again, and the engine goes on.");
        glanced = Instant.MIN;
        patterns.values().forEach(it -> keep(it.program()));
        recover();
        // Their code may have come while nobody could write down that it was missing.
        stuck.keySet().forEach(revivals::add);
        revivals.begin();
        new TreeMap<>(cells).values().forEach(cell -> cell.post(new Message.Resume()));
    }

    /** Why no run is started though there is some room left; null when there is enough. */
    private @Nullable Refusal scarcity() {
        Instant now = around.clock().instant();
        if (settings.reserveBytes() > 0 && now.isAfter(glanced)) {
            glanced = now.plus(GLANCE);
            glance(around.store().room().orElse(Long.MAX_VALUE));
        }
        return scarce;
    }

    private void glance(long room) {
        long reserve = settings.reserveBytes();
        boolean little = room / LITTLE < reserve;
        if (little && !warned) {
            onlooker.say(
                    Level.WARNING,
                    "The disk of the store has "
                            + room
                            + " bytes left. Below "
                            + reserve
                            + " no run is started. Make room, or delete runs.");
        }
        warned = little;
        scarce =
                room >= reserve
                        ? null
                        : new Refusal(
                                Refusal.Reason.NO_SPACE,
                                "The disk of the store has "
                                        + room
                                        + " bytes left, and "
                                        + reserve
                                        + " are kept for the runs there are, so none is started."
                                        + " Make room, or delete runs; then ask again.");
    }

    /** A change failed with the whole store. */
    void failed(StoreFailure failure) {
        if (failure.isFull()) {
            full(failure);
            return;
        }
        fail(
                new Refusal(
                        Refusal.Reason.STORE_FAILED,
                        "The store failed, so nobody knows whether this happened. Open the engine"
                                + " again to find out. It failed so: "
                                + failure.getMessage(),
                        failure));
    }

    /** Nothing more can be made durable, so nothing more is done. */
    void fail(Refusal why) {
        if (failure.compareAndSet(null, why)) {
            revivals.forget();
            if (why.reason() != Refusal.Reason.CLOSED) {
                onlooker.say(
                        Level.ERROR,
                        new LogLine("engine-failed")
                                .with("reason", why.reason())
                                .saying(String.valueOf(why.getMessage())));
            }
            new TreeMap<>(cells).values().forEach(cell -> cell.post(new Message.Fail()));
            gates.queues().close();
        }
    }

    /** Why nothing is carried out any more, if that is so. */
    public @Nullable Refusal failure() {
        return failure.get();
    }

    /** From now on no activity is delivered: what is under way may come to its end. */
    public void stop() {
        stopped = true;
        revivals.forget();
    }

    /** Refuses everything that is asked, and everything that waits. */
    public void close() {
        stop();
        fail(
                new Refusal(
                        Refusal.Reason.CLOSED,
                        "The engine is closed. What was not acknowledged may or may not have"
                                + " happened."));
    }

    boolean isStopped() {
        return stopped || failure.get() != null || isFull();
    }

    /** From now on activities that are asked for are executed by these rules and defaults. */
    public void policies(Precedence value) {
        policies = new Policies(value, settings.functions());
    }

    Gatehouse gates() {
        return gates;
    }

    Herald herald() {
        return herald;
    }

    /** How many attempts hold a permit of a breaker or limiter. */
    public long permitsOut() {
        return gates.inside();
    }

    Onlooker onlooker() {
        return onlooker;
    }

    /** The runs that are stuck, and their types, in the order of their ids. */
    public SortedMap<RunId, String> stuckRuns() {
        return Collections.unmodifiableSortedMap(stuck);
    }

    Policies policies() {
        return policies;
    }

    Surroundings around() {
        return around;
    }

    Settings settings() {
        return settings;
    }

    Timers timers() {
        return timers;
    }

    Paused<Cell> paused() {
        return paused;
    }

    Strands strands() {
        return strands;
    }

    long epoch() {
        return epoch;
    }

    Instant begun() {
        return begun;
    }

    Counts count() {
        return counts;
    }

    /** What has happened so far. */
    public Counts counts() {
        return counts;
    }
}
