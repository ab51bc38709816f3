package dev.reprise.flow;

import dev.reprise.UnitId;
import dev.reprise.flow.unit.Strand;
import dev.reprise.flow.unit.Unwinding;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One strand of a run's code: the root, a branch, an async unit, a handler. It runs when {@link
 * Rounds} gives it a step, until it parks or ends.
 */
final class Unit implements Runnable, Promise.Listener {
    /**
     * Who the current thread speaks for: a unit on the unit's own thread, a run on the thread that
     * evaluates its conditions. A thread that workflow code starts inherits it, so that its calls
     * can be told apart from those of nobody.
     */
    private static final InheritableThreadLocal<Object> SPEAKER = new InheritableThreadLocal<>();

    /** What the code that runs at the moment may call. */
    enum Freedom {
        /** Everything. */
        ALL,
        /** What neither pauses nor decides: in conditions, queries and validators. */
        READING,
        /** Nothing: in state updates. */
        NOTHING,
        /** Nothing, because the run continues as another, and the code has only to leave. */
        LEAVING
    }

    /** Who is told, by the driver, that a unit has ended. */
    interface Ending {
        void ended(Unit unit);
    }

    final Run run;
    final UnitId id;
    final Strand strand;
    private final Body<?> code;
    private final Ending ending;

    private Scope scope;
    private Freedom freedom = Freedom.ALL;
    private int branches;
    private int asyncs;

    /** Its place among the live units of the run, which {@link Run} keeps. */
    int place = -1;

    /** Whether it will get a step, which {@link Rounds} keeps. */
    boolean runnable;

    private boolean begun;
    private @Nullable Object waitsFor;
    private @Nullable BooleanSupplier condition;
    private boolean cancellable;

    /** Whether its code was told that the run is cancelled. */
    private boolean heard;

    private @Nullable Throwable wakeWith;
    private @Nullable Object value;
    private @Nullable Throwable thrown;

    Unit(Run run, UnitId id, Scope scope, Body<?> code, Ending ending) {
        this.run = run;
        this.id = id;
        this.scope = scope;
        this.code = code;
        this.ending = ending;
        this.strand = run.strands().strand(this);
    }

    /** The same, for code that may only read: a query or a validator. */
    static Unit reader(Run run, Body<?> code) {
        var unit = new Unit(run, UnitId.ROOT, run.rootScope(), code, _ -> {});
        unit.freedom = Freedom.READING;
        return unit;
    }

    // ---- Who calls ----

    /** The unit whose code calls, for something that decides or pauses. */
    static Unit acting() {
        if (SPEAKER.get() instanceof Unit unit
                && unit.freedom == Freedom.ALL
                && unit.run.isRunning(unit)
                && unit.strand.isCurrent()) {
            return unit;
        }
        throw Turns.refused(SPEAKER.get());
    }

    /** As {@link #acting()}, for what belongs to {@code run}. */
    static Unit acting(Run run) {
        Unit unit = acting();
        if (unit.run != run) {
            throw Turns.foreign(unit, run);
        }
        return unit;
    }

    /** The unit whose code calls, for something that only reads. */
    static Unit reading() {
        Object speaker = SPEAKER.get();
        if (speaker instanceof Unit unit
                && unit.freedom.compareTo(Freedom.READING) <= 0
                && unit.run.isRunning(unit)
                && unit.strand.isCurrent()) {
            return unit;
        }
        if (speaker instanceof Run run) {
            Unit observed = run.rounds.observed();
            if (observed != null) {
                return observed;
            }
        }
        throw Turns.refused(speaker);
    }

    /** From now on this thread, which drives, speaks for {@code run} while conditions are read. */
    static @Nullable Object speakFor(@Nullable Object run) {
        Object before = SPEAKER.get();
        if (run == null) {
            SPEAKER.remove();
        } else {
            SPEAKER.set(run);
        }
        return before;
    }

    /** Runs a piece of code and then gives something back, unless all is being thrown away. */
    static <T extends @Nullable Object> T releasing(Body<T> body, Runnable release) {
        try {
            return body.run();
        } catch (Exception e) {
            throw Rethrown.as(e);
        } finally {
            if (!(SPEAKER.get() instanceof Unit unit && unit.strand.isUnwinding())) {
                release.run();
            }
        }
    }

    // ---- The code ----

    @Override
    public void run() {
        begun = true;
        SPEAKER.set(this);
        try {
            value = code.run();
        } catch (Throwable e) {
            thrown = e;
        }
    }

    /** Driver: it has ended. */
    void end() {
        ending.ended(this);
    }

    /** What its code gave, once it has ended without throwing. */
    @Nullable Object value() {
        return value;
    }

    /** What its code threw, or null. */
    @Nullable Throwable thrown() {
        return thrown;
    }

    // ---- Children ----

    UnitId nextBranch() {
        return id.child(UnitId.Kind.PARALLEL, branches++);
    }

    UnitId nextAsync() {
        return id.child(UnitId.Kind.ASYNC, asyncs++);
    }

    // ---- Scopes and freedom ----

    Scope scope() {
        return scope;
    }

    /** Throws when what surrounds the code is cancelled. */
    void checkCancelled() {
        String why = scope.why();
        if (why != null) {
            throw heard(new Cancelled(why));
        }
    }

    /**
     * Throws when what surrounds the code is cancelled, unless it knows of that: something else may
     * have ended its waiting at the same moment.
     */
    void checkNews() {
        if (!heard) {
            checkCancelled();
        }
    }

    /** Whether what surrounds the code is cancelled; from now on it knows. */
    boolean isCancelled() {
        heard |= run.rootScope().isCancelledItself();
        return scope.isCancelled();
    }

    private <T extends Throwable> T heard(T thrown) {
        heard |= thrown instanceof Cancelled && run.rootScope().isCancelledItself();
        return thrown;
    }

    private <T extends @Nullable Object> T valueOf(Promise<T> promise) {
        Throwable failure = promise.failureNow();
        if (failure != null) {
            throw Rethrown.as(heard(failure));
        }
        return promise.valueNow();
    }

    <T extends @Nullable Object> T inScope(Scope inner, Body<T> body) {
        Scope outer = scope;
        scope = inner;
        try {
            return body.run();
        } catch (Exception e) {
            throw Rethrown.as(e);
        } finally {
            scope = outer;
        }
    }

    <T extends @Nullable Object> T with(Freedom less, Body<T> body) {
        Freedom before = freedom;
        freedom = less;
        try {
            return body.run();
        } catch (Exception e) {
            throw Rethrown.as(e);
        } finally {
            freedom = before;
        }
    }

    Freedom freedom() {
        return freedom;
    }

    /** From now on every call only reminds the code to leave. */
    void leave() {
        freedom = Freedom.LEAVING;
    }

    // ---- Waiting ----

    /** The value of a promise; waiting for it can be cancelled. */
    <T extends @Nullable Object> T take(Promise<T> promise) {
        if (!promise.isDone()) {
            checkCancelled();
            waitFor(promise, true);
        }
        return valueOf(promise);
    }

    /** The value of a promise that is settled by cancelling what it is of. */
    <T extends @Nullable Object> T takeWhole(Promise<T> promise) {
        if (!promise.isDone()) {
            waitFor(promise, false);
        }
        return valueOf(promise);
    }

    private void waitFor(Promise<?> promise, boolean mayBeCancelled) {
        promise.listen(this);
        park(promise, mayBeCancelled);
    }

    @Override
    public void settled(Promise<?> promise) {
        if (waitsFor == promise || condition != null) {
            run.rounds.wake(this);
        }
    }

    /** Waits until the condition holds, or, when there is one, until the limit is reached. */
    boolean await(BooleanSupplier until, @Nullable Duration limit) {
        if (holds(until)) {
            return true;
        }
        if (limit != null && limit.isZero()) {
            return false;
        }
        checkCancelled();
        Operation.Timer timer = limit == null ? null : run.startTimer(this, limit);
        try {
            return waitUntil(until, timer);
        } finally {
            if (timer != null) {
                timer.promise.forget(this);
                timer.dismiss();
            }
        }
    }

    /** Waits until the condition holds or the timer fires; the timer is the caller's. */
    boolean waitUntil(BooleanSupplier until, Operation.@Nullable Timer timer) {
        condition = until;
        try {
            if (timer != null) {
                timer.promise.listen(this);
            }
            do {
                checkCancelled();
                run.rounds.watch(this);
                park(until, true);
            } while (!holds(until) && (timer == null || !timer.promise.isDone()));
            return holds(until);
        } finally {
            run.rounds.unwatch(this);
            condition = null;
        }
    }

    private boolean holds(BooleanSupplier until) {
        Freedom before = freedom;
        freedom = Freedom.READING;
        try {
            return until.getAsBoolean();
        } finally {
            freedom = before;
        }
    }

    /** Driver: whether the condition it waits for holds now; one that throws wakes it too. */
    boolean isDue() {
        try {
            return condition != null && condition.getAsBoolean();
        } catch (Throwable e) {
            wakeWith = e;
            return true;
        }
    }

    /** Gives the other runnable units their step first. */
    void yieldStep() {
        checkCancelled();
        run.rounds.wake(this);
        park("its next step", false);
    }

    private void park(Object reason, boolean mayBeCancelled) {
        waitsFor = reason;
        cancellable = mayBeCancelled;
        strand.pause();
        waitsFor = null;
        Throwable with = wakeWith;
        if (with != null) {
            wakeWith = null;
            throw Rethrown.as(heard(with));
        }
    }

    /** What it waits for; null when it does not. */
    @Nullable Object waitsFor() {
        return waitsFor;
    }

    /** Driver: ends its waiting, if {@code cancelled} is around it and nothing else ended it. */
    void cancelWaiting(Scope cancelled, String why) {
        if (waitsFor != null && cancellable && !runnable && cancelled.covers(scope)) {
            if (waitsFor instanceof Promise<?> promise) {
                promise.forget(this);
            }
            wakeWith = new Cancelled(why);
            run.rounds.wake(this);
        }
    }

    /** Whether it handles a message. */
    boolean isHandler() {
        return !id.isRoot() && id.kind() == UnitId.Kind.HANDLER;
    }

    /** Whether its code has had a step. */
    boolean hasBegun() {
        return begun;
    }

    /** Whether what its code threw is only that it is being thrown away. */
    boolean wasUnwound() {
        return thrown instanceof Unwinding;
    }
}
