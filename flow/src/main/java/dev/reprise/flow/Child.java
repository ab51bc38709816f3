package dev.reprise.flow;

import dev.reprise.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A child run that was started.
 *
 * @param <R> what it results in
 */
public final class Child<R extends @Nullable Object> {
    private final Operation.ChildRun operation;

    Child(Operation.ChildRun operation) {
        this.operation = operation;
    }

    /** Which run it is. */
    public RunId runId() {
        return operation.runId;
    }

    /** When it has begun. */
    public Promise<RunId> started() {
        return operation.started;
    }

    /** What it results in. */
    @SuppressWarnings("unchecked")
    public Promise<R> result() {
        return (Promise<R>) operation.promise;
    }

    /** Asks it to cancel. Whether it does, its result will tell. */
    public void cancel(String reason) {
        Unit.acting(operation.run);
        operation.ask(reason);
    }

    /** Sends it a signal. Pauses until that has arrived. */
    public void signal(String name, @Nullable Object... input) {
        new ExternalRun(operation.runId).signal(name, input);
    }
}
