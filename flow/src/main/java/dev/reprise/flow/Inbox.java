package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where messages come in. A message goes to the open phase that handles it, the last opened first;
 * else to a method of the workflow; else a signal is kept until somebody wants it, and an update is
 * turned away.
 */
final class Inbox {
    /** Somebody who waits for a signal. */
    record Wanted(String name, Promise<Job.Signal> arrival) {}

    private final Run run;
    private List<Phase<?>> phases = List.of();
    private @Nullable ArrayDeque<Job.Signal> kept;
    private @Nullable ArrayList<Wanted> wanted;

    /** The messages whose handlers have not begun; of equal ones it does not matter which. */
    private final ArrayList<Job> unbegun = new ArrayList<>(0);

    private int handlers;

    Inbox(Run run) {
        this.run = run;
    }

    // ---- Signals ----

    void signal(Job.Signal signal) {
        Handler handler = signalHandler(signal.name());
        if (handler != null) {
            dispatch(handler, signal);
        } else if (!handOver(signal)) {
            keepers().add(signal);
        }
    }

    private @Nullable Handler signalHandler(String name) {
        for (int i = phases.size() - 1; i >= 0; i--) {
            Handler handler = phases.get(i).signalHandler(name);
            if (handler != null) {
                return handler;
            }
        }
        return run.type.signal(name);
    }

    private boolean handOver(Job.Signal signal) {
        if (wanted != null) {
            for (Iterator<Wanted> each = wanted.iterator(); each.hasNext(); ) {
                Wanted one = each.next();
                if (one.arrival.isDone()) {
                    each.remove();
                } else if (one.name.equals(signal.name())) {
                    each.remove();
                    one.arrival.settle(signal);
                    return true;
                }
            }
        }
        return false;
    }

    /** The payloads of the first signal of this name that was kept, if there is one. */
    Optional<List<Payload>> takeKept(String name) {
        if (kept != null) {
            for (Iterator<Job.Signal> each = kept.iterator(); each.hasNext(); ) {
                Job.Signal signal = each.next();
                if (signal.name().equals(name)) {
                    each.remove();
                    return Optional.of(signal.input());
                }
            }
        }
        return Optional.empty();
    }

    /** A promise of the next signal of this name; those who wait are served in their order. */
    Wanted want(String name) {
        if (wanted == null) {
            wanted = new ArrayList<>(1);
        }
        var one = new Wanted(name, Promise.kept(run));
        wanted.add(one);
        return one;
    }

    /** Nobody waits any more. A signal that was handed over meanwhile is the next one's. */
    void unwant(Wanted one) {
        if (wanted != null && !wanted.remove(one) && one.arrival.isDone()) {
            Job.Signal signal = one.arrival.valueNow();
            if (!handOver(signal)) {
                keepers().addFirst(signal);
            }
        }
    }

    /** The names of the signals that somebody waits for, or that an open phase handles. */
    List<String> awaited() {
        List<String> names = new ArrayList<>();
        if (wanted != null) {
            wanted.stream().filter(it -> !it.arrival.isDone()).forEach(it -> names.add(it.name));
        }
        phases.forEach(phase -> names.addAll(phase.signals()));
        return names;
    }

    /** The name of the signal whose arrival a promise is. */
    Optional<String> awaitedBy(Promise<?> promise) {
        return wanted == null
                ? Optional.empty()
                : wanted.stream().filter(it -> it.arrival == promise).map(Wanted::name).findFirst();
    }

    private ArrayDeque<Job.Signal> keepers() {
        if (kept == null) {
            kept = new ArrayDeque<>(2);
        }
        return kept;
    }

    private void dispatch(Handler handler, Job.Signal signal) {
        @Nullable Object[] arguments = handler.arguments(run, "signal", signal.input());
        Phase<?> phase = handler.phase();
        Unit unit =
                run.hold(
                        nextHandler(),
                        phase == null ? run.rootScope() : phase.scope(),
                        () -> {
                            unbegun.remove(signal);
                            return handler.code().handle(run.workflow(), arguments);
                        },
                        phase == null ? this::signalHandled : phase::signalHandled);
        unbegun.add(signal);
        begin(handler, unit);
    }

    private void begin(Handler handler, Unit unit) {
        Phase<?> phase = handler.phase();
        if (phase == null) {
            run.rounds.begin(unit);
        } else {
            phase.admit(unit, handler.sync());
        }
    }

    private void signalHandled(Unit unit) {
        Throwable thrown = unit.thrown();
        // What a cancelled run does with its cancelling, its root says, which may still clean up.
        boolean cancelled = thrown instanceof Cancelled && run.rootScope().isCancelled();
        if (thrown != null && !cancelled) {
            run.endWith(new End.Thrown(unit.id, thrown));
        }
    }

    private UnitId nextHandler() {
        return UnitId.ROOT.child(UnitId.Kind.HANDLER, handlers++);
    }

    /** What nobody has taken up: kept signals first, then what waits for its handler to begin. */
    List<Job> unconsumed() {
        List<Job> all = new ArrayList<>();
        if (kept != null) {
            all.addAll(kept);
        }
        for (Job message : unbegun) {
            // It was let in, and whoever asks for it was told so: it is not asked about again.
            all.add(
                    message instanceof Job.Update(var id, var name, var input, _)
                            ? new Job.Update(id, name, input, false)
                            : message);
        }
        return all;
    }

    // ---- Updates ----

    void update(Job.Update update) {
        Handler handler = updateHandler(update.name());
        if (handler == null) {
            reject(
                    update,
                    new Failure.Application(
                            "UnknownUpdate",
                            "run "
                                    + run.name()
                                    + " takes no update "
                                    + update.name()
                                    + " at this point"));
            return;
        }
        @Nullable Object[] arguments;
        try {
            arguments = handler.arguments(run, "update", update.input());
        } catch (ActivationFailed e) {
            if (!update.validate()) {
                throw e;
            }
            reject(update, new Failure.Application("Undecodable", e.failure().message()));
            return;
        }
        Failure refusal = update.validate() ? refusal(handler, arguments) : null;
        if (refusal != null) {
            reject(update, refusal);
        } else {
            accept(update, handler, arguments);
        }
    }

    private @Nullable Handler updateHandler(String name) {
        for (int i = phases.size() - 1; i >= 0; i--) {
            Handler handler = phases.get(i).updateHandler(name);
            if (handler != null) {
                return handler;
            }
        }
        return run.type.update(name);
    }

    private @Nullable Failure refusal(Handler handler, @Nullable Object[] arguments) {
        Handler.Code validator = handler.validator();
        if (validator == null) {
            return null;
        }
        Unit reader = run.read(() -> validator.handle(run.workflow(), arguments));
        return reader.thrown() == null ? null : Ended.failure(reader.thrown());
    }

    private void reject(Job.Update update, Failure why) {
        run.answer(new Answer.UpdateRejected(update.id(), why));
    }

    private void accept(Job.Update update, Handler handler, @Nullable Object[] arguments) {
        Phase<?> phase = handler.phase();
        UnitId id = nextHandler();
        run.emit(new Command.AcceptUpdate(run.nextSeq(), id, update.id()));
        Unit unit =
                run.hold(
                        id,
                        phase == null ? run.rootScope() : phase.scope(),
                        () -> {
                            unbegun.remove(update);
                            return run.encode(handler.code().handle(run.workflow(), arguments));
                        },
                        ended -> {
                            complete(update, ended);
                            if (phase != null) {
                                phase.updateHandled(ended);
                            }
                        });
        unbegun.add(update);
        begin(handler, unit);
    }

    private void complete(Job.Update update, Unit unit) {
        Throwable thrown = unit.thrown();
        Outcome outcome =
                thrown == null
                        ? new Outcome.Completed(
                                (Payload) java.util.Objects.requireNonNull(unit.value()))
                        : new Outcome.Failed(Ended.failure(thrown));
        run.emit(new Command.CompleteUpdate(run.nextSeq(), unit.id, update.id(), outcome));
    }

    // ---- Queries ----

    void query(Job.Query query) {
        run.answer(new Answer.QueryAnswered(query.id(), answer(query)));
    }

    private Outcome answer(Job.Query query) {
        Handler handler = run.type.query(query.name());
        if (handler == null) {
            return run.published(query.name())
                    .<Outcome>map(Outcome.Completed::new)
                    .orElseGet(() -> unknown(query));
        }
        if (!run.isStarted()) {
            return unanswered("NotStarted", "run " + run.name() + " has not started");
        }
        try {
            @Nullable Object[] arguments = handler.arguments(run, "query", query.input());
            Unit reader =
                    run.read(() -> run.encode(handler.code().handle(run.workflow(), arguments)));
            return reader.thrown() == null
                    ? new Outcome.Completed(
                            (Payload) java.util.Objects.requireNonNull(reader.value()))
                    : new Outcome.Failed(Ended.failure(reader.thrown()));
        } catch (ActivationFailed e) {
            return unanswered(e.failure().kind().name(), e.failure().message());
        }
    }

    private Outcome unknown(Job.Query query) {
        return unanswered(
                "UnknownQuery",
                "run "
                        + run.name()
                        + " knows no query "
                        + query.name()
                        + "; it knows "
                        + run.type.queryNames()
                        + " and has published "
                        + run.allPublished().keySet());
    }

    private static Outcome unanswered(String type, String message) {
        return new Outcome.Failed(
                new Failure.Application(type, message, Payload.NONE, false, Optional.empty()));
    }

    // ---- Phases ----

    /** From now on the phase gets its messages, and those that were kept for it. */
    void open(Phase<?> phase) {
        var more = new ArrayList<>(phases);
        more.add(phase);
        phases = more;
        if (kept != null) {
            for (Iterator<Job.Signal> each = kept.iterator(); each.hasNext(); ) {
                Job.Signal signal = each.next();
                Handler handler = phase.signalHandler(signal.name());
                if (handler != null) {
                    each.remove();
                    dispatch(handler, signal);
                }
            }
        }
    }

    void close(Phase<?> phase) {
        var fewer = new ArrayList<>(phases);
        fewer.remove(phase);
        phases = fewer;
    }

    // ---- Inspection ----

    List<Job.Signal> kept() {
        return kept == null ? List.of() : List.copyOf(kept);
    }
}
