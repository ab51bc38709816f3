package dev.reprise.flow;

import dev.reprise.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value that will be there later, or the reason why it will not. It belongs to one run, and is
 * settled once.
 *
 * @param <T> the type of the value
 */
public final class Promise<T extends @Nullable Object> {
    private enum Open {
        OPEN
    }

    /** Who wants to know when a promise is settled. */
    interface Listener {
        void settled(Promise<?> promise);
    }

    /** Why there is no value; told apart from a value that happens to be an exception. */
    private record Broken(Throwable why) {}

    private final Run run;
    private final boolean ours;
    private @Nullable Object result = Open.OPEN;
    private @Nullable Object listeners;

    private Promise(Run run, boolean ours) {
        this.run = run;
        this.ours = ours;
    }

    /** A promise that the machine settles. */
    static <T extends @Nullable Object> Promise<T> kept(Run run) {
        return new Promise<>(run, true);
    }

    /** A promise that the code of the workflow settles. */
    static <T extends @Nullable Object> Promise<T> open(Run run) {
        return new Promise<>(run, false);
    }

    /**
     * The value. Pauses until it is there.
     *
     * @throws Cancelled when the waiting is cancelled; that does not touch what the promise is of
     */
    public T get() {
        return Unit.acting(run).take(this);
    }

    /**
     * The value, if it comes in time.
     *
     * @throws TimedOut when it does not; that does not touch what the promise is of
     */
    public T get(Duration limit) {
        if (!Unit.acting(run).await(this::isDone, limit)) {
            throw new TimedOut(limit);
        }
        return valueNow();
    }

    /** Whether it is settled, with a value or without. */
    public boolean isDone() {
        return result != Open.OPEN;
    }

    /** Whether there will be no value. */
    public boolean isFailed() {
        return result instanceof Broken;
    }

    /** Settles a promise of {@link Flow#promise()}; false when it was settled before. */
    public boolean complete(T value) {
        checkSettledByCode();
        return settle(value);
    }

    /** Settles a promise of {@link Flow#promise()} without a value; false when it was before. */
    public boolean fail(RuntimeException why) {
        checkSettledByCode();
        return breakOff(why);
    }

    private void checkSettledByCode() {
        Unit.acting(run);
        Check.state(!ours, "only what Flow.promise() made is completed by the workflow's code");
    }

    /** The values of all, in this order, when all are there; the first failure otherwise. */
    public static <T extends @Nullable Object> Promise<List<T>> allOf(List<Promise<T>> promises) {
        return Gathering.of(promises, promises.size(), true);
    }

    /** The value that is there first; a failure only when all failed. */
    public static <T extends @Nullable Object> Promise<T> anyOf(List<Promise<T>> promises) {
        Check.argument(!promises.isEmpty(), "any of nothing never comes");
        Promise<List<T>> first = Gathering.of(promises, 1, false);
        Promise<T> any = kept(first.run);
        first.listen(
                _ -> {
                    if (first.result instanceof Broken(var why)) {
                        any.breakOff(why);
                    } else {
                        any.settle(first.valueNow().getFirst());
                    }
                });
        return any;
    }

    /** The first {@code n} values, in the order in which they came; a failure when too few can. */
    public static <T extends @Nullable Object> Promise<List<T>> nOf(
            int n, List<Promise<T>> promises) {
        Check.argument(n >= 1 && n <= promises.size(), "%d of %d never come", n, promises.size());
        return Gathering.of(promises, n, false);
    }

    Run owner() {
        return run;
    }

    boolean settle(T value) {
        return settleAs(value);
    }

    /** As {@link #settle}, where only the caller knows that the type is right. */
    boolean settleUnchecked(@Nullable Object value) {
        return settleAs(value);
    }

    boolean breakOff(Throwable why) {
        return settleAs(new Broken(why));
    }

    private boolean settleAs(@Nullable Object value) {
        if (result != Open.OPEN) {
            return false;
        }
        result = value;
        Object heard = listeners;
        listeners = null;
        if (heard instanceof Listener one) {
            one.settled(this);
        } else if (heard instanceof List<?> many) {
            for (Object each : many) {
                ((Listener) each).settled(this);
            }
        }
        return true;
    }

    /** Whether somebody still wants to know when it is settled. */
    boolean isAwaited() {
        return listeners != null;
    }

    /** Tells {@code listener} when it is settled: at once when it is. */
    void listen(Listener listener) {
        if (result != Open.OPEN) {
            listener.settled(this);
        } else if (listeners == null) {
            listeners = listener;
        } else if (listeners instanceof Listener one) {
            var many = new ArrayList<Object>();
            many.add(one);
            many.add(listener);
            listeners = many;
        } else {
            @SuppressWarnings("unchecked")
            var many = (List<Object>) listeners;
            many.add(listener);
        }
    }

    /** No longer tells {@code listener}. */
    void forget(Listener listener) {
        if (listeners != null && listeners.equals(listener)) {
            listeners = null;
        } else if (listeners instanceof List<?> many) {
            many.remove(listener);
        }
    }

    /** The value of a promise that is settled. */
    @SuppressWarnings({"unchecked", "NullAway"}) // null is a value where T says so
    T valueNow() {
        Object settled = result;
        if (settled instanceof Broken(var why)) {
            throw Rethrown.as(why);
        }
        return (T) settled;
    }

    /** Why there is no value, of a promise that is settled; null when there is one. */
    @Nullable Throwable failureNow() {
        return result instanceof Broken(var why) ? why : null;
    }
}
