package dev.reprise.pattern;

import dev.reprise.Payload;
import dev.reprise.pattern.Frame.State;
import dev.reprise.pattern.Frame.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Signals and timers in the reference interpreter. */
final class ReferenceSignals {
    private final Reference run;

    /** Signals that nobody waited for and that are kept, oldest first. */
    private final List<Kept> kept = new ArrayList<>();

    private record Kept(String name, Payload value) {}

    /** Somebody who waits, and since when. */
    private record Waiter(Token token, long since, int arm) {}

    ReferenceSignals(Reference run) {
        this.run = run;
    }

    /** Gives the signal to the one who has waited longest; else it is kept, or lost. */
    void signal(String name, Payload value) {
        var first =
                run.tokens.stream()
                        .flatMap(it -> waiter(it, name).stream())
                        .min(Comparator.comparingLong(Waiter::since));
        if (first.isPresent()) {
            serve(first.get(), name, value);
        } else if (isKept(name)) {
            kept.add(new Kept(name, value));
        } else {
            run.trace.add("lost " + name);
        }
    }

    private Optional<Waiter> waiter(Token token, String name) {
        if (token.state instanceof State.Awaits(int place, long since, _)) {
            var triggers = ((Term.Await) run.places.at(place).term()).triggers();
            for (int arm = 0; arm < triggers.size(); arm++) {
                if (triggers.get(arm) instanceof Trigger.Signal signal
                        && signal.name().equals(name)) {
                    return Optional.of(new Waiter(token, since, arm));
                }
            }
        }
        if (token.state instanceof State.Holds(long since)
                && token.frame instanceof Frame.Split split
                && split.open
                && growing(split.place)
                        .filter(it -> it.add().equals(name) || it.close().equals(name))
                        .isPresent()) {
            return Optional.of(new Waiter(token, since, -1));
        }
        return Optional.empty();
    }

    private void serve(Waiter waiter, String name, Payload value) {
        if (waiter.token().state instanceof State.Awaits(int place, _, _)) {
            take(waiter.token(), place, waiter.arm(), value);
        } else {
            run.branches.grow(waiter.token(), name, value);
        }
    }

    private void take(Token token, int place, int arm, Payload value) {
        var trigger = ((Term.Await) run.places.at(place).term()).triggers().get(arm);
        if (trigger instanceof Trigger.Signal signal && !signal.into().isEmpty()) {
            token.context = token.context.with(signal.into(), value);
        }
        run.enter(token, run.places.part(place, arm));
    }

    /** Whether a persistent trigger or a growing each in the pattern is for that name. */
    private boolean isKept(String name) {
        for (int place = 0; place < run.places.size(); place++) {
            boolean meant =
                    switch (run.places.at(place).term()) {
                        case Term.Await(var triggers) ->
                                triggers.stream().anyMatch(it -> isPersistent(it, name));
                        case Term.Each _ ->
                                growing(place)
                                        .filter(
                                                it ->
                                                        it.add().equals(name)
                                                                || it.close().equals(name))
                                        .isPresent();
                        default -> false;
                    };
            if (meant) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPersistent(Trigger trigger, String name) {
        return trigger instanceof Trigger.Signal signal
                && signal.name().equals(name)
                && signal.keeping() == Trigger.Keeping.PERSISTENT;
    }

    Optional<Instances.Growing> growing(int place) {
        return run.places.at(place).term() instanceof Term.Each each
                        && each.instances() instanceof Instances.Growing growing
                ? Optional.of(growing)
                : Optional.empty();
    }

    /** The token waits, unless a signal was kept for it: then it takes the oldest. */
    void await(Token token, int place) {
        var triggers = ((Term.Await) run.places.at(place).term()).triggers();
        for (var signal : kept) {
            for (int arm = 0; arm < triggers.size(); arm++) {
                if (isPersistent(triggers.get(arm), signal.name())) {
                    kept.remove(signal);
                    take(token, place, arm, signal.value());
                    return;
                }
            }
        }
        token.state = new State.Awaits(place, run.next(), run.now());
    }

    /** Gives an each that has just begun what was kept for it. */
    void opened(Token token, Instances.Growing growing) {
        for (var signal : List.copyOf(kept)) {
            boolean meant =
                    signal.name().equals(growing.add()) || signal.name().equals(growing.close());
            if (meant && token.frame instanceof Frame.Split split && split.open) {
                kept.remove(signal);
                run.branches.grow(token, signal.name(), signal.value());
            }
        }
    }

    /** Lets the timer go off that was due first; false when none is due. */
    boolean ring() {
        Optional<Waiter> first = Optional.empty();
        Duration earliest = run.now();
        for (var token : run.tokens) {
            if (token.state instanceof State.Awaits(int place, long since, Duration from)) {
                var triggers = ((Term.Await) run.places.at(place).term()).triggers();
                for (int arm = 0; arm < triggers.size(); arm++) {
                    if (triggers.get(arm) instanceof Trigger.After(var time)) {
                        var due = from.plus(time);
                        int order = due.compareTo(earliest);
                        if (order < 0
                                || (order == 0
                                        && first.filter(it -> it.since() <= since).isEmpty())) {
                            earliest = due;
                            first = Optional.of(new Waiter(token, since, arm));
                        }
                    }
                }
            }
        }
        first.ifPresent(
                it -> {
                    if (it.token().state instanceof State.Awaits(int place, _, _)) {
                        take(it.token(), place, it.arm(), Payload.NONE);
                    }
                });
        return first.isPresent();
    }
}
