package dev.reprise.examples;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An order is carried out whole, or not at all.
 *
 * <p>Stock is reserved, a card is charged, a courier is booked: three services that know nothing of
 * each other, so no transaction holds them together. When a later step fails for good, or the order
 * is cancelled, what was done is undone, the last step first. The order that could not be done ends
 * as failed, with the reason.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>How to undo a step is said <i>before</i> the step. A step that failed may have happened all
 *       the same: only its answer was lost. So to undo what was never done must do no harm.
 *   <li>There is no retry here. Whatever fails is tried three times by default, and rules say
 *       otherwise (docs/policies.md). {@link ApplicationFailed#fatal} is for what no attempt mends.
 *   <li>{@link Town#once} is all that a service needs to be charged once, however often it is
 *       asked: the idempotency key is the same for every attempt and every delivery of one call.
 * </ul>
 *
 * <pre>
 * reprise run OrderSaga.java --input '{"id":"42","sku":"tea","cents":1250,"city":"Rome"}'
 * reprise run OrderSaga.java --input '{"id":"43","sku":"tea","cents":1250,"city":"Atlantis"}'
 * </pre>
 */
final class OrderSaga implements Workflow<OrderSaga.Order, String> {
    record Order(String id, String sku, int cents, String city) {}

    interface Stock {
        void reserve(String order, String sku);

        void release(String order);
    }

    interface Payments {
        String charge(String order, int cents);

        void refund(String order);
    }

    interface Courier {
        String book(String order, String city);
    }

    @Override
    public String run(Order order) {
        var stock = Flow.activity(Stock.class);
        var payments = Flow.activity(Payments.class);
        var courier = Flow.activity(Courier.class);
        return Flow.saga(
                saga -> {
                    saga.onUndo(() -> stock.release(order.id()));
                    stock.reserve(order.id(), order.sku());
                    saga.onUndo(() -> payments.refund(order.id()));
                    String receipt = payments.charge(order.id(), order.cents());
                    return receipt + ", " + courier.book(order.id(), order.city());
                });
    }

    /** The world outside, as small as it gets. */
    static final class Town implements Stock, Payments, Courier {
        private final Map<String, String> done = new LinkedHashMap<>();

        @Override
        public void reserve(String order, String sku) {
            once("reserved " + sku + " for " + order);
        }

        @Override
        public void release(String order) {
            if (has("reserved", order)) {
                once("released what " + order + " had");
            }
        }

        @Override
        public String charge(String order, int cents) {
            return once("charged " + cents + " for " + order);
        }

        @Override
        public void refund(String order) {
            if (has("charged", order)) {
                once("refunded " + order);
            }
        }

        @Override
        public String book(String order, String city) {
            if (city.equals("Atlantis")) {
                throw ApplicationFailed.fatal("NoWay", "no courier goes to " + city);
            }
            return once("booked a courier to " + city + " for " + order);
        }

        /** Does something unless it was done under this key before. */
        private synchronized String once(String what) {
            return done.computeIfAbsent(ActivityContext.current().idempotencyKey(), _ -> what);
        }

        private synchronized boolean has(String what, String order) {
            return done.values().stream().anyMatch(it -> it.matches(what + " .* for " + order));
        }

        /** What has happened, in order. */
        synchronized List<String> done() {
            return List.copyOf(done.values());
        }
    }
}
