package dev.reprise.flow;

import dev.reprise.Check;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A part of a workflow that is driven by messages: it has a state, handlers that change it, and a
 * condition on which it ends. Handlers without {@code Async} in their name run one after the other,
 * in the order in which their messages came, even when they pause; the others overlap.
 *
 * <p>Messages that came before the phase was opened and that nobody handled are handled first. When
 * the condition holds, or the time is up, the phase takes no more messages, and ends when its
 * handlers have.
 *
 * @param <S> the type of the state, which should be immutable
 */
public final class Phase<S extends @Nullable Object> {
    /** Handles a signal. */
    @FunctionalInterface
    public interface SignalCode<S extends @Nullable Object, T extends @Nullable Object> {
        /** Handles it. */
        void handle(Phase<S> phase, T message) throws Exception;
    }

    /** Handles an update. */
    @FunctionalInterface
    public interface UpdateCode<
            S extends @Nullable Object, T extends @Nullable Object, R extends @Nullable Object> {
        /** Handles it, and answers. */
        R handle(Phase<S> phase, T message) throws Exception;
    }

    /** Turns updates away. */
    @FunctionalInterface
    public interface Validator<S extends @Nullable Object, T extends @Nullable Object> {
        /** Throws when the update must not be let in. */
        void check(S state, T message) throws Exception;
    }

    /**
     * How a phase ended.
     *
     * @param timedOut whether its time was up before its condition held
     */
    public record Result<S extends @Nullable Object>(S state, boolean timedOut) {}

    private final Run run;
    private final List<Handler> signals = new ArrayList<>();
    private final List<Handler> updates = new ArrayList<>();
    private final ArrayDeque<Unit> waiting = new ArrayDeque<>(2);
    private Scope scope;
    private S state;
    private @Nullable Duration limit;
    private @Nullable Unit serving;
    private int handling;
    private boolean opened;
    private @Nullable Throwable broken;

    Phase(Unit opener, S state) {
        this.run = opener.run;
        this.scope = new Scope(run, opener.scope(), false);
        this.state = state;
    }

    /** Signals of this name are handled one after the other. */
    public <T extends @Nullable Object> Phase<S> onSignal(
            String name, Class<T> type, SignalCode<S, T> code) {
        return with(signals, signal(name, type, code, true));
    }

    /** Each signal of this name is handled as soon as it comes. */
    public <T extends @Nullable Object> Phase<S> onSignalAsync(
            String name, Class<T> type, SignalCode<S, T> code) {
        return with(signals, signal(name, type, code, false));
    }

    private <T extends @Nullable Object> Handler signal(
            String name, Class<T> type, SignalCode<S, T> code, boolean sync) {
        return handler(
                name,
                type,
                (_, arguments) -> {
                    code.handle(this, Phase.<T>first(arguments));
                    return null;
                },
                null,
                sync);
    }

    /** Updates of this name are handled one after the other. */
    public <T extends @Nullable Object, R extends @Nullable Object> Phase<S> onUpdate(
            String name, Class<T> type, UpdateCode<S, T, R> code) {
        return onUpdate(name, type, (_, _) -> {}, code);
    }

    /** Updates of this name that are valid are handled one after the other. */
    public <T extends @Nullable Object, R extends @Nullable Object> Phase<S> onUpdate(
            String name, Class<T> type, Validator<S, T> validator, UpdateCode<S, T, R> code) {
        return with(updates, update(name, type, validator, code, true));
    }

    /** Each update of this name that is valid is handled as soon as it comes. */
    public <T extends @Nullable Object, R extends @Nullable Object> Phase<S> onUpdateAsync(
            String name, Class<T> type, Validator<S, T> validator, UpdateCode<S, T, R> code) {
        return with(updates, update(name, type, validator, code, false));
    }

    private <T extends @Nullable Object, R extends @Nullable Object> Handler update(
            String name,
            Class<T> type,
            Validator<S, T> validator,
            UpdateCode<S, T, R> code,
            boolean sync) {
        return handler(
                name,
                type,
                (_, arguments) -> code.handle(this, Phase.<T>first(arguments)),
                (_, arguments) -> {
                    validator.check(state, Phase.<T>first(arguments));
                    return null;
                },
                sync);
    }

    private Handler handler(
            String name,
            Class<?> type,
            Handler.Code code,
            Handler.@Nullable Code validator,
            boolean sync) {
        List<Type> parameters = type == Void.class ? List.of() : List.of(type);
        return new Handler(name, parameters, code, validator, this, sync);
    }

    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
    private static <T extends @Nullable Object> T first(@Nullable Object[] arguments) {
        return (T) (arguments.length == 0 ? null : arguments[0]);
    }

    private Phase<S> with(List<Handler> handlers, Handler handler) {
        Unit.acting(run);
        Check.state(!opened, "a phase that is open takes no more handlers");
        Check.argument(
                find(handlers, handler.name()) == null,
                "the phase handles %s already",
                handler.name());
        handlers.add(handler);
        return this;
    }

    /** The phase ends when this time is up, whether its condition holds or not. */
    public Phase<S> timeout(Duration value) {
        Check.argument(value.isPositive(), "the time of a phase must be positive: %s", value);
        limit = value;
        return this;
    }

    /** Opens the phase, and pauses until it has ended. */
    public Result<S> until(Predicate<S> done) {
        Unit unit = Unit.acting(run);
        Check.state(!opened, "a phase is opened once");
        unit.checkCancelled();
        opened = true;
        scope = new Scope(run, unit.scope(), false);
        run.inbox.open(this);
        Operation.Timer timer = limit == null ? null : run.startTimer(unit, limit);
        boolean held = false;
        try {
            held =
                    unit.with(Unit.Freedom.READING, () -> done.test(state))
                            || unit.waitUntil(() -> broken != null || done.test(state), timer);
        } finally {
            run.inbox.close(this);
            if (timer != null) {
                timer.promise.forget(unit);
                timer.dismiss();
            }
            finish(unit);
        }
        if (broken != null) {
            throw Rethrown.as(broken);
        }
        return new Result<>(state, !held);
    }

    /** Waits for the handlers, however the phase ended. */
    private void finish(Unit unit) {
        if (broken != null) {
            scope.cancelNow("a handler of the phase failed");
        }
        if (handling > 0 && !unit.strand.isUnwinding()) {
            unit.inScope(
                    new Scope(run, null, true), () -> unit.waitUntil(() -> handling == 0, null));
        }
    }

    /** The state as it is now. */
    public S state() {
        return state;
    }

    /**
     * Changes the state. The change only computes: it must not call {@link Flow}.
     *
     * @return the new state
     */
    public S update(UnaryOperator<S> change) {
        Unit unit = Unit.acting(run);
        state = unit.with(Unit.Freedom.NOTHING, () -> change.apply(state));
        return state;
    }

    // ---- For the inbox ----

    Scope scope() {
        return scope;
    }

    @Nullable Handler signalHandler(String name) {
        return find(signals, name);
    }

    List<String> signals() {
        return signals.stream().map(Handler::name).toList();
    }

    @Nullable Handler updateHandler(String name) {
        return find(updates, name);
    }

    private static @Nullable Handler find(List<Handler> handlers, String name) {
        for (Handler handler : handlers) {
            if (handler.name().equals(name)) {
                return handler;
            }
        }
        return null;
    }

    void admit(Unit unit, boolean sync) {
        handling++;
        if (!sync) {
            run.rounds.begin(unit);
        } else if (serving == null) {
            serving = unit;
            run.rounds.begin(unit);
        } else {
            waiting.add(unit);
        }
    }

    void signalHandled(Unit unit) {
        if (unit.thrown() != null && broken == null) {
            broken = unit.thrown();
        }
        updateHandled(unit);
    }

    void updateHandled(Unit unit) {
        handling--;
        if (unit == serving) {
            serving = waiting.poll();
            if (serving != null) {
                run.rounds.begin(serving);
            }
        }
    }
}
