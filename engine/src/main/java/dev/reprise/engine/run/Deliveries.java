package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.drive.Herald;
import dev.reprise.engine.drive.Visit;
import dev.reprise.engine.store.Timer;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The activities of one run that this process has to deliver. What comes next is decided by their
 * policies ({@link Attempts}); here it is carried out. What has to be durable first is given to
 * whoever asks for {@link #news}, and delivered when that is so.
 */
final class Deliveries {
    private final House house;
    private final RunId run;
    private final Ledger ledger;
    private final Abroad abroad;
    private final Flights flights;
    private final Courier courier;
    private final Visits visits;

    /** What nobody has delivered, for want of code. */
    private final Seqs waiting = new Seqs();

    /** What another process may have delivered, and is gone. */
    private final Seqs lost = new Seqs();

    Deliveries(House house, RunId run) {
        this.house = house;
        this.run = run;
        this.ledger = new Ledger(house, run);
        this.flights = new Flights(house, run);
        this.courier = new Courier(house, run, ledger, flights);
        this.visits = new Visits(house, run);
        this.abroad = new Abroad(house, this, ledger, flights);
    }

    /** They are those of this leg. */
    void of(Standing standing) {
        ledger.of(standing.leg());
        courier.of(standing);
        visits.of(standing);
    }

    /** Those whose outcome comes from outside. */
    Abroad abroad() {
        return abroad;
    }

    private Instant now() {
        return ledger.now();
    }

    // ---- News ----

    /** Whether something has to be written down. */
    boolean hasNews() {
        return ledger.hasNews();
    }

    /** Gives away what has to be written down. */
    void news(List<Attempt> into, BiConsumer<Long, Outcome> ended) {
        ledger.news(into, ended);
    }

    private void end(long seq, Outcome outcome) {
        ledger.end(seq, outcome);
        forget(seq);
    }

    /** Writes down what was decided; it is carried out when that is durable. */
    void follow(
            Outstanding outstanding,
            Errand.Order order,
            Attempts state,
            Attempt.Why why,
            Instant now) {
        if (ledger.follow(outstanding, order, state, why, now)) {
            forget(order.dispatch().seq());
        }
    }

    /** Nothing follows for an activity any more but that its end is written down. */
    private void forget(long seq) {
        ledger.forget(seq);
        visits.leave(seq);
        waiting.remove(seq);
        lost.remove(seq);
        flights.forget(seq);
    }

    // ---- Beginning ----

    /** The run was loaded: whatever is due and was not delivered from here was lost. */
    void loaded(Outstanding outstanding, Instant now) {
        for (Errand errand : outstanding.errands()) {
            if (errand.isDue(now)) {
                lost.add(errand.seq());
            }
        }
    }

    /** Goes on with what was lost, as its policy says; those whose code is missing stay lost. */
    void redeliver(Outstanding outstanding) {
        for (long seq : lost.all()) {
            Errand errand = outstanding.errand(seq);
            if (errand == null) {
                lost.remove(seq);
            } else if (!errand.cancelled()) {
                lost(outstanding, errand);
            }
        }
    }

    private void lost(Outstanding outstanding, Errand errand) {
        long seq = errand.seq();
        Errand.Order order = ledger.order(outstanding, errand);
        if (isRefused(order)) {
            return;
        }
        Attempts before = ledger.state(errand, order);
        Attempts state = before.isOver() ? before : Ledger.started(before).lost(now());
        if (state.decision() instanceof Decision.Wait wait) {
            if (!hasCode(type(state, wait.until(), order))) {
                watchEnd(seq, state);
                return;
            }
        }
        lost.remove(seq);
        flights.unwatch(seq);
        boolean again = state.progress().redelivery() > errand.redeliveries();
        if (house.herald().isHeard(state.policy().notes().logLevel())) {
            house.herald().lost(courier.lost(order, before.progress()), state);
        }
        follow(outstanding, order, state, again ? Attempt.Why.LOST : Attempt.Why.NEXT, now());
    }

    private boolean isRefused(Errand.Order order) {
        Optional<Failure.Application> refused = order.dispatch().refused();
        refused.ifPresent(why -> end(order.dispatch().seq(), new Outcome.Failed(why)));
        return refused.isPresent();
    }

    /** All that was written down is durable. */
    void settled() {
        ledger.settled();
    }

    /** Delivers, unless that was done, or something has to come first. */
    void deliver(Outstanding outstanding, long seq) {
        Errand errand = outstanding.errand(seq);
        if (errand == null
                || errand.cancelled()
                || errand.isParked()
                || errand.away()
                || flights.contains(seq)
                || ledger.isWritten(seq)
                || house.outage().isStopped()) {
            return;
        }
        lost.remove(seq);
        waiting.remove(seq);
        Instant looked = flights.looksAt(seq);
        flights.unwatch(seq);
        Errand.Order order = ledger.order(outstanding, errand);
        if (isRefused(order)) {
            return;
        }
        Attempts state = ledger.state(errand, order);
        if (state.decision() instanceof Decision.Wait wait) {
            // Time does not run backwards in a run, even if the clock does.
            Instant earliest = wait.onCall() ? wait.due() : wait.until();
            Instant now = now();
            if (!wait.onCall() && earliest.equals(looked) && now.isBefore(earliest)) {
                // Its timer was rung twice, and meanwhile it waits at a gate for a later time.
                flights.watch(seq, earliest);
                return;
            }
            begin(outstanding, errand, order, state, now.isBefore(earliest) ? earliest : now);
        } else {
            ledger.unbegun(errand, order, state);
            follow(outstanding, order, state, Attempt.Why.NEXT, now());
        }
    }

    /**
     * Delivers what does not wait until it is durable, as its policy says: it may be done for an
     * entry that nobody will ever see.
     */
    void deliverEarly(Outstanding outstanding) {
        for (long seq : List.copyOf(outstanding.ready())) {
            Errand errand = outstanding.errand(seq);
            if (errand != null
                    && isEarly(errand, ledger.order(outstanding, errand).dispatch().policy())) {
                ledger.hurry(seq);
                deliver(outstanding, seq);
            }
        }
    }

    /** What counts deliveries must know of each, so it waits, whatever its mode is. */
    private static boolean isEarly(Errand errand, Policy policy) {
        if (policy.delivery().atMostOnce() || errand.redeliveries() > 0) {
            return false;
        }
        return switch (policy.execution().mode()) {
            case SYNC, ASYNC -> true;
            case DURABLE, EXTERNAL -> false;
        };
    }

    /** Whether something is under way that is carried out in the run's own step. */
    boolean isAtHand() {
        return flights.isAtHand();
    }

    /** Whether all of these are. */
    boolean areAtHand(List<Long> seqs) {
        return flights.areAtHand(seqs);
    }

    /** The time of a wait has come. */
    private void begin(
            Outstanding outstanding,
            Errand errand,
            Errand.Order order,
            Attempts state,
            Instant now) {
        long seq = errand.seq();
        Policy policy = visits.asItsRun(state.policy());
        Attempts next = state.due(now, Verdict.GO);
        Visit visit = null;
        Optional<String> key = Optional.empty();
        if (next.decision() instanceof Decision.Start free) {
            String type = Courier.typeOf(free.work(), order);
            if (!hasCode(type)) {
                waiting.add(seq);
                ledger.keep(seq, state);
                watchEnd(seq, state);
                return;
            }
            try {
                key = policy.execution().keyOf(type, order.input(), house.settings().functions());
            } catch (IllegalStateException e) {
                follow(outstanding, order, courier.keyless(next, e, now), Attempt.Why.NEXT, now);
                return;
            }
            if (errand.overspent()) {
                next = state.due(now, ledger.verdict(outstanding, policy.budget()));
            }
            // What was paid before is not paid again, but waits for its turn like all others.
            if (next.decision() instanceof Decision.Start
                    && visits.isGuarded(policy, free.work())) {
                visit = visits.visit(seq, order, policy);
                next = state.due(now, visits.verdict(visit, now));
            }
        }
        if (next.decision() instanceof Decision.Start start) {
            visits.started(seq);
            ledger.keep(seq, next);
            courier.hand(order, next, start, now, visit, key.orElse(""));
        } else if (next.decision() instanceof Decision.Wait wait
                && next.progress().equals(state.progress())) {
            ledger.keep(seq, next);
            // A breaker lets others in when those that are to decide do not come back.
            boolean trial = wait.onCall() && !policy.gates().breaker().isEmpty();
            Instant again =
                    trial
                            ? Outstanding.later(now, policy.gates().breaking().openFor())
                            : Instant.MAX;
            // A queue has room by itself when its rate does.
            if (wait.onCall() && visit != null && visits.again(visit).isBefore(again)) {
                again = visits.again(visit);
            }
            flights.watch(seq, again.isBefore(wait.until()) ? again : wait.until());
        } else {
            visits.leave(seq);
            ledger.unbegun(errand, order, state);
            follow(outstanding, order, next, Attempt.Why.NEXT, now);
        }
    }

    /** What waits at a gate may ask again. */
    void called(Outstanding outstanding, long seq) {
        if (visits.contains(seq)) {
            deliver(outstanding, seq);
        }
    }

    /** What would be carried out next. */
    private static String type(Attempts state, Instant at, Errand.Order order) {
        return state.due(at, Verdict.GO).decision() instanceof Decision.Start start
                ? Courier.typeOf(start.work(), order)
                : order.type();
    }

    private boolean hasCode(String type) {
        return house.repertoire().activities().knows(type)
                || !house.repertoire().awaitsCode(type, run);
    }

    // ---- Going on ----

    /** An attempt has ended; what it gave counts if it is still waited for. */
    void ended(Outstanding outstanding, Delivery delivery, Outcome outcome) {
        long seq = delivery.seq();
        if (!delivery.equals(flights.of(seq))) {
            house.count().late();
            return;
        }
        flights.land(seq);
        flights.unwatch(seq);
        ledger.keep(seq, delivery.details());
        Errand errand = outstanding.errand(seq);
        Attempts state = ledger.known(seq);
        if (errand == null || state == null) {
            house.count().late();
            return;
        }
        Instant now = now();
        if (outcome instanceof Outcome.Failed(var failure)) {
            long draw = house.around().seeds().getAsLong();
            state =
                    errand.cancelled()
                            ? state.cancelled(Ledger.stopped(failure))
                            : state.returned(now, outcome, draw, house.settings().functions());
        } else {
            state = state.returned(now, outcome, 0, house.settings().functions());
        }
        follow(outstanding, ledger.order(outstanding, errand), state, Attempt.Why.NEXT, now);
        if (outcome instanceof Outcome.Failed(var failure)) {
            tell(delivery.call(), failure, state);
        }
    }

    /** Hooks are code of users: they run where activities do. */
    private void tell(Call call, Failure failure, Attempts state) {
        Herald herald = house.herald();
        if (herald.isHeard(call.notes().logLevel())) {
            house.around().activities().execute(() -> herald.failed(call, failure, state));
        }
    }

    // ---- People ----

    /** The activity of that id that waits for a person; null when there is none. */
    @Nullable Errand parked(Outstanding outstanding, String activityId) {
        for (Errand errand : List.copyOf(outstanding.errands())) {
            if (errand.isParked()
                    && !ledger.isWritten(errand.seq())
                    && ledger.order(outstanding, errand).activityId().equals(activityId)) {
                return errand;
            }
        }
        return null;
    }

    /** What waits for a person is tried anew. */
    void redrive(Outstanding outstanding, Errand errand) {
        Errand.Order order = ledger.order(outstanding, errand);
        Instant now = now();
        follow(
                outstanding,
                order,
                ledger.state(errand, order).redriven(now),
                Attempt.Why.REDRIVEN,
                now);
    }

    /** What waits for a person ends as that person says. */
    void resolve(Errand errand, Outcome outcome) {
        end(errand.seq(), outcome);
    }

    /** An activity is looked at because its time has come; of a look of before nothing is left. */
    void look(Outstanding outstanding, Timer look) {
        long seq = look.seq();
        if (!flights.look(look)) {
            return;
        }
        Delivery delivery = flights.of(seq);
        if (delivery == null) {
            if (!lost.contains(seq)) {
                deliver(outstanding, seq);
            }
            return;
        }
        Failure overdue = delivery.overdue();
        if (overdue == null) {
            flights.watch(delivery);
        } else {
            delivery.abandon(overdue);
        }
    }

    /** What has no code fails when its time is over; what undoes something waits for its code. */
    private void watchEnd(long seq, Attempts state) {
        if (state.end().isAfter(now())) {
            flights.watch(seq, state.end());
        }
    }

    /**
     * What was cancelled and is not under way: nobody has to be waited for. What is under way is
     * asked to end; what has ended meanwhile ends as it did.
     */
    List<Long> cancelled(Outstanding outstanding) {
        if (outstanding.cancelled().isEmpty()) {
            return List.of();
        }
        List<Long> ended = new ArrayList<>(outstanding.cancelled());
        for (long seq : outstanding.cancelled()) {
            Delivery delivery = flights.of(seq);
            if (ledger.ended(seq) != null) {
                ended.remove(seq);
            } else if (delivery != null && isOutside(outstanding, seq)) {
                var gone = new Failure.Cancelled("The activity was outside.", Payload.NONE);
                delivery.take(new Outcome.Failed(gone));
                flights.land(seq);
            } else if (delivery != null) {
                delivery.cancel();
                ended.remove(seq);
            }
        }
        ended.forEach(this::forget);
        return ended;
    }

    private static boolean isOutside(Outstanding outstanding, long seq) {
        Errand errand = outstanding.errand(seq);
        return errand != null && errand.away();
    }

    /** Delivers what had no code and has some now. */
    void deliverWaiting(Outstanding outstanding) {
        for (long seq : waiting.all()) {
            deliver(outstanding, seq);
        }
    }

    /** Somebody was heard of that has it: it is not lost. */
    void found(long seq) {
        lost.remove(seq);
    }

    /** Whether it waits to be written down that it is delivered once more. */
    boolean isLost(long seq) {
        return lost.contains(seq);
    }

    /** Whether nothing is under way, and nothing waits for code. */
    boolean isIdle() {
        return flights.isEmpty()
                && waiting.isEmpty()
                && visits.isEmpty()
                && lost.isEmpty()
                && !hasNews();
    }

    /**
     * Nothing more is to be delivered; what is under way comes to its own end, but for what was
     * cancelled with the end.
     */
    void end(Outstanding outstanding) {
        for (long seq : outstanding.cancelled()) {
            Delivery delivery = flights.of(seq);
            if (delivery != null) {
                delivery.cancel();
            }
        }
        end();
    }

    private void end() {
        visits.end();
        ledger.clear();
        waiting.clear();
        lost.clear();
        flights.end();
    }

    /** Nobody will hear of what is under way. */
    void giveUp() {
        end();
        flights.giveUp();
    }
}
