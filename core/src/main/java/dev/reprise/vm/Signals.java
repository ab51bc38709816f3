package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Trigger;
import dev.reprise.program.Program;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Signals and timers: who waits for them, in the order in which they came, and what is kept.
 *
 * <p>Who waits for several signals stands in a line for each; when one of them has come, he stays
 * in the others as somebody who is not there any more, and lines are tidied when most are such.
 */
final class Signals {
    private final Board board;
    private final Program program;
    private final Tokens tokens;

    /** By name, for all signals that the code knows. */
    private final TreeMap<String, Signal> signals = new TreeMap<>();

    final TreeSet<Timer> timers =
            new TreeSet<>(
                    Comparator.comparing(Timer::due)
                            .thenComparingLong(Timer::since)
                            .thenComparingInt(Timer::trigger));

    /** The tokens that wait for a timer, by since when they wait. */
    final TreeMap<Long, Came> came = new TreeMap<>();

    TimerWatch watch = TimerWatch.NONE;

    Duration now = Duration.ZERO;
    private int awaiting;

    /** A timer that runs: who waits, since when, and for which of the triggers. */
    record Timer(Duration due, long since, int trigger, int token) {}

    /** A token, and when it came to wait. */
    record Came(int token, Duration from) {}

    /** A signal that is kept, with its number among those that came. */
    record Kept(long number, Payload value) {}

    private record Waiter(int token, long since) {}

    private static final class Signal {
        boolean keeps;
        final ArrayDeque<Kept> kept = new ArrayDeque<>();
        ArrayDeque<Waiter> waiters = new ArrayDeque<>();
        int waiting;
    }

    Signals(Board board) {
        this.board = board;
        this.program = board.program;
        this.tokens = board.tokens;
        for (var trigger : program.tables().triggers()) {
            if (trigger instanceof Trigger.Signal signal) {
                known(signal.name()).keeps |= signal.keeping() == Trigger.Keeping.PERSISTENT;
            }
        }
        for (var each : program.tables().eaches()) {
            if (each.instances() instanceof Instances.Growing growing) {
                known(growing.add()).keeps = true;
                known(growing.close()).keeps = true;
            }
        }
    }

    private Signal known(String name) {
        return signals.computeIfAbsent(name, _ -> new Signal());
    }

    int awaiting() {
        return awaiting;
    }

    // ---- waiting

    /** The token comes to an await: takes what was kept for it, or waits. */
    void await(int token) {
        int at = tokens.at(token);
        int count = program.at(at + 1);
        int oldest = -1;
        long number = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            if (trigger(at, i) instanceof Trigger.Signal signal
                    && signal.keeping() == Trigger.Keeping.PERSISTENT) {
                var kept = known(signal.name()).kept.peekFirst();
                if (kept != null && kept.number() < number) {
                    number = kept.number();
                    oldest = i;
                }
            }
        }
        if (oldest >= 0 && trigger(at, oldest) instanceof Trigger.Signal signal) {
            take(token, oldest, known(signal.name()).kept.removeFirst().value());
            return;
        }
        board.rest(token, Tokens.AWAITING);
        tokens.since(token, board.sequence++);
        begin(token, now);
    }

    /** The token waits, having come at that time. */
    void begin(int token, Duration from) {
        int at = tokens.at(token);
        long since = tokens.since(token);
        awaiting++;
        boolean timed = false;
        for (int i = 0; i < program.at(at + 1); i++) {
            switch (trigger(at, i)) {
                case Trigger.Signal signal -> wait(known(signal.name()), token, since);
                case Trigger.After(var time) -> {
                    timed = true;
                    timers.add(new Timer(due(from, time), since, i, token));
                    watch.started(since, i, time);
                }
            }
        }
        if (timed) {
            came.put(since, new Came(token, from));
        }
    }

    private static Duration due(Duration from, Duration time) {
        try {
            return from.plus(time);
        } catch (ArithmeticException e) {
            return Duration.ofSeconds(Long.MAX_VALUE);
        }
    }

    /** The token waits no more. */
    void stop(int token) {
        int at = tokens.at(token);
        long since = tokens.since(token);
        awaiting--;
        var waited = came.remove(since);
        for (int i = 0; i < program.at(at + 1); i++) {
            switch (trigger(at, i)) {
                case Trigger.Signal signal -> unwait(known(signal.name()), token, since);
                case Trigger.After(var time) -> {
                    Check.invariant(waited != null, "a timer runs for nobody");
                    timers.remove(new Timer(due(waited.from(), time), since, i, token));
                    watch.stopped(since, i);
                }
            }
        }
    }

    private Trigger trigger(int at, int number) {
        return program.tables().triggers().get(program.at(at + 2 + 2 * number));
    }

    private static void wait(Signal signal, int token, long since) {
        signal.waiters.add(new Waiter(token, since));
        signal.waiting++;
    }

    private void unwait(Signal signal, int token, long since) {
        signal.waiting--;
        if (signal.waiters.size() > 2 * signal.waiting + 16) {
            var there = new ArrayDeque<Waiter>();
            for (var waiter : signal.waiters) {
                boolean isIt = waiter.token() == token && waiter.since() == since;
                if (!isIt && isWaiting(waiter)) {
                    there.add(waiter);
                }
            }
            signal.waiters = there;
        }
    }

    private boolean isWaiting(Waiter waiter) {
        int token = waiter.token();
        return tokens.since(token) == waiter.since()
                && (tokens.state(token) == Tokens.AWAITING || isGrowing(token));
    }

    private boolean isGrowing(int token) {
        return tokens.state(token) == Tokens.HOLDING
                && board.frames.kind(tokens.frame(token)) == Frames.SPLIT
                && board.frames.isOpen(tokens.frame(token));
    }

    // ---- growing

    /** An each that has just begun is given what was kept for it, and waits for more. */
    void opened(int token, int split) {
        var growing = growing(split);
        tokens.since(token, board.sequence++);
        hold(token, split);
        var adds = known(growing.add()).kept;
        var closes = known(growing.close()).kept;
        while (board.frames.kind(split) == Frames.SPLIT
                && tokens.frame(token) == split
                && board.frames.isOpen(split)) {
            var add = adds.peekFirst();
            var close = closes.peekFirst();
            if (add == null && close == null) {
                return;
            }
            boolean isAdd = close == null || (add != null && add.number() < close.number());
            var value = (isAdd ? adds : closes).removeFirst().value();
            board.splits.grow(token, isAdd, value);
        }
    }

    /** The token of an open each waits for its signals. */
    void hold(int token, int split) {
        var growing = growing(split);
        wait(known(growing.add()), token, tokens.since(token));
        wait(known(growing.close()), token, tokens.since(token));
    }

    /** An each grows no more. */
    void stopGrowing(int token, int split) {
        var growing = growing(split);
        unwait(known(growing.add()), token, tokens.since(token));
        unwait(known(growing.close()), token, tokens.since(token));
    }

    Instances.Growing growing(int split) {
        return (Instances.Growing) board.splits.each(split).instances();
    }

    /** For each name that is waited for: the token that has waited longest. */
    TreeMap<String, Integer> served() {
        var served = new TreeMap<String, Integer>();
        signals.forEach(
                (name, signal) -> {
                    var waiter = first(signal);
                    if (waiter != null) {
                        served.put(name, waiter.token());
                    }
                });
        return served;
    }

    /** The names of the signals that the token waits for now. */
    List<String> names(int token) {
        int at = tokens.at(token);
        var names = new ArrayList<String>();
        if (tokens.state(token) == Tokens.AWAITING) {
            for (int i = 0; i < program.at(at + 1); i++) {
                if (trigger(at, i) instanceof Trigger.Signal signal) {
                    names.add(signal.name());
                }
            }
        } else if (isGrowing(token)) {
            var growing = growing(tokens.frame(token));
            names.add(growing.add());
            names.add(growing.close());
        }
        return names;
    }

    // ---- what comes

    void signal(String name, Payload value) {
        var signal = signals.get(name);
        if (signal == null) {
            board.tracer.lost(name);
            return;
        }
        var waiter = first(signal);
        if (waiter == null) {
            if (signal.keeps) {
                signal.kept.add(new Kept(board.sequence++, value));
            } else {
                board.tracer.lost(name);
            }
        } else if (tokens.state(waiter.token()) == Tokens.AWAITING) {
            int token = waiter.token();
            int arm = arm(tokens.at(token), name);
            stop(token);
            take(token, arm, value);
        } else {
            int token = waiter.token();
            board.splits.grow(token, growing(tokens.frame(token)).add().equals(name), value);
        }
    }

    /** The one who has waited longest and still does. An open each stays in line. */
    private @Nullable Waiter first(Signal signal) {
        while (true) {
            var waiter = signal.waiters.peekFirst();
            if (waiter == null || isWaiting(waiter)) {
                return waiter;
            }
            signal.waiters.removeFirst();
        }
    }

    private int arm(int at, String name) {
        for (int i = 0; i < program.at(at + 1); i++) {
            if (trigger(at, i) instanceof Trigger.Signal signal && signal.name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("nobody waits for " + name);
    }

    private void take(int token, int arm, Payload value) {
        int at = tokens.at(token);
        if (trigger(at, arm) instanceof Trigger.Signal signal && !signal.into().isEmpty()) {
            tokens.context(token, tokens.context(token).with(signal.into(), value));
        }
        board.goOn(token, program.at(at + 3 + 2 * arm));
    }

    /** Lets the timer go off that is due first; false when none is. */
    boolean ring() {
        if (timers.isEmpty() || timers.first().due().compareTo(now) > 0) {
            return false;
        }
        fire(timers.first());
        return true;
    }

    void fire(Timer timer) {
        stop(timer.token());
        take(timer.token(), timer.trigger(), Payload.NONE);
    }

    /** The timer of whoever waits since then, by that trigger. */
    Optional<Timer> find(long since, int trigger) {
        var waiting = came.get(since);
        if (waiting == null) {
            return Optional.empty();
        }
        int at = tokens.at(waiting.token());
        return trigger >= 0
                        && trigger < program.at(at + 1)
                        && trigger(at, trigger) instanceof Trigger.After(var time)
                ? Optional.of(new Timer(due(waiting.from(), time), since, trigger, waiting.token()))
                : Optional.empty();
    }

    void clear() {
        timers.clear();
        came.clear();
        awaiting = 0;
        signals.values().forEach(it -> it.waiters.clear());
    }

    // ---- what is written down

    /** The kept signals of all names, oldest first. */
    List<java.util.Map.Entry<String, Kept>> kept() {
        var all = new ArrayList<java.util.Map.Entry<String, Kept>>();
        signals.forEach(
                (name, signal) ->
                        signal.kept.forEach(it -> all.add(java.util.Map.entry(name, it))));
        all.sort(Comparator.comparingLong(it -> it.getValue().number()));
        return all;
    }

    /** Keeps a signal that was written down; false when nobody in the code knows it. */
    boolean keep(String name, Kept kept) {
        var signal = signals.get(name);
        if (signal != null) {
            signal.kept.add(kept);
        }
        return signal != null;
    }
}
