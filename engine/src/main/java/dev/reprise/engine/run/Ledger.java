package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Budget;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Progress;
import dev.reprise.policy.Role;
import dev.reprise.policy.Verdict;
import dev.reprise.policy.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where each activity of a run is, and what has to be written down about it before anything
 * follows. What is not in memory is read from the entries.
 */
final class Ledger {
    private final House house;
    private final Records records;
    private Leg leg = Leg.FIRST;

    /** Where each activity is, as far as this process has had to do with it. */
    private final TreeMap<Long, Attempts> states = new TreeMap<>();

    /** What the last heartbeat of each activity said, where it said something. */
    private @Nullable TreeMap<Long, Payload> details;

    // ---- What has to be durable before anything follows from it ----
    private final List<Attempt> attempts = new ArrayList<>();
    private final TreeMap<Long, Outcome> ends = new TreeMap<>();
    private final Seqs written = new Seqs();
    private long attemptsPending;
    private long unitsPending;

    Ledger(House house, RunId run) {
        this.house = house;
        this.records = new Records(house.around().store(), run);
    }

    void of(Leg value) {
        leg = value;
    }

    Instant now() {
        return house.around().clock().instant();
    }

    // ---- News ----

    /** Whether something has to be written down. */
    boolean hasNews() {
        return !attempts.isEmpty() || !ends.isEmpty();
    }

    /** Gives away what has to be written down. */
    void news(List<Attempt> into, BiConsumer<Long, Outcome> ended) {
        into.addAll(attempts);
        attempts.clear();
        ends.forEach(ended);
        ends.clear();
    }

    /** All that was written down is durable. */
    void settled() {
        written.clear();
        attemptsPending = 0;
        unitsPending = 0;
    }

    /** Whether something about an activity is written down, and not durable. */
    boolean isWritten(long seq) {
        return written.contains(seq);
    }

    /** What is written down about an activity need not be durable. */
    void hurry(long seq) {
        written.remove(seq);
    }

    void end(long seq, Outcome outcome) {
        ends.put(seq, outcome);
        forget(seq);
    }

    /** How an activity ended, if that waits to be written down. */
    @Nullable Outcome ended(long seq) {
        return ends.get(seq);
    }

    /** Nothing follows for an activity any more but that its end is written down. */
    void forget(long seq) {
        written.add(seq);
        states.remove(seq);
        if (details != null) {
            details.remove(seq);
        }
    }

    void clear() {
        attempts.clear();
        ends.clear();
        settled();
        states.clear();
        details = null;
    }

    private void write(Attempt attempt) {
        attempts.add(attempt);
        written.add(attempt.seq());
        if (attempt.spends() != Attempt.TOO_MUCH) {
            int sign =
                    switch (attempt.why()) {
                        case NEXT, REDRIVEN -> 1;
                        case UNBEGUN -> -1;
                        case LOST, PARKED, AWAY, SKIPPED -> 0;
                    };
            attemptsPending += sign;
            unitsPending += (long) sign * attempt.spends();
        }
    }

    /** What a budget says to one attempt more. */
    Verdict verdict(Outstanding outstanding, Budget budget) {
        return budget.verdict(
                outstanding.attemptsSpent() + attemptsPending,
                outstanding.unitsSpent() + unitsPending);
    }

    /**
     * Writes down what was decided; it is carried out when that is durable.
     *
     * @return whether it is an end
     */
    boolean follow(
            Outstanding outstanding,
            Errand.Order order,
            Attempts state,
            Attempt.Why why,
            Instant now) {
        long seq = order.dispatch().seq();
        states.put(seq, state);
        switch (state.decision()) {
            case Decision.Wait wait -> {
                if (why == Attempt.Why.NEXT) {
                    house.count().retried();
                }
                Instant until = wait.until().isAfter(now) ? wait.until() : null;
                int spends = why == Attempt.Why.LOST ? 0 : spends(outstanding, state);
                write(attempt(order, why, state, until, "", spends));
            }
            case Decision.DeadLettered(var queue, _) ->
                    write(attempt(order, Attempt.Why.PARKED, state, null, queue, 0));
            case Decision.End end -> {
                if (end instanceof Decision.Skipped(var failure)) {
                    write(attempt(order, Attempt.Why.SKIPPED, after(state, failure), null, "", 0));
                }
                end(seq, end.told().orElseThrow());
                return true;
            }
            case Decision.Start _ -> throw new IllegalStateException("nothing asked for " + state);
        }
        return false;
    }

    /** The same with its last failure. */
    private static Attempts after(Attempts state, Failure failure) {
        Progress it = state.progress();
        var progress =
                new Progress(
                        it.attempt(),
                        it.before(),
                        it.redelivery(),
                        it.delay(),
                        it.role(),
                        Optional.of(failure));
        return new Attempts(state.policy(), state.scheduled(), progress, state.decision());
    }

    /** Notes that an attempt does not begin: what it was to cost is given back. */
    void unbegun(Errand errand, Errand.Order order, Attempts state) {
        if (errand.redeliveries() == 0) {
            int cost = errand.overspent() ? Attempt.TOO_MUCH : state.policy().budget().cost();
            write(attempt(order, Attempt.Why.UNBEGUN, state, null, "", cost));
        }
    }

    /** Notes that an attempt is outside; nothing waits for that. */
    void away(Errand.Order order, Attempts state, Instant next, @Nullable Instant closes) {
        long seq = order.dispatch().seq();
        attempts.add(
                new Attempt(
                        seq,
                        Attempt.Why.AWAY,
                        state.progress(),
                        now(),
                        next.isBefore(Instant.MAX) ? next : null,
                        state.scheduled().equals(order.asked()) ? null : state.scheduled(),
                        closes,
                        details(seq),
                        "",
                        0));
    }

    /** What the next attempt costs; what undoes something is not refused for that. */
    private int spends(Outstanding outstanding, Attempts state) {
        Budget budget = state.policy().budget();
        return state.progress().role() == Role.COMPENSATION
                        || verdict(outstanding, budget) instanceof Verdict.Go
                ? budget.cost()
                : Attempt.TOO_MUCH;
    }

    private Attempt attempt(
            Errand.Order order,
            Attempt.Why why,
            Attempts state,
            @Nullable Instant until,
            String queue,
            int spends) {
        long seq = order.dispatch().seq();
        return new Attempt(
                seq,
                why,
                state.progress(),
                now(),
                until,
                state.scheduled().equals(order.asked()) ? null : state.scheduled(),
                null,
                details(seq),
                queue,
                spends);
    }

    // ---- What is known ----

    /** Where an activity is, if that is in memory. */
    @Nullable Attempts known(long seq) {
        return states.get(seq);
    }

    void keep(long seq, Attempts state) {
        states.put(seq, state);
    }

    /** What the last heartbeat of an activity said. */
    Payload details(long seq) {
        return details == null ? Payload.NONE : details.getOrDefault(seq, Payload.NONE);
    }

    void keep(long seq, Payload said) {
        if (!said.isNone()) {
            details = details == null ? new TreeMap<>() : details;
            details.put(seq, said);
        }
    }

    /** When an attempt outside is too late, heard of or not; null for never. */
    @Nullable Instant closes(Errand errand) {
        return errand.at() < 0 ? null : records.attempt(errand).closes();
    }

    /** Whether the run was told before that an activity ended so. */
    boolean wasResolved(long seq, Outcome outcome) {
        return records.wasResolved(leg.origin(), seq, outcome);
    }

    /** A state that may have been delivered is taken for one that was. */
    static Attempts started(Attempts state) {
        Progress progress = state.progress();
        return new Attempts(
                state.policy(),
                state.scheduled(),
                progress,
                new Decision.Start(
                        progress.attempt(),
                        progress.redelivery(),
                        new Work.Itself(),
                        Optional.empty(),
                        Duration.ZERO));
    }

    /** What an activity ended with that was cancelled while it was under way. */
    static Failure.Cancelled stopped(Failure failure) {
        return failure instanceof Failure.Cancelled cancelled
                ? cancelled
                : new Failure.Cancelled(
                        "The activity was cancelled, and ended so: " + failure.message(),
                        Payload.NONE);
    }

    /** Where an activity is, by what is durable where it is not in memory. */
    Attempts state(Errand errand, Errand.Order order) {
        Attempts known = states.get(errand.seq());
        if (known != null) {
            return known;
        }
        Policy policy = order.dispatch().policy();
        if (errand.at() < 0) {
            return Attempts.scheduled(policy, order.asked());
        }
        Attempt last = records.attempt(errand);
        keep(errand.seq(), last.details());
        Instant scheduled = last.anew() == null ? order.asked() : last.anew();
        Instant due = last.notBefore() == null ? scheduled : last.notBefore();
        Decision decision =
                errand.isParked()
                        ? new Decision.DeadLettered(
                                errand.queue(), last.progress().last().orElseThrow())
                        : new Decision.Wait(due, due);
        return new Attempts(policy, scheduled, last.progress(), decision);
    }

    /** What is to be done for an errand, read from the history where it is not in memory. */
    Errand.Order order(Outstanding outstanding, Errand errand) {
        if (errand.order() != null) {
            return errand.order();
        }
        Errand.Order order = records.order(errand);
        outstanding.keepOrder(errand.seq(), order);
        return order;
    }
}
