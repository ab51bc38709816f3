package dev.reprise.flow;

import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * An activity, by name, and how it is to be called. Calling it pauses; starting it does not.
 *
 * @param <R> what it gives
 */
public final class Activity<R extends @Nullable Object> {
    private final String type;
    private final Type result;
    private final ActivityOptions options;
    private final boolean local;
    private final String id;

    Activity(String type, Type result, ActivityOptions options, boolean local, String id) {
        this.type = type;
        this.result = result;
        this.options = options;
        this.local = local;
        this.id = id;
    }

    /** The same with other options. */
    public Activity<R> options(ActivityOptions value) {
        return new Activity<>(type, result, value, local, id);
    }

    /** The same as a local activity: it may run before it is recorded, and run again. */
    public Activity<R> local() {
        return new Activity<>(type, result, options, true, id);
    }

    /** The same with an id for the next call, by which the activity can know it again. */
    public Activity<R> id(String value) {
        return new Activity<>(type, result, options, local, value);
    }

    /**
     * Calls it. Pauses until it has ended.
     *
     * @throws ActivityFailed when it failed
     * @throws Cancelled when it was cancelled
     */
    public R call(@Nullable Object... arguments) {
        return callWith(arguments);
    }

    R callWith(@Nullable Object @Nullable [] arguments) {
        Unit unit = Unit.acting();
        return unit.takeWhole(schedule(unit, arguments));
    }

    /** Starts it, and goes on. */
    public Promise<R> start(@Nullable Object... arguments) {
        return schedule(Unit.acting(), arguments);
    }

    @SuppressWarnings("unchecked")
    private Promise<R> schedule(Unit unit, @Nullable Object @Nullable [] arguments) {
        unit.checkCancelled();
        Run run = unit.run;
        var input = run.encodeAll(arguments);
        long seq = run.nextSeq();
        ActivityOptions said = run.optionsOf(seq, options);
        String called = id.isEmpty() ? Long.toString(seq) : id;
        run.emit(
                local
                        ? new Command.ScheduleLocalActivity(seq, unit.id, called, type, input, said)
                        : new Command.ScheduleActivity(seq, unit.id, called, type, input, said));
        var operation = new Operation.Activity(unit, seq, type, result, said.cancellation());
        run.pending.add(operation);
        return (Promise<R>) operation.promise;
    }
}
