package dev.reprise.app;

import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.time.Duration;

/** The order that the demo carries out, whatever becomes of the process. */
final class Checkout implements Workflow<Checkout.Order, Checkout.Receipt> {
    private String approvedBy = "";

    @Override
    public Receipt run(Order order) {
        String payment = Flow.activity(Payments.class).charge(order);
        Flow.parallel(
                () -> Flow.activity(Stock.class).reserve(order),
                () -> Flow.activity(Mail.class).confirm(order));
        if (!Flow.await(Duration.ofDays(2), () -> !approvedBy.isEmpty())) {
            throw ApplicationFailed.fatal("NotApproved", "nobody approved " + order.id());
        }
        Flow.sleep(Duration.ofMillis(300));
        String parcel = Flow.activity(Stock.class).ship(order);
        return new Receipt(order.id(), payment, approvedBy, parcel);
    }

    @Signal
    void approve(String who) {
        if (approvedBy.isEmpty()) {
            approvedBy = who;
        }
    }

    record Order(String id, int cents) {}

    record Receipt(String order, String payment, String approvedBy, String parcel) {}

    interface Payments {
        String charge(Order order);
    }

    interface Stock {
        String reserve(Order order);

        String ship(Order order);
    }

    interface Mail {
        String confirm(Order order);
    }
}
