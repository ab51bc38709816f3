package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.history.Cancellation;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Something that was asked for by a command and has not been answered yet. */
abstract sealed class Operation {
    final Run run;
    final long seq;
    final UnitId unit;
    final Scope scope;

    private Operation(Unit unit, long seq) {
        this.run = unit.run;
        this.seq = seq;
        this.unit = unit.id;
        this.scope = unit.scope();
    }

    /** Takes in its answer; false when this is no answer to such an operation. */
    abstract boolean resolve(Job.Resolution answer);

    /** The scope in which it was asked for is cancelled. */
    abstract void cancel(String why);

    /** What it is, for people. */
    abstract String describe();

    /** From now on an answer is late, and ignored. */
    final void giveUp() {
        run.pending.giveUp(this);
    }

    static @Nullable Object valueOf(Run run, Outcome.Completed completed, Type type) {
        return completed.value().isNone() ? nothing(type) : run.decode(completed.value(), type);
    }

    /** What stands for no value, as of an activity that was skipped: zero where null cannot be. */
    private static @Nullable Object nothing(Type type) {
        return type instanceof Class<?> simple && simple.isPrimitive() && simple != void.class
                ? Array.get(Array.newInstance(simple, 1), 0)
                : null;
    }

    /** An activity. */
    static final class Activity extends Operation {
        final Promise<@Nullable Object> promise;
        private final String type;
        private final Type result;
        private final Cancellation cancellation;
        private boolean asked;

        Activity(Unit unit, long seq, String type, Type result, Cancellation cancellation) {
            super(unit, seq);
            this.promise = Promise.kept(run);
            this.type = type;
            this.result = result;
            this.cancellation = cancellation;
        }

        @Override
        boolean resolve(Job.Resolution answer) {
            if (!(answer instanceof Job.ActivityResolved(_, var outcome))) {
                return false;
            }
            run.pending.remove(this);
            switch (outcome) {
                case Outcome.Completed completed -> promise.settle(valueOf(run, completed, result));
                case Outcome.Failed(Failure.Cancelled failure) ->
                        promise.breakOff(new Cancelled(failure));
                case Outcome.Failed(var failure) ->
                        promise.breakOff(new ActivityFailed(type, failure));
            }
            return true;
        }

        @Override
        void cancel(String why) {
            if (asked) {
                return;
            }
            asked = true;
            if (cancellation != Cancellation.ABANDON) {
                run.emit(new Command.CancelActivity(run.nextSeq(), unit, seq));
            }
            if (cancellation != Cancellation.WAIT) {
                giveUp();
                promise.breakOff(new Cancelled(why));
            }
        }

        @Override
        String describe() {
            return "activity " + type;
        }
    }

    /** A timer. */
    static final class Timer extends Operation {
        final Promise<@Nullable Void> promise;

        Timer(Unit unit, long seq) {
            super(unit, seq);
            this.promise = Promise.kept(run);
        }

        @Override
        boolean resolve(Job.Resolution answer) {
            if (!(answer instanceof Job.TimerFired)) {
                return false;
            }
            run.pending.remove(this);
            promise.settle(null);
            return true;
        }

        @Override
        void cancel(String why) {
            dismiss();
            promise.breakOff(new Cancelled(why));
        }

        /** It is not needed any more: forgets it, unless it has fired or is forgotten. */
        void dismiss() {
            if (!promise.isDone() && run.pending.contains(this)) {
                run.emit(new Command.CancelTimer(run.nextSeq(), unit, seq));
                giveUp();
            }
        }

        boolean hasFired() {
            return promise.isDone() && !promise.isFailed();
        }

        @Override
        String describe() {
            return "timer";
        }
    }

    /** A child run. */
    static final class ChildRun extends Operation {
        final Promise<RunId> started;
        final Promise<@Nullable Object> promise;
        final RunId runId;
        private final String type;
        private final Type result;
        private final Cancellation cancellation;
        private boolean asked;

        ChildRun(
                Unit unit,
                long seq,
                RunId runId,
                String type,
                Type result,
                Cancellation cancellation) {
            super(unit, seq);
            this.started = Promise.kept(run);
            this.promise = Promise.kept(run);
            this.runId = runId;
            this.type = type;
            this.result = result;
            this.cancellation = cancellation;
        }

        @Override
        boolean resolve(Job.Resolution answer) {
            return switch (answer) {
                case Job.ChildStarted(_, var id) -> started.settle(id);
                case Job.ChildNotStarted(_, var failure) -> {
                    run.pending.remove(this);
                    var why = new ChildFailed(type, runId, failure);
                    promise.breakOff(why);
                    yield started.breakOff(why);
                }
                case Job.ChildResolved(_, var outcome) -> {
                    run.pending.remove(this);
                    settle(outcome);
                    yield true;
                }
                default -> false;
            };
        }

        private void settle(Outcome outcome) {
            started.settle(runId);
            switch (outcome) {
                case Outcome.Completed completed -> promise.settle(valueOf(run, completed, result));
                case Outcome.Failed(Failure.Cancelled failure) ->
                        promise.breakOff(new Cancelled(failure));
                case Outcome.Failed(var failure) ->
                        promise.breakOff(new ChildFailed(type, runId, failure));
            }
        }

        @Override
        void cancel(String why) {
            if (cancellation != Cancellation.ABANDON) {
                ask(why);
            }
            if (cancellation != Cancellation.WAIT && !promise.isDone()) {
                giveUp();
                var cancelled = new Cancelled(why);
                started.breakOff(cancelled);
                promise.breakOff(cancelled);
            }
        }

        /** Asks the child to cancel, once, unless it has ended. */
        void ask(String why) {
            if (!asked && !promise.isDone()) {
                asked = true;
                run.emit(new Command.CancelChild(run.nextSeq(), unit, seq, why));
            }
        }

        @Override
        String describe() {
            return "child run " + runId + " of " + type;
        }
    }

    /** A message to another run. */
    static final class External extends Operation {
        final Promise<@Nullable Void> promise;
        private final String what;
        private final RunId target;

        External(Unit unit, long seq, String what, RunId target) {
            super(unit, seq);
            this.promise = Promise.kept(run);
            this.what = what;
            this.target = target;
        }

        @Override
        boolean resolve(Job.Resolution answer) {
            if (!(answer instanceof Job.ExternalResolved(_, var outcome))) {
                return false;
            }
            run.pending.remove(this);
            switch (outcome) {
                case Outcome.Completed _ -> promise.settle(null);
                case Outcome.Failed(var failure) ->
                        promise.breakOff(new ExternalFailed(what, target, failure));
            }
            return true;
        }

        @Override
        void cancel(String why) {
            giveUp();
            promise.breakOff(new Cancelled(why));
        }

        @Override
        String describe() {
            return what + " to run " + target;
        }
    }
}
