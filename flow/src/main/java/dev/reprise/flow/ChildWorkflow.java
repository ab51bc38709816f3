package dev.reprise.flow;

import dev.reprise.RunId;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.Command;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A workflow to be run as a child, and how. Calling it pauses; starting it does not.
 *
 * @param <R> what it results in
 */
public final class ChildWorkflow<R extends @Nullable Object> {
    private final String type;
    private final Type result;
    private final ChildOptions options;
    private final @Nullable RunId id;

    ChildWorkflow(String type, Type result, ChildOptions options, @Nullable RunId id) {
        this.type = type;
        this.result = result;
        this.options = options;
        this.id = id;
    }

    /** The same with other options. */
    public ChildWorkflow<R> options(ChildOptions value) {
        return new ChildWorkflow<>(type, result, value, id);
    }

    /** The same with an id for the next child. */
    public ChildWorkflow<R> id(RunId value) {
        return new ChildWorkflow<>(type, result, options, value);
    }

    /**
     * Runs it. Pauses until it has ended.
     *
     * @throws ChildFailed when it failed or could not be started
     * @throws Cancelled when it was cancelled
     */
    public R call(@Nullable Object... input) {
        Unit unit = Unit.acting();
        return unit.takeWhole(begin(unit, input).result());
    }

    /** Starts it, and goes on. */
    public Child<R> start(@Nullable Object... input) {
        return begin(Unit.acting(), input);
    }

    private Child<R> begin(Unit unit, @Nullable Object[] input) {
        unit.checkCancelled();
        Run run = unit.run;
        var payloads = run.encodeAll(input);
        long seq = run.nextSeq();
        RunId called = id != null ? id : run.childId(seq);
        ChildOptions said = run.optionsOf(seq, options);
        run.emit(new Command.StartChild(seq, unit.id, called, type, payloads, said));
        var operation =
                new Operation.ChildRun(unit, seq, called, type, result, said.cancellation());
        run.pending.add(operation);
        return new Child<>(operation);
    }
}
