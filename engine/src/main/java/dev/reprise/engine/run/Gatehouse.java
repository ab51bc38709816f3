package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.policy.Breaker;
import dev.reprise.policy.Breaking;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Limiter;
import dev.reprise.policy.Limits;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The breakers and limiters of all runs, by name. They are in memory only: a process begins with
 * all breakers closed and all limiters empty. Who has to wait for room stands in line, by priority
 * and then in the order of asking, and is called when there may be some.
 */
final class Gatehouse {
    private final Map<String, Door> doors = new ConcurrentHashMap<>();
    private final Map<String, Line> lines = new ConcurrentHashMap<>();
    private final Consumer<Waiter> called;
    private final AtomicLong asked = new AtomicLong();
    private final LongAdder out = new LongAdder();

    /** Those who may ask again are {@code called}. */
    Gatehouse(Consumer<Waiter> called) {
        this.called = called;
    }

    /** An activity that asks for its attempt, and its place among those who wait. */
    record Waiter(int priority, long ticket, RunId run, long seq) {
        private static final Comparator<Waiter> IN_ORDER =
                Comparator.comparingInt(Waiter::priority)
                        .reversed()
                        .thenComparingLong(Waiter::ticket);
    }

    /** What is answered: a permit when it may begin. */
    record Answer(Verdict verdict, @Nullable Permit permit) {}

    /** To begin once, where somebody watches that; given back at the end, whatever that is. */
    final class Permit {
        private final @Nullable Door door;
        private final long ticket;
        private final @Nullable Line line;
        private final Instant begun;
        private final Breaking breaking;

        private Permit(
                @Nullable Door door,
                long ticket,
                @Nullable Line line,
                Instant begun,
                Breaking breaking) {
            this.door = door;
            this.ticket = ticket;
            this.line = line;
            this.begun = begun;
            this.breaking = breaking;
        }

        void back(Outcome outcome, Instant now) {
            out.decrement();
            if (line != null) {
                line.ended();
            }
            if (door != null) {
                Duration took = now.isBefore(begun) ? Duration.ZERO : Duration.between(begun, now);
                door.returned(ticket, breaking, outcome, now, took);
            }
        }
    }

    /** A breaker, and who waits for it to decide. */
    private final class Door {
        private final Breaker breaker = new Breaker();
        private final TreeSet<Waiter> waiting = new TreeSet<>(Waiter.IN_ORDER);

        synchronized Verdict ask(Breaking breaking, Waiter who, boolean waits, Instant now) {
            Verdict verdict = breaker.ask(breaking, now);
            if (waits && verdict instanceof Verdict.Open(var until) && until.isEmpty()) {
                waiting.add(who);
            } else {
                waiting.remove(who);
            }
            return verdict;
        }

        synchronized long ticket() {
            return breaker.ticket();
        }

        void returned(long ticket, Breaking breaking, Outcome outcome, Instant now, Duration took) {
            List<Waiter> free;
            synchronized (this) {
                free = free(breaker.returned(breaking, ticket, now, took, outcome));
            }
            free.forEach(called);
        }

        void dropped(long ticket) {
            List<Waiter> free;
            synchronized (this) {
                free = free(breaker.dropped(ticket));
            }
            free.forEach(called);
        }

        /** When it opens again there is a time to be waited for, which they do not know yet. */
        private List<Waiter> free(boolean mayAsk) {
            boolean asks = mayAsk || breaker.state() == Breaker.State.OPEN;
            if (!asks || waiting.isEmpty()) {
                return List.of();
            }
            List<Waiter> free = new ArrayList<>(waiting);
            waiting.clear();
            return free;
        }

        synchronized void leave(Waiter who) {
            waiting.remove(who);
        }
    }

    /** A limiter, and who waits for room. */
    private final class Line {
        private final Limiter limiter = new Limiter();
        private final TreeSet<Waiter> waiting = new TreeSet<>(Waiter.IN_ORDER);
        private final TreeSet<Waiter> told = new TreeSet<>(Waiter.IN_ORDER);

        Verdict ask(Limits limits, Waiter who, Instant now) {
            Verdict verdict;
            Waiter next = null;
            synchronized (this) {
                boolean wasTold = told.remove(who);
                verdict =
                        isFirst(limits, who)
                                ? limiter.ask(limits, now)
                                : new Verdict.Full(Optional.empty());
                if (verdict instanceof Verdict.Full(var until) && until.isEmpty()) {
                    waiting.add(who);
                    // Perhaps there is room for somebody who wants less.
                    next = wasTold ? callAfter(who) : null;
                } else {
                    waiting.remove(who);
                }
            }
            call(next);
            return verdict;
        }

        /** Whether all those before it in the line would have room beside it. */
        private boolean isFirst(Limits limits, Waiter who) {
            int free = limits.concurrencyMax() - limiter.running();
            if (limits.concurrencyMax() == 0) {
                return true;
            }
            for (Waiter each : waiting) {
                if (free <= 0 || Waiter.IN_ORDER.compare(each, who) >= 0) {
                    break;
                }
                free--;
            }
            return free > 0;
        }

        private @Nullable Waiter callAfter(@Nullable Waiter who) {
            for (Waiter each : who == null ? waiting : waiting.tailSet(who, false)) {
                if (told.add(each)) {
                    return each;
                }
            }
            return null;
        }

        private void call(@Nullable Waiter next) {
            if (next != null) {
                called.accept(next);
            }
        }

        void ended() {
            Waiter next;
            synchronized (this) {
                limiter.ended();
                next = callAfter(null);
            }
            call(next);
        }

        void leave(Waiter who) {
            Waiter next;
            synchronized (this) {
                boolean wasTold = told.remove(who);
                waiting.remove(who);
                next = wasTold ? callAfter(null) : null;
            }
            call(next);
        }
    }

    /** A place in the line for whoever asks for the first time. */
    Waiter waiter(Policy policy, RunId run, long seq) {
        return new Waiter(policy.execution().priority(), asked.getAndIncrement(), run, seq);
    }

    /**
     * Asks for an attempt.
     *
     * @param type what is counted together where the policy names no key
     */
    Answer ask(Policy policy, String type, Waiter who, Instant now) {
        Gates gates = policy.gates();
        Door door = null;
        Line line = null;
        long ticket = 0;
        if (!gates.breaker().isEmpty()) {
            door = doors.computeIfAbsent(gates.breaker(), _ -> new Door());
            boolean waits = gates.onOpen() == Gates.OnOpen.WAIT;
            Verdict verdict;
            synchronized (door) {
                verdict = door.ask(gates.breaking(), who, waits, now);
                ticket = door.ticket();
            }
            if (!(verdict instanceof Verdict.Go)) {
                return new Answer(verdict, null);
            }
        }
        if (gates.limits().isLimited()) {
            line = lines.computeIfAbsent(key(gates.limits(), type), _ -> new Line());
            Verdict verdict = line.ask(gates.limits(), who, now);
            if (!(verdict instanceof Verdict.Go)) {
                if (door != null) {
                    door.dropped(ticket);
                }
                return new Answer(verdict, null);
            }
        }
        out.increment();
        return new Answer(Verdict.GO, new Permit(door, ticket, line, now, gates.breaking()));
    }

    private static String key(Limits limits, String type) {
        return limits.limitKey().isEmpty() ? type : limits.limitKey();
    }

    /** Whoever waits does not want it any more. */
    void leave(Policy policy, String type, Waiter who) {
        Door door = doors.get(policy.gates().breaker());
        if (door != null) {
            door.leave(who);
        }
        Line line = lines.get(key(policy.gates().limits(), type));
        if (line != null) {
            line.leave(who);
        }
    }

    /** How many permits have not been given back. */
    long permitsOut() {
        return out.sum();
    }
}
