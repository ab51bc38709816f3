package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Those of a run's activities whose outcome somebody outside brings, by a task token. */
final class Abroad {
    private final House house;
    private final Deliveries deliveries;
    private final Ledger ledger;
    private final Flights flights;

    Abroad(House house, Deliveries deliveries, Ledger ledger, Flights flights) {
        this.house = house;
        this.deliveries = deliveries;
        this.ledger = ledger;
        this.flights = flights;
    }

    /** The code of an attempt has returned: from now on it is not started again. */
    void away(Outstanding outstanding, Delivery delivery) {
        Errand errand = outstanding.errand(delivery.seq());
        Attempts state = ledger.known(delivery.seq());
        if (errand != null && state != null && delivery.equals(flights.of(delivery.seq()))) {
            Errand.Order order = ledger.order(outstanding, errand);
            ledger.away(order, state, delivery.nextLook(), delivery.closes());
        }
    }

    /** The activity that a token names, if somebody waits for it; null when nobody does. */
    private @Nullable Errand named(Outstanding outstanding, TaskToken token) {
        long seq = token.seq();
        Errand errand = outstanding.errand(seq);
        if (errand == null
                || errand.attempt() != token.attempt()
                || errand.isParked()
                || ledger.isWritten(seq)) {
            return null;
        }
        Policy policy = ledger.order(outstanding, errand).dispatch().policy();
        boolean began = errand.away() || deliveries.isLost(seq) || flights.of(seq) != null;
        return began && policy.execution().mode() == Execution.Mode.EXTERNAL ? errand : null;
    }

    /** An outcome came from outside; whether somebody waited for it. */
    boolean completed(Outstanding outstanding, TaskToken token, Outcome outcome) {
        Errand errand = named(outstanding, token);
        if (errand == null) {
            return outcome.equals(ledger.ended(token.seq()));
        }
        long seq = errand.seq();
        Delivery delivery = flights.of(seq);
        Outcome told = outcome;
        if (delivery != null) {
            Outcome taken = delivery.take(outcome);
            if (taken == null) {
                return false;
            }
            told = taken;
            flights.land(seq);
            flights.unwatch(seq);
        }
        resume(outstanding, errand, told);
        return true;
    }

    /** What was outside goes on with an outcome. */
    private void resume(Outstanding outstanding, Errand errand, Outcome outcome) {
        Errand.Order order = ledger.order(outstanding, errand);
        Attempts state = ledger.state(errand, order);
        if (!(state.decision() instanceof Decision.Start)) {
            state = Ledger.started(state);
        }
        deliveries.found(errand.seq());
        Instant now = ledger.now();
        long draw = house.around().seeds().getAsLong();
        Attempts next =
                errand.cancelled() && outcome instanceof Outcome.Failed(var failure)
                        ? state.cancelled(Ledger.stopped(failure))
                        : state.returned(now, outcome, draw, house.settings().functions());
        deliveries.follow(outstanding, order, next, Attempt.Why.NEXT, now);
    }

    /** An attempt was heard of from outside; whether somebody waited for that. */
    boolean heard(Outstanding outstanding, TaskToken token, Payload said) {
        Errand errand = named(outstanding, token);
        if (errand == null) {
            return false;
        }
        long seq = errand.seq();
        Errand.Order order = ledger.order(outstanding, errand);
        Attempts state = ledger.state(errand, order);
        Delivery delivery = flights.of(seq);
        Instant closes = delivery == null ? ledger.closes(errand) : delivery.closes();
        ledger.keep(seq, said);
        Duration beat = state.policy().timeouts().heartbeat();
        Instant silent = beat.isZero() ? Instant.MAX : Outstanding.later(ledger.now(), beat);
        Instant next = closes != null && closes.isBefore(silent) ? closes : silent;
        if (delivery != null) {
            delivery.heard(said);
            flights.watch(seq, next);
        }
        deliveries.found(seq);
        ledger.away(order, state, next, closes);
        return true;
    }

    /** What is outside takes too long. What this process has begun it watches itself. */
    void overdue(Outstanding outstanding, Errand errand) {
        if (flights.of(errand.seq()) != null || ledger.isWritten(errand.seq())) {
            return;
        }
        Attempts state = ledger.state(errand, ledger.order(outstanding, errand));
        Instant closes = ledger.closes(errand);
        TimeoutKind kind =
                closes == null || !closes.equals(errand.notBefore())
                        ? TimeoutKind.HEARTBEAT
                        : closes.equals(state.end())
                                ? TimeoutKind.SCHEDULE_TO_CLOSE
                                : TimeoutKind.START_TO_CLOSE;
        var timeout =
                new Failure.Timeout(
                        kind,
                        "It was outside, and had until " + errand.notBefore() + ".",
                        ledger.details(errand.seq()),
                        Optional.empty());
        house.count().abandoned();
        resume(outstanding, errand, new Outcome.Failed(timeout));
    }

    /** Whether the attempt has failed so, and what follows from that has not begun. */
    boolean hadFailed(Outstanding outstanding, TaskToken token, Outcome outcome) {
        Errand errand = outstanding.errand(token.seq());
        if (errand == null || !(outcome instanceof Outcome.Failed(var failure))) {
            return false;
        }
        Attempts state = ledger.state(errand, ledger.order(outstanding, errand));
        Progress progress = state.progress();
        boolean isLast =
                state.decision() instanceof Decision.DeadLettered
                        ? progress.attempt() == token.attempt()
                        : progress.attempt() == token.attempt() + 1;
        return isLast && progress.last().equals(Optional.of(failure));
    }

    /** Whether what follows for an activity is not durable yet. */
    boolean isUnderWay(TaskToken token) {
        return ledger.isWritten(token.seq());
    }

    /** Whether the run was told before that an activity ended so. */
    boolean wasResolved(TaskToken token, Outcome outcome) {
        return ledger.wasResolved(token.seq(), outcome);
    }
}
