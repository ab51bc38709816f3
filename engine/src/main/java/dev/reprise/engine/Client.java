package dev.reprise.engine;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.DeadLetter;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Listing;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.schedule.Duty;
import dev.reprise.engine.schedule.ScheduleRow;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Cursor;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Job;
import dev.reprise.history.Lifecycle;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts runs, and talks to them. For any thread. */
public final class Client {
    private static final int PAGE = 1_000;

    private final PayloadCodec codec;
    private final Supplier<RunId> ids;
    private final Hearing hearing;

    /** Another one when a test has crashed the one before. */
    private volatile Conductor conductor;

    Client(Conductor conductor, PayloadCodec codec, Supplier<RunId> ids) {
        this(conductor, codec, ids, Vigil.NONE);
    }

    Client(Conductor conductor, PayloadCodec codec, Supplier<RunId> ids, Vigil vigil) {
        this.conductor = conductor;
        this.codec = codec;
        this.ids = ids;
        this.hearing = new Hearing(vigil);
    }

    /** From now on this one is talked to, by all handles: the one before is dead. */
    void moveTo(Conductor next) {
        conductor = next;
    }

    // ---- Starting ----

    /** Starts a run under an id that nobody has; returns when it is durable. */
    public <I extends @Nullable Object, O extends @Nullable Object> RunHandle<O> start(
            Class<? extends Workflow<I, O>> type, I input) {
        return start(type, ids.get(), input);
    }

    /**
     * Starts a run under this id; returns when it is durable.
     *
     * @throws Refusal when there is a run of this id, or the workflow is not registered
     */
    public <I extends @Nullable Object, O extends @Nullable Object> RunHandle<O> start(
            Class<? extends Workflow<I, O>> type, RunId id, I input) {
        return start(type, id, StartOptions.DEFAULT, input);
    }

    /**
     * As {@link #start(Class, RunId, Object)}, but to ask again with the same request id is to ask
     * once: for callers who did not hear the answer.
     */
    public <I extends @Nullable Object, O extends @Nullable Object> RunHandle<O> start(
            Class<? extends Workflow<I, O>> type, RunId id, String requestId, I input) {
        return start(type, id, StartOptions.DEFAULT.requestId(requestId), input);
    }

    /** Starts a run under this id as the options say; returns when it is durable. */
    public <I extends @Nullable Object, O extends @Nullable Object> RunHandle<O> start(
            Class<? extends Workflow<I, O>> type, RunId id, StartOptions options, I input) {
        RunHandle<O> handle = handle(type, id);
        await(handle.begun(WorkflowType.nameOf(type), options.terms(), input));
        return handle;
    }

    /**
     * Sends a signal to the run of this id, and starts it first when no run of this id goes on:
     * both or neither. Returns when that is durable.
     *
     * @param options of the start. A run that goes on is told the signal, whatever they say;
     *     whether one may be started when there was one that has ended, they do say
     * @throws Refusal when there was a run of this id and {@link StartOptions#afterEnd} allows no
     *     other
     */
    public <I extends @Nullable Object, O extends @Nullable Object> RunHandle<O> signalWithStart(
            Class<? extends Workflow<I, O>> type,
            RunId id,
            StartOptions options,
            I input,
            String signal,
            @Nullable Object... arguments) {
        RunHandle<O> handle = handle(type, id);
        var terms = joining(options, handle.signalOf(signal, arguments));
        await(handle.begun(WorkflowType.nameOf(type), terms, input));
        return handle;
    }

    /** As {@link #signalWithStart}, without waiting. */
    public <I extends @Nullable Object, O extends @Nullable Object>
            CompletableFuture<RunHandle<O>> signalWithStartAsync(
                    Class<? extends Workflow<I, O>> type,
                    RunId id,
                    StartOptions options,
                    I input,
                    String signal,
                    @Nullable Object... arguments) {
        RunHandle<O> handle = handle(type, id);
        var terms = joining(options, handle.signalOf(signal, arguments));
        return heard(handle, handle.begun(WorkflowType.nameOf(type), terms, input));
    }

    private static Beginning joining(StartOptions options, Job.Signal told) {
        return options.whileRunning(StartOptions.WhileRunning.JOIN).terms().also(List.of(told));
    }

    /** As {@link #start(Class, RunId, Object)}, without waiting. */
    public <I extends @Nullable Object, O extends @Nullable Object>
            CompletableFuture<RunHandle<O>> startAsync(
                    Class<? extends Workflow<I, O>> type, RunId id, I input) {
        return startAsync(type, id, StartOptions.DEFAULT, input);
    }

    /** As {@link #start(Class, RunId, StartOptions, Object)}, without waiting. */
    public <I extends @Nullable Object, O extends @Nullable Object>
            CompletableFuture<RunHandle<O>> startAsync(
                    Class<? extends Workflow<I, O>> type, RunId id, StartOptions options, I input) {
        RunHandle<O> handle = handle(type, id);
        return heard(handle, handle.begun(WorkflowType.nameOf(type), options.terms(), input));
    }

    /** As {@link #start(PatternType, RunId, StartOptions, Object, Class)}, without waiting. */
    public <O extends @Nullable Object> CompletableFuture<RunHandle<O>> startAsync(
            PatternType type,
            RunId id,
            StartOptions options,
            @Nullable Object input,
            Class<O> result) {
        RunHandle<O> handle = handle(id, result);
        return heard(handle, handle.begun(type.name(), options.terms(), input));
    }

    private <O extends @Nullable Object> CompletableFuture<RunHandle<O>> heard(
            RunHandle<O> handle, CompletableFuture<Boolean> begun) {
        return accompanied(begun.thenApplyAsync(_ -> handle, elsewhere()), begun);
    }

    /**
     * Starts a run under this id and gives its result, without waiting. Who wants only the result
     * is told only once: that is less work than {@link #startAsync} and {@link
     * RunHandle#resultAsync}.
     */
    public <I extends @Nullable Object, O extends @Nullable Object> CompletableFuture<O> runAsync(
            Class<? extends Workflow<I, O>> type, RunId id, I input) {
        return runAsync(type, id, StartOptions.DEFAULT, input);
    }

    /** As {@link #runAsync(Class, RunId, Object)}, as the options say. */
    public <I extends @Nullable Object, O extends @Nullable Object> CompletableFuture<O> runAsync(
            Class<? extends Workflow<I, O>> type, RunId id, StartOptions options, I input) {
        RunHandle<O> handle = handle(type, id);
        CompletableFuture<Boolean> begun =
                handle.begun(WorkflowType.nameOf(type), options.terms(), input);
        CompletableFuture<Outcome> answer;
        if (options.beginsAtOnce()) {
            // Asked for at once, so that it is answered by the step in which the run ends.
            CompletableFuture<Outcome> ended = conductor.watch(id);
            // What it is refused with is an answer, too, whatever becomes of the run of that id.
            answer = begun.thenCompose(_ -> ended);
        } else {
            answer = begun.thenCompose(_ -> conductor.watch(id));
        }
        return accompanied(answer.thenApplyAsync(handle::read, elsewhere()), answer);
    }

    /**
     * Starts a run of a pattern under this id; returns when it is durable.
     *
     * @param input becomes the variable {@link dev.reprise.vm.PatternMachine#INPUT}
     * @param result as what the variable {@link dev.reprise.vm.PatternMachine#RESULT} is read
     * @throws Refusal when there is a run of this id, or the pattern is not registered
     */
    public <O extends @Nullable Object> RunHandle<O> start(
            PatternType type, RunId id, @Nullable Object input, Class<O> result) {
        return start(type, id, StartOptions.DEFAULT, input, result);
    }

    /** Starts a run of a pattern under this id as the options say; returns when it is durable. */
    public <O extends @Nullable Object> RunHandle<O> start(
            PatternType type,
            RunId id,
            StartOptions options,
            @Nullable Object input,
            Class<O> result) {
        RunHandle<O> handle = handle(id, result);
        await(handle.begun(type.name(), options.terms(), input));
        return handle;
    }

    // ---- Talking ----

    /** The run of this id, whether there is one or not. */
    public <I extends @Nullable Object, O extends @Nullable Object> RunHandle<O> handle(
            Class<? extends Workflow<I, O>> type, RunId id) {
        WorkflowType<?, ?> registered = conductor.workflow(WorkflowType.nameOf(type));
        return new RunHandle<>(
                this,
                id,
                registered == null ? codec : registered.codec(),
                WorkflowType.resultOf(type),
                "");
    }

    /** The run of this id, whether there is one or not; its result is read as {@code result}. */
    public <O extends @Nullable Object> RunHandle<O> handle(RunId id, Class<O> result) {
        return new RunHandle<>(this, id, codec, result, "");
    }

    /**
     * What is durable of a run.
     *
     * @throws Refusal when there is no such run
     */
    public Description describe(RunId id) {
        return conductor.archive().describe(id).orElseThrow(() -> Refusal.noSuchRun(id));
    }

    /**
     * What has become of the activities of a run so far, as it was recorded: each attempt that was
     * dispatched, under which policy, and how each activity ended. {@link Lifecycle#pending} says
     * which have not.
     *
     * @throws Refusal when there is no such run
     */
    public List<Lifecycle> lifecycle(RunId id) {
        return conductor.archive().lifecycle(id);
    }

    /** What is durable of all runs, in the order of their ids; to be closed. */
    public Cursor<Description> list() {
        return conductor.archive().list();
    }

    /**
     * One page of the runs that a selection wants, as text: {@code type = 'Order' and status in
     * (running, stuck) and customer = 'acme' order by started desc limit 50} (docs/filters.md).
     *
     * @throws dev.reprise.form.Malformed when it cannot be read, with the place
     */
    public Listing list(String selection) {
        return list(Selection.parse(selection));
    }

    /** One page of the runs that a selection wants; {@link Listing#next} is the page behind it. */
    public Listing list(Selection selection) {
        return conductor.archive().list(selection);
    }

    /**
     * How many runs a filter accepts.
     *
     * @throws dev.reprise.form.Malformed when it cannot be read, with the place
     */
    public long count(String filter) {
        return conductor.archive().count(Filter.parse(filter));
    }

    /**
     * The same for all runs that a filter accepts.
     *
     * @throws dev.reprise.form.Malformed when it cannot be read, with the place
     */
    public Batch batch(String filter) {
        return new Batch(this, Filter.parse(filter));
    }

    // ---- Schedules ----

    /**
     * The schedule of this name, whether there is one or not.
     *
     * @throws IllegalArgumentException when it cannot be the name of one
     */
    public ScheduleHandle schedule(String name) {
        return new ScheduleHandle(this, name, "");
    }

    /** The schedules there are, in the order of their names. */
    public List<ScheduleRow> schedules() {
        List<ScheduleRow> rows = new ArrayList<>();
        Optional<Selection> page = Optional.of(Selection.parse(Schedules.OPEN).limit(PAGE));
        while (page.isPresent()) {
            Listing found = list(page.get());
            found.runs().forEach(it -> rows.add(ScheduleRow.of(it.run(), it.attributes())));
            page = found.next();
        }
        return rows;
    }

    /** A run that a schedule is to start. */
    public <I extends @Nullable Object, O extends @Nullable Object> Duty duty(
            Class<? extends Workflow<I, O>> type, I input) {
        WorkflowType<?, ?> registered = conductor.workflow(WorkflowType.nameOf(type));
        PayloadCodec own = registered == null ? codec : registered.codec();
        return Duty.of(WorkflowType.nameOf(type), input == null ? Payload.NONE : own.encode(input));
    }

    // ---- Task queues ----

    /** How the task queues stand that have limits or were paused, in the order of their names. */
    public List<QueueState> queues() {
        return conductor.queues();
    }

    /**
     * From now on no attempt starts in this task queue, until it is resumed, and whichever process
     * has the store; what is due waits. Returns when that is durable.
     */
    public void pauseQueue(String queue) {
        pauseQueue(queue, "");
    }

    /**
     * As {@link #pauseQueue(String)}, but to ask again with the same request id is to ask once,
     * also when it was resumed meanwhile. The last few hundred such ids are known.
     */
    public void pauseQueue(String queue, String requestId) {
        await(conductor.pause(queue, true, requestId));
    }

    /** Attempts start in this task queue again; returns when that is durable. */
    public void resumeQueue(String queue) {
        resumeQueue(queue, "");
    }

    /**
     * As {@link #resumeQueue(String)}, but to ask again with the same request id is to ask once,
     * also when it was paused again meanwhile.
     */
    public void resumeQueue(String queue, String requestId) {
        await(conductor.pause(queue, false, requestId));
    }

    // ---- Dead letters ----

    /** The activities that have failed for good and wait for a person, in all queues. */
    public List<DeadLetter> deadLetters() {
        return conductor.archive().deadLetters();
    }

    /** The activities that have failed for good and wait for a person, in one queue. */
    public List<DeadLetter> deadLetters(String queue) {
        return deadLetters().stream().filter(it -> it.queue().equals(queue)).toList();
    }

    /**
     * Tries an activity anew that waits for a person, with all its retries; returns when that is
     * durable.
     *
     * @throws Refusal when it does not wait for a person
     */
    public void redrive(RunId id, String activityId) {
        redrive(id, activityId, "");
    }

    /**
     * As {@link #redrive(RunId, String)}, but to ask again with the same request id is to ask once,
     * also when it has failed for good again meanwhile.
     */
    public void redrive(RunId id, String activityId, String requestId) {
        await(conductor.redrive(id, activityId, requestId));
    }

    /**
     * Ends an activity that waits for a person as if it had given this; returns when that is
     * durable.
     *
     * @throws Refusal when it does not wait for a person
     */
    public void resolve(RunId id, String activityId, @Nullable Object value) {
        resolve(id, activityId, value, "");
    }

    /**
     * As {@link #resolve(RunId, String, Object)}, but to ask again with the same request id is to
     * ask once.
     */
    public void resolve(RunId id, String activityId, @Nullable Object value, String requestId) {
        var outcome = new Outcome.Completed(encoded(value));
        await(conductor.resolve(id, activityId, outcome, requestId));
    }

    /**
     * Ends an activity that waits for a person as failed; returns when that is durable.
     *
     * @throws Refusal when it does not wait for a person
     */
    public void fail(RunId id, String activityId, Failure failure) {
        fail(id, activityId, failure, "");
    }

    /**
     * As {@link #fail(RunId, String, Failure)}, but to ask again with the same request id is to ask
     * once.
     */
    public void fail(RunId id, String activityId, Failure failure, String requestId) {
        await(conductor.resolve(id, activityId, new Outcome.Failed(failure), requestId));
    }

    // ---- Activities that are completed from outside ----

    /**
     * Ends an attempt as if its code had given this, by its task token; returns when that is
     * durable. To say the same again is to say it once.
     *
     * @throws IllegalArgumentException when it is no token
     * @throws Refusal when nobody waits for that any more
     */
    public void complete(String token, @Nullable Object value) {
        var outcome = new Outcome.Completed(encoded(value));
        await(conductor.complete(TaskToken.parse(token), outcome));
    }

    /**
     * Ends an attempt as failed, by its task token; returns when that is durable. Its policy says
     * what follows.
     *
     * @throws IllegalArgumentException when it is no token
     * @throws Refusal when nobody waits for that any more
     */
    public void fail(String token, Failure failure) {
        await(conductor.complete(TaskToken.parse(token), new Outcome.Failed(failure)));
    }

    /**
     * Says that an attempt goes on, by its task token; returns when that is durable.
     *
     * @param details how far it is: what the next attempt finds; null for nothing
     * @throws IllegalArgumentException when it is no token
     * @throws Refusal when nobody waits for that any more
     */
    public void heartbeat(String token, @Nullable Object details) {
        await(conductor.heartbeat(TaskToken.parse(token), encoded(details)));
    }

    private Payload encoded(@Nullable Object value) {
        return values().one(value);
    }

    /** How values are written where nobody knows the type of the run. */
    Values values() {
        return new Values(codec);
    }

    // ---- Waiting ----

    Conductor conductor() {
        return conductor;
    }

    /** A name that nobody has. */
    String freshName() {
        return ids.get().value();
    }

    /** Where the work of users is done that waits for something. */
    Executor elsewhere() {
        return Thread::startVirtualThread;
    }

    /** Whoever waits for {@code result} keeps a vigil for {@code answer}, of which it is made. */
    <T extends @Nullable Object> CompletableFuture<T> accompanied(
            CompletableFuture<T> result, CompletableFuture<?> answer) {
        return hearing.vigil().accompanied(result, answer);
    }

    /** The answer to something that changes nothing. */
    <T> T answer(Supplier<CompletableFuture<T>> question) {
        return hearing.answer(question);
    }

    <T> T await(CompletableFuture<T> future) {
        return hearing.await(future);
    }

    <T> T await(CompletableFuture<T> future, Duration patience) throws TimeoutException {
        return hearing.await(future, patience);
    }
}
