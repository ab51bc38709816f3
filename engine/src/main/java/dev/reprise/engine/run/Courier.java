package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Handover;
import dev.reprise.engine.activity.Performance;
import dev.reprise.engine.drive.Visit;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Progress;
import dev.reprise.policy.Work;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands attempts of a run's activities over to those who carry them out. */
final class Courier {
    private final House house;
    private final RunId run;
    private final Ledger ledger;
    private final Flights flights;
    private Leg leg = Leg.FIRST;
    private long birth;

    Courier(House house, RunId run, Ledger ledger, Flights flights) {
        this.house = house;
        this.run = run;
        this.ledger = ledger;
        this.flights = flights;
    }

    /** The attempts are those of this leg. */
    void of(Standing standing) {
        leg = standing.leg();
        birth = standing.told();
    }

    void hand(
            Errand.Order order,
            Attempts state,
            Decision.Start start,
            Instant now,
            @Nullable Visit visit,
            String key) {
        Call call =
                call(
                        order,
                        state.progress(),
                        typeOf(start.work(), order),
                        handover(order.dispatch().seq(), state, start.work(), key));
        var delivery = new Delivery(house, call, mode(state, start.work()), start, now, visit);
        flights.add(delivery, state.policy().execution().mode() == Execution.Mode.SYNC);
        house.cells().underWay(1);
        house.count().delivered(start.redelivery());
        house.around().activities().execute(delivery);
    }

    /** What would be carried out: the activity itself, or another in its place. */
    static String typeOf(Work work, Errand.Order order) {
        return work instanceof Work.Another another ? another.name() : order.type();
    }

    /** An attempt that was lost, for those who are told of it. */
    Call lost(Errand.Order order, Progress progress) {
        return call(order, progress, order.type(), Handover.NONE);
    }

    /** Without the key that its policy wants nothing begins. */
    Attempts keyless(Attempts started, IllegalStateException why, Instant now) {
        var failure =
                new Failure.Application(
                        "KeyFailed",
                        "The idempotency key could not be told: " + why.getMessage(),
                        Payload.NONE,
                        false,
                        Optional.empty());
        return started.returned(now, new Outcome.Failed(failure), 0, house.settings().functions());
    }

    private Call call(Errand.Order order, Progress progress, String type, Handover told) {
        return new Call(
                run,
                leg.legOf(order.dispatch().seq()),
                birth,
                order.dispatch().seq(),
                order.activityId(),
                type,
                order.input(),
                progress.attempt(),
                progress.redelivery(),
                told,
                order.dispatch().policy().notes());
    }

    /** Only the activity itself is completed from outside. */
    private static Performance.Mode mode(Attempts state, Work work) {
        return state.policy().execution().mode() == Execution.Mode.EXTERNAL
                        && !(work instanceof Work.Another)
                ? Performance.Mode.EXTERNAL
                : Performance.Mode.INLINE;
    }

    private Handover handover(long seq, Attempts state, Work work, String key) {
        Handover told = Handover.NONE.details(ledger.details(seq));
        Optional<Failure> last = state.progress().last();
        if (last.isPresent()) {
            told = told.failure(last.get());
        }
        return switch (work) {
            case Work.Itself _ -> told.key(key);
            case Work.Altered(var overrides, _) -> told.overrides(overrides).key(key);
            // Another activity is another thing to be done once.
            case Work.Another(var name, _, _) ->
                    told.key(ActivityContext.keyOf(run, leg.legOf(seq), birth, seq) + "/" + name);
        };
    }
}
