package dev.reprise.engine.drive;

import dev.reprise.Outcome;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.policy.Breaker;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Limiter;
import dev.reprise.policy.Limits;
import dev.reprise.policy.Policy;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Task queues, breakers and limiters by name, kept in memory for as long as this is, and asked in
 * this order. Who waits for room waits in line, those with a higher priority before others.
 */
public final class Gatehouse implements Gatekeeper {
    /** Those with a higher priority first, then those who came first. */
    private static final Comparator<Visit> LINE =
            Comparator.comparingInt((Visit it) -> -it.policy().execution().priority())
                    .thenComparingLong(it -> it.place);

    /** A breaker, and who wants to hear that it may be asked again. Guarded by itself. */
    private static final class Breakered {
        final Breaker breaker = new Breaker();
        final Set<Visit> waiting = new LinkedHashSet<>();
    }

    /** A limiter, and who waits for room. Guarded by itself. */
    private static final class Limited {
        final Limiter limiter = new Limiter();
        final TreeSet<Visit> line = new TreeSet<>(LINE);
        long places;
    }

    private final Hooks hooks;
    private final ConcurrentMap<String, Breakered> breakers = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Limited> limiters = new ConcurrentHashMap<>();
    private final TaskQueues queues;
    private final LongAdder inside = new LongAdder();

    /** Gates without queues, whose breakers tell these hooks when they change. */
    public Gatehouse(Hooks hooks) {
        this(hooks, Collections.emptySortedMap());
    }

    /** Gates with these queues, whose breakers tell these hooks when they change. */
    public Gatehouse(Hooks hooks, SortedMap<String, QueueLimits> queues) {
        this.hooks = hooks.guarded();
        this.queues = new TaskQueues(queues);
    }

    /** The queues in which activities wait. */
    public TaskQueues queues() {
        return queues;
    }

    /** Whether somebody has to be asked before an attempt starts by this policy. */
    public boolean isGuarded(Policy policy) {
        Gates gates = policy.gates();
        return !gates.breaker().isEmpty()
                || gates.limits().isLimited()
                || queues.of(policy) != null;
    }

    /** The state of a breaker; closed when nobody has asked it. */
    public Breaker.State breaker(String name) {
        Breakered found = breakers.get(name);
        if (found == null) {
            return Breaker.State.CLOSED;
        }
        synchronized (found) {
            return found.breaker.state();
        }
    }

    /** How many attempts are on their way under a key. */
    public int running(String key) {
        Limited found = limiters.get(key);
        if (found == null) {
            return 0;
        }
        synchronized (found) {
            return found.limiter.running();
        }
    }

    /** How many have been let in, and have not left. */
    public long inside() {
        return inside.sum();
    }

    @Override
    public Verdict ask(Visit visit, Instant now) {
        visit.since = now;
        if (visit.queue == null) {
            visit.queue = queues.of(visit.policy());
        }
        TaskQueue queue = visit.queue;
        if (queue == null) {
            return askGates(visit, now);
        }
        if (!queue.ask(visit, now)) {
            // Whoever waits here must not be waited for elsewhere.
            leaveLine(visit);
            return new Verdict.Full(Optional.empty());
        }
        Verdict verdict = askGates(visit, now);
        if (!(verdict instanceof Verdict.Go)) {
            queue.leave(visit, true, now);
        }
        return verdict;
    }

    private Verdict askGates(Visit visit, Instant now) {
        Gates gates = visit.policy().gates();
        boolean broken = !gates.breaker().isEmpty();
        if (broken) {
            Verdict verdict = askBreaker(visit, gates, now);
            if (!(verdict instanceof Verdict.Go)) {
                return verdict;
            }
        }
        Verdict verdict = gates.limits().isLimited() ? askLimiter(visit, now) : Verdict.GO;
        if (verdict instanceof Verdict.Go) {
            inside.increment();
        } else if (broken) {
            tellBreaker(visit, gates, Optional.empty(), now);
        }
        return verdict;
    }

    @Override
    public void left(Visit visit, Optional<Outcome> outcome, Instant now) {
        inside.decrement();
        TaskQueue queue = visit.queue;
        if (queue != null) {
            queue.leave(visit, false, now);
        }
        Gates gates = visit.policy().gates();
        if (gates.limits().isLimited()) {
            Limited limited = limited(visit);
            Visit next;
            synchronized (limited) {
                limited.limiter.ended();
                next = limited.line.isEmpty() ? null : limited.line.getFirst();
            }
            call(next);
        }
        if (!gates.breaker().isEmpty()) {
            tellBreaker(visit, gates, outcome, now);
        }
    }

    @Override
    public void gone(Visit visit, Instant now) {
        TaskQueue queue = visit.queue;
        if (queue != null) {
            queue.leave(visit, false, now);
        }
        leaveLine(visit);
        Gates gates = visit.policy().gates();
        if (!gates.breaker().isEmpty()) {
            Breakered breakered = breakered(gates);
            synchronized (breakered) {
                breakered.waiting.remove(visit);
            }
        }
    }

    private void leaveLine(Visit visit) {
        if (!visit.policy().gates().limits().isLimited()) {
            return;
        }
        int most = visit.policy().gates().limits().concurrencyMax();
        Limited limited = limited(visit);
        Visit next;
        synchronized (limited) {
            // It may have been called for room that another can have now. Where there is none,
            // those who wait in a queue and those who wait here would call each other for ever.
            boolean room = most == 0 || limited.limiter.running() < most;
            boolean stood = limited.line.remove(visit);
            next = stood && room && !limited.line.isEmpty() ? limited.line.getFirst() : null;
        }
        call(next);
    }

    private static void call(@Nullable Visit next) {
        if (next != null) {
            next.call();
        }
    }

    // ---- Breakers ----

    private Breakered breakered(Gates gates) {
        Breakered found = breakers.get(gates.breaker());
        return found != null
                ? found
                : breakers.computeIfAbsent(gates.breaker(), _ -> new Breakered());
    }

    private Verdict askBreaker(Visit visit, Gates gates, Instant now) {
        Breakered breakered = breakered(gates);
        Breaker.State before;
        Breaker.State after;
        Verdict verdict;
        synchronized (breakered) {
            before = breakered.breaker.state();
            verdict = breakered.breaker.ask(gates.breaking(), now);
            after = breakered.breaker.state();
            visit.ticket = breakered.breaker.ticket();
            boolean waits = gates.onOpen() == Gates.OnOpen.WAIT;
            if (waits && verdict instanceof Verdict.Open(var until) && until.isEmpty()) {
                breakered.waiting.add(visit);
            }
        }
        changed(gates, before, after);
        return verdict;
    }

    private void tellBreaker(Visit visit, Gates gates, Optional<Outcome> outcome, Instant now) {
        Breakered breakered = breakered(gates);
        Breaker.State before;
        Breaker.State after;
        List<Visit> called = List.of();
        synchronized (breakered) {
            Breaker breaker = breakered.breaker;
            before = breaker.state();
            boolean again =
                    outcome.isPresent()
                            ? breaker.returned(
                                    gates.breaking(),
                                    visit.ticket,
                                    now,
                                    taken(visit, now),
                                    outcome.get())
                            : breaker.dropped(visit.ticket);
            after = breaker.state();
            // When it opens, those who wait are told until when.
            if ((again || before != after) && !breakered.waiting.isEmpty()) {
                called = List.copyOf(breakered.waiting);
                breakered.waiting.clear();
            }
        }
        changed(gates, before, after);
        called.forEach(Visit::call);
    }

    /** How long it was in; no time where a clock went back. */
    private static Duration taken(Visit visit, Instant now) {
        return now.isBefore(visit.since) ? Duration.ZERO : Duration.between(visit.since, now);
    }

    private void changed(Gates gates, Breaker.State before, Breaker.State after) {
        if (before != after) {
            hooks.onBreakerChange(gates.breaker(), before.name(), after.name());
        }
    }

    // ---- Limiters ----

    private Limited limited(Visit visit) {
        String key = visit.policy().gates().limits().limitKey();
        String name = key.isEmpty() ? visit.task() : key;
        Limited found = limiters.get(name);
        return found != null ? found : limiters.computeIfAbsent(name, _ -> new Limited());
    }

    private Verdict askLimiter(Visit visit, Instant now) {
        Limits limits = visit.policy().gates().limits();
        Limited limited = limited(visit);
        Visit next = null;
        Verdict verdict;
        synchronized (limited) {
            boolean stands = limited.line.remove(visit);
            if (!stands) {
                visit.place = ++limited.places;
            }
            // Who comes from a queue has waited for his turn there; in two lines of different
            // orders all could wait for each other.
            boolean first =
                    visit.queue != null
                            || limited.line.isEmpty()
                            || LINE.compare(visit, limited.line.getFirst()) < 0;
            verdict = first ? limited.limiter.ask(limits, now) : new Verdict.Full(Optional.empty());
            switch (verdict) {
                case Verdict.Full(var until) when until.isEmpty() -> limited.line.add(visit);
                // Whoever is next may have room too, or must not wait for one who waits elsewhere.
                default -> next = limited.line.isEmpty() ? null : limited.line.getFirst();
            }
        }
        call(next);
        return verdict;
    }
}
