package dev.reprise.examples;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A subscription is charged every thirty days until it is cancelled, for years if need be.
 *
 * <p>A history that grows for ever would be slow to replay and long to read. So a run lasts for one
 * period, and then <i>continues as new</i>: under the same id, with an empty history, and with all
 * that is to be remembered as its input. To everybody outside it stays one subscription: signals
 * that arrive between two periods are told to the next, and who waits for the result waits on.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>{@link State} is all there is to know. What is in fields only is gone with the period.
 *   <li>The id of the run is the subscription: starting it twice is refused, so nobody pays twice.
 *   <li>A card that is refused is not the end: the subscription waits two weeks for another card.
 * </ul>
 *
 * <pre>
 * reprise run Subscription.java --data data --input '{"customer":"acme","plan":"basic","period":1}'
 * reprise signal Subscription changePlan '"gold"' --data data              (another terminal)
 * reprise signal Subscription cancel --data data
 * </pre>
 */
final class Subscription implements Workflow<Subscription.State, String> {
    /**
     * What is handed from one period to the next.
     *
     * @param period from 1
     */
    record State(String customer, String plan, int period) {
        State next(String plan) {
            return new State(customer, plan, period + 1);
        }
    }

    interface Payments {
        void charge(String customer, String plan, int period);
    }

    private static final Duration PERIOD = Duration.ofDays(30);
    private static final Duration GRACE = Duration.ofDays(14);

    private String plan = "";
    private int period;
    private boolean cancelled;
    private int cards;

    @Override
    public String run(State state) {
        if (plan.isEmpty()) { // a signal may have been here first
            plan = state.plan();
        }
        period = state.period();
        if (!paid(state)) {
            return state.customer() + " did not pay for period " + period;
        }
        if (Flow.await(PERIOD, () -> cancelled)) {
            return state.customer() + " left in period " + period;
        }
        return Flow.continueAsNew(state.next(plan));
    }

    /** Charges for the period; with another card when the first is refused. */
    private boolean paid(State state) {
        while (true) {
            int before = cards;
            try {
                Flow.activity(Payments.class).charge(state.customer(), plan, period);
                return true;
            } catch (ActivityFailed _) {
                if (!Flow.await(GRACE, () -> cards > before)) {
                    return false;
                }
            }
        }
    }

    /** From the next period on. */
    @Signal
    void changePlan(String to) {
        plan = to;
    }

    @Signal
    void cardChanged() {
        cards++;
    }

    @Signal
    void cancel() {
        cancelled = true;
    }

    @Query
    String status() {
        return "period " + period + ", next is " + (cancelled ? "none" : plan);
    }

    /** A bank that charges once for each key. */
    static final class Bank implements Payments {
        private final Map<String, String> charges = new LinkedHashMap<>();

        @Override
        public synchronized void charge(String customer, String plan, int period) {
            charges.put(
                    ActivityContext.current().idempotencyKey(),
                    customer + " " + plan + " " + period);
        }

        synchronized List<String> charges() {
            return List.copyOf(charges.values());
        }
    }
}
