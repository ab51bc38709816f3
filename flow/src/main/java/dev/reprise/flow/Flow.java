package dev.reprise.flow;

import dev.reprise.Check;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Command;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the code of a workflow calls. Everything here gives the same answer when the run is
 * replayed.
 *
 * <p>Calls that <b>pause</b> end the step of the unit that makes them; other units go on. They
 * throw {@link Cancelled} when the scope they are made in is, or gets, cancelled. The other calls
 * return at once.
 */
public final class Flow {
    private Flow() {}

    // ---- Activities ----

    /** The activities of an interface: calling a method pauses until the activity has ended. */
    public static <T> T activity(Class<T> type) {
        return activity(type, ActivityOptions.UNSAID);
    }

    /** The activities of an interface, called with these options. */
    public static <T> T activity(Class<T> type, ActivityOptions options) {
        return Stubs.of(type, options, false);
    }

    /** As {@link #activity(Class, ActivityOptions)}, as local activities. */
    public static <T> T localActivity(Class<T> type, ActivityOptions options) {
        return Stubs.of(type, options, true);
    }

    /** An activity by name. */
    public static <R extends @Nullable Object> Activity<R> activity(String type, Class<R> result) {
        return new Activity<>(type, result, ActivityOptions.UNSAID, false, "");
    }

    // ---- Time and waiting ----

    /** Pauses for this long, durably. */
    public static void sleep(Duration duration) {
        Check.argument(!duration.isNegative(), "nobody sleeps a negative time: %s", duration);
        Unit unit = Unit.acting();
        unit.checkCancelled();
        unit.takeWhole(unit.run.startTimer(unit, duration).promise);
    }

    /** Pauses until the condition holds. It is evaluated often, and must only read. */
    public static void await(BooleanSupplier condition) {
        Unit.acting().await(condition, null);
    }

    /** Pauses until the condition holds, at most for this long; whether it holds. */
    public static boolean await(Duration limit, BooleanSupplier condition) {
        Check.argument(!limit.isNegative(), "nobody waits a negative time: %s", limit);
        return Unit.acting().await(condition, limit);
    }

    /** Gives the other runnable units their step first. */
    @SuppressWarnings("NamedLikeContextualKeyword") // always called as Flow.yield()
    public static void yield() {
        Unit.acting().yieldStep();
    }

    /** Pauses until a signal of this name is there that nothing else handles. */
    public static <T extends @Nullable Object> T signal(String name, Class<T> type) {
        Unit unit = Unit.acting();
        return signal(unit, type, Signals.next(unit, name));
    }

    /** As {@link #signal(String, Class)}, but at most for this long; empty when none came. */
    public static <T> Optional<T> signal(String name, Class<T> type, Duration limit) {
        Unit unit = Unit.acting();
        return Signals.next(unit, name, limit).map(input -> signal(unit, type, input));
    }

    private static <T extends @Nullable Object> T signal(
            Unit unit, Class<T> type, List<Payload> input) {
        return Signals.value(unit, type, input);
    }

    // ---- Units ----

    /**
     * Runs branches beside each other; their values in order. One that fails cancels the others.
     */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T extends @Nullable Object> List<T> parallel(Body<? extends T>... branches) {
        return parallel(List.of(branches));
    }

    /**
     * Runs branches beside each other; their values in order. One that fails cancels the others.
     */
    public static <T extends @Nullable Object> List<T> parallel(
            List<? extends Body<? extends T>> branches) {
        return Branches.<T>run(Branches.Cancelling.AFTER_FAILURE, branches).values();
    }

    /** Runs branches beside each other, all of them to their end, and says how each ended. */
    public static <T extends @Nullable Object> List<Settled<T>> parallelSettled(
            List<? extends Body<? extends T>> branches) {
        return Branches.<T>run(Branches.Cancelling.NEVER, branches).settled();
    }

    /** Runs branches beside each other; the first that ends decides, and cancels the others. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T extends @Nullable Object> T race(Body<? extends T>... branches) {
        Check.argument(branches.length > 0, "a race needs at least one branch");
        return Branches.<T>run(Branches.Cancelling.AFTER_FIRST, List.of(branches)).winner();
    }

    /** Starts a unit beside this one, and goes on. */
    public static <T extends @Nullable Object> Promise<T> async(Body<T> body) {
        Unit unit = Unit.acting();
        Promise<T> promise = Promise.kept(unit.run);
        unit.run.spawn(
                unit.nextAsync(),
                unit.scope(),
                body,
                ended -> {
                    if (ended.thrown() == null) {
                        promise.settleUnchecked(ended.value());
                    } else {
                        promise.breakOff(ended.thrown());
                    }
                });
        return promise;
    }

    /** A promise that the code of the workflow completes. */
    public static <T extends @Nullable Object> Promise<T> promise() {
        return Promise.open(Unit.acting().run);
    }

    /** A mutex for the units of this run. */
    public static Mutex mutex() {
        return new Mutex(Unit.acting().run);
    }

    /** A semaphore for the units of this run. */
    public static Semaphore semaphore(int permits) {
        return new Semaphore(Unit.acting().run, permits);
    }

    /** A channel between the units of this run; with capacity 0 sender and receiver meet. */
    public static <T> Channel<T> channel(int capacity) {
        return new Channel<>(Unit.acting().run, capacity);
    }

    /** A part of this workflow that is driven by messages. */
    public static <S extends @Nullable Object> Phase<S> phase(S state) {
        return new Phase<>(Unit.acting(), state);
    }

    // ---- Cancellation ----

    /** A scope inside the current one, which can be cancelled by itself. */
    public static Scope scope() {
        Unit unit = Unit.acting();
        return new Scope(unit.run, unit.scope(), false);
    }

    /** Runs a piece of code that cancelling the run does not reach: to clean up. */
    public static <T extends @Nullable Object> T nonCancellable(Body<T> body) {
        Unit unit = Unit.acting();
        return unit.inScope(new Scope(unit.run, unit.scope(), true), body);
    }

    /** Whether the code that asks is cancelled. */
    public static boolean cancelled() {
        return Unit.reading().isCancelled();
    }

    /**
     * Runs a piece of code that must end in time.
     *
     * @throws TimedOut when it does not; it was cancelled then
     */
    public static <T extends @Nullable Object> T withTimeout(Duration limit, Body<T> body) {
        Check.argument(limit.isPositive(), "the limit must be positive: %s", limit);
        return Deadline.run(Unit.acting(), limit, body);
    }

    /** Carries out steps that say how to undo them, and undoes them when one fails. */
    public static <T extends @Nullable Object> T saga(Saga.Steps<T> steps) {
        Unit.acting();
        return Saga.run(steps);
    }

    // ---- Other runs ----

    /** A workflow to be run as a child, by name. */
    public static <R extends @Nullable Object> ChildWorkflow<R> child(
            String type, Class<R> result) {
        return new ChildWorkflow<>(type, result, ChildOptions.UNSAID, null);
    }

    /** A workflow to be run as a child. */
    public static <I extends @Nullable Object, O extends @Nullable Object> ChildWorkflow<O> child(
            Class<? extends Workflow<I, O>> type) {
        return new ChildWorkflow<>(
                WorkflowType.nameOf(type), WorkflowShape.output(type), ChildOptions.UNSAID, null);
    }

    /** Another run, to send it something. */
    public static ExternalRun external(RunId runId) {
        Unit.acting();
        return new ExternalRun(runId);
    }

    /** Ends this run, and goes on as a new one of the same type. Only the root unit may. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // it never returns
    public static <T extends @Nullable Object> T continueAsNew(@Nullable Object... input) {
        return continueAsNew("", RunOptions.UNSAID, input);
    }

    /**
     * Ends this run, and goes on as a new one. Only the root unit may.
     *
     * @param type the type of the new run; empty for the same
     * @throws Cancelled when the run is cancelled, and the code was not told: the new one would not
     *     know. Who was told may go on all the same
     */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public static <T extends @Nullable Object> T continueAsNew(
            String type, RunOptions options, @Nullable Object... input) {
        Unit unit = Unit.acting();
        Check.state(unit.id.isRoot(), "only the root unit continues as new, not %s", unit.id);
        unit.checkNews();
        Run run = unit.run;
        String next = type.isEmpty() ? run.info().workflowType() : type;
        run.endWith(new End.Continued(next, run.encodeAll(input), options));
        unit.leave();
        throw new ContinuedAsNew();
    }

    // ---- What does not pause ----

    /** The time; it stands still while a step runs. */
    public static Instant now() {
        return Unit.reading().run.now();
    }

    /** Random numbers, the same on every replay. */
    public static RandomGenerator random() {
        return new FlowRandom(Unit.acting().run);
    }

    /** A random UUID, the same on every replay. */
    public static UUID uuid() {
        var random = Unit.acting().run.random();
        long high = (random.next() & ~0xF000L) | 0x4000L;
        long low = (random.next() & ~(3L << 62)) | (1L << 63);
        return new UUID(high, low);
    }

    /** What this run may know about itself. */
    public static RunFacts info() {
        return Unit.reading().run.info();
    }

    /**
     * How many handlers of signals and updates have not ended; one that asks counts, too. A handler
     * that is in the middle of something when its run ends, or continues as new, is cut off: {@code
     * Flow.await(() -> Flow.handlersUnderWay() == 0)} waits for all of them.
     */
    public static int handlersUnderWay() {
        return Unit.reading().run.handlersUnderWay().size();
    }

    /** A logger that is silent on replay. */
    public static System.Logger logger() {
        return FlowLogger.INSTANCE;
    }

    /** Publishes a value under a name: queries of that name read it without running any code. */
    public static void publish(String name, @Nullable Object value) {
        Run run = Unit.acting().run;
        run.publish(dev.reprise.Text.name("a published name", name), run.encode(value));
    }

    /** Sets one search attribute of this run; null removes it. */
    public static void searchAttribute(String name, @Nullable Object value) {
        Unit unit = Unit.acting();
        searchAttributes(List.of(new SearchAttribute(name, unit.run.encode(value))));
    }

    /** Sets search attributes of this run. */
    public static void searchAttributes(List<SearchAttribute> attributes) {
        Unit unit = Unit.acting();
        unit.run.emit(new Command.UpsertSearchAttributes(unit.run.nextSeq(), unit.id, attributes));
    }

    /**
     * A value from outside, taken once and recorded: replay gives the recorded one. The code that
     * gives it must not block and may run again after a crash.
     *
     * @param type what kind of value it is
     */
    public static <T extends @Nullable Object> T sideEffect(
            String type, Class<T> result, Supplier<T> code) {
        Unit unit = Unit.acting();
        Run run = unit.run;
        long seq = run.nextSeq();
        Payload value;
        if (run.isReplaying()) {
            Payload recorded = run.recalled().value(seq);
            if (recorded == null) {
                String message = SideEffects.notRecorded(unit, seq, type);
                run.fail(ActivationKind.NONDETERMINISM, message);
                throw new Violation(message);
            }
            value = recorded;
        } else {
            try {
                value = run.encode(unit.with(Unit.Freedom.READING, code::get));
            } catch (Exception e) {
                String message = SideEffects.threw(unit, type, e);
                run.fail(ActivationKind.VIOLATION, message);
                throw new Violation(message);
            }
        }
        run.emit(new Command.RecordSideEffect(seq, unit.id, type, value));
        return Signals.value(unit, result, List.of(value));
    }

    /** Whether the new path is to be taken: not in runs that were on the old one before. */
    public static boolean patched(String id) {
        Unit unit = Unit.acting();
        return unit.run.patches().has(unit, id);
    }

    /** Says that the old path of a patch is gone from the code. */
    public static void deprecatePatch(String id) {
        Unit unit = Unit.acting();
        unit.run.patches().deprecate(unit, id);
    }
}
