package dev.reprise.app;

import dev.reprise.RunId;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.time.Duration;

/**
 * The order that the demo carries out, whatever becomes of the process: whole, or not at all. When
 * nobody can ship it, what was done is undone, the last step first.
 */
final class Checkout implements Workflow<Checkout.Order, Checkout.Receipt> {
    private String approvedBy = "";

    @Override
    public Receipt run(Order order) {
        return Flow.saga(
                saga -> {
                    saga.onUndo(() -> Flow.activity(Payments.class).refund(order));
                    String payment = Flow.activity(Payments.class).charge(order);
                    saga.onUndo(() -> Flow.activity(Stock.class).release(order));
                    Flow.parallel(
                            () -> Flow.activity(Stock.class).reserve(order),
                            () -> Flow.activity(Mail.class).confirm(order));
                    if (!Flow.await(Duration.ofDays(2), () -> !approvedBy.isEmpty())) {
                        throw ApplicationFailed.fatal("NotApproved", "nobody approved " + order);
                    }
                    Flow.sleep(Duration.ofMillis(300));
                    String parcel = order.gift() ? wrapped(order) : "plain";
                    Flow.activity(Courier.class).ship(order);
                    return new Receipt(order.id(), payment, approvedBy, parcel);
                });
    }

    /** A run of a pattern, as a child: {@link Packing}. */
    private static String wrapped(Order order) {
        return Flow.child(Packing.NAME, String.class)
                .id(new RunId(order.id() + "/" + Packing.NAME))
                .call(order.id());
    }

    @Signal
    void approve(String who) {
        if (approvedBy.isEmpty()) {
            approvedBy = who;
        }
    }

    record Order(String id, int cents, String city, boolean gift) {}

    record Receipt(String order, String payment, String approvedBy, String parcel) {}

    interface Payments {
        String charge(Order order);

        void refund(Order order);
    }

    interface Stock {
        String reserve(Order order);

        void release(Order order);

        void count();
    }

    interface Mail {
        String confirm(Order order);
    }

    interface Courier {
        String ship(Order order);
    }
}
