package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.store.Timer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a run hears of its activities: from those who carry them out, from outside, from people and
 * by the clock.
 */
final class Tidings {
    private static final Outcome CANCELLED =
            new Outcome.Failed(
                    new Failure.Cancelled("The activity was not under way.", Payload.NONE));

    private final House house;
    private final RunId run;
    private final Incumbent incumbent;
    private final Agenda agenda;
    private final Requests requests;
    private final Deliveries deliveries;

    Tidings(
            House house,
            RunId run,
            Incumbent incumbent,
            Agenda agenda,
            Requests requests,
            Deliveries deliveries) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
        this.agenda = agenda;
        this.requests = requests;
        this.deliveries = deliveries;
    }

    /** Puts all that is new on the agenda, and delivers what can be delivered by now. */
    void gather() {
        Standing known = incumbent.known();
        if (known != null && !known.status().isEnd()) {
            Outstanding outstanding = known.outstanding();
            for (long seq : deliveries.cancelled(outstanding)) {
                agenda.resolve(seq, CANCELLED);
            }
            deliveries.deliverWaiting(outstanding);
            deliveries.redeliver(outstanding);
            agenda.take(deliveries);
        }
    }

    // ---- From those who carry them out ----

    void ended(Message.Ended told) {
        Standing known = incumbent.known();
        if (known == null) {
            house.count().late();
        } else {
            deliveries.ended(known.outstanding(), told.delivery(), told.outcome());
        }
    }

    void away(Message.Away told) {
        Standing known = incumbent.known();
        if (known != null) {
            deliveries.abroad().away(known.outstanding(), told.delivery());
        }
    }

    void called(long seq) {
        Standing known = incumbent.known();
        if (known != null) {
            deliveries.called(known.outstanding(), seq);
        }
    }

    // ---- From outside ----

    void complete(Message.Complete told) {
        TaskToken token = told.token();
        Standing known = incumbent.known();
        if (known == null) {
            told.refuse(Refusal.noSuchRun(run));
            return;
        }
        Abroad abroad = deliveries.abroad();
        Outstanding outstanding = known.outstanding();
        if (!isOf(token, known)) {
            told.refuse(stale(token));
        } else if (abroad.completed(outstanding, token, told.outcome())) {
            agenda.ack(told.waiting(), true);
        } else if (abroad.hadFailed(outstanding, token, told.outcome())) {
            if (abroad.isUnderWay(token)) {
                agenda.ack(told.waiting(), false);
            } else {
                told.waiting().complete(false);
            }
        } else if (abroad.wasResolved(token, told.outcome())) {
            told.waiting().complete(false);
        } else {
            told.refuse(stale(token));
        }
    }

    void beat(Message.Beat told) {
        TaskToken token = told.token();
        Standing known = incumbent.known();
        if (known == null) {
            told.refuse(Refusal.noSuchRun(run));
        } else if (isOf(token, known)
                && deliveries.abroad().heard(known.outstanding(), token, told.details())) {
            agenda.ack(told.waiting(), true);
        } else {
            told.refuse(stale(token));
        }
    }

    /** Whether it is of this run, and not of one that had the id before. */
    private static boolean isOf(TaskToken token, Standing known) {
        return token.birth() == known.told() && token.leg() == known.leg().legOf(token.seq());
    }

    private static Refusal stale(TaskToken token) {
        return new Refusal(
                Refusal.Reason.NO_SUCH_ACTIVITY,
                "Nobody waits for attempt "
                        + token.attempt()
                        + " of activity "
                        + token.seq()
                        + " of run "
                        + token.run()
                        + " to be completed from outside: it has ended, another attempt has begun, or"
                        + " the run that asked for it was deleted.");
    }

    // ---- From people ----

    void redrive(Message.Redrive asked) {
        Errand parked = asked(asked, asked.activityId(), asked.request(), asked.waiting());
        if (parked != null) {
            deliveries.redrive(incumbent.standing().outstanding(), parked);
            agenda.ack(asked.waiting(), true);
        }
    }

    void resolve(Message.Resolve asked) {
        Errand parked = asked(asked, asked.activityId(), asked.request(), asked.waiting());
        if (parked != null) {
            deliveries.resolve(parked, asked.outcome());
            agenda.ack(asked.waiting(), true);
        }
    }

    /** What waits for a person, unless the same was asked before: then that is all. */
    private @Nullable Errand asked(
            Message message,
            String activityId,
            RequestKey request,
            CompletableFuture<Boolean> waiting) {
        if (incumbent.known() != null && !agenda.isNew(request, waiting)) {
            return null;
        }
        Errand parked = parked(message, activityId);
        if (parked != null) {
            requests.add(request);
        }
        return parked;
    }

    /** What somebody wants to do something about; null when it does not wait for a person. */
    private @Nullable Errand parked(Message message, String activityId) {
        if (!incumbent.mayBeTold(message)) {
            return null;
        }
        Standing known = incumbent.known();
        Errand parked = known == null ? null : deliveries.parked(known.outstanding(), activityId);
        if (parked == null) {
            message.refuse(
                    new Refusal(
                            Refusal.Reason.NO_SUCH_ACTIVITY,
                            "No activity "
                                    + activityId
                                    + " of run "
                                    + run
                                    + " waits for a person. deadLetters lists those that do."));
        }
        return parked;
    }

    // ---- By the clock ----

    /** A timer may be rung twice: then what it was set for is over, or waits for another time. */
    void due(Timer timer) {
        Standing known = incumbent.known();
        if (known == null) {
            return;
        }
        long seq = timer.seq();
        Outstanding outstanding = known.outstanding();
        Errand errand = outstanding.errand(seq);
        if (timer.due().equals(outstanding.timer(seq))) {
            agenda.fire(seq);
        } else if (errand != null
                && timer.due().equals(errand.notBefore())
                && !deliveries.isLost(seq)) {
            if (errand.away()) {
                deliveries.abroad().overdue(outstanding, errand);
            } else {
                deliveries.deliver(outstanding, seq);
            }
        }
    }

    /** An activity is looked at because its time has come. */
    void look(Timer watch) {
        Standing known = incumbent.known();
        if (known != null) {
            deliveries.look(known.outstanding(), watch);
        }
    }
}
