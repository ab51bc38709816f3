package dev.reprise.guide;

import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import java.time.Duration;

final class OrderWorkflow implements Workflow<String, String> {
    private String address = "";
    private boolean approved;

    @Override
    public String run(String order) {
        String receipt = Flow.activity(Payments.class).charge(order);
        var done =
                Flow.parallel(
                        () -> Flow.activity(Stock.class).reserve(order),
                        () -> Flow.activity(Mail.class).confirm(order));
        if (!Flow.await(Duration.ofDays(2), () -> approved)) {
            Flow.activity(Payments.class).refund(receipt);
            throw ApplicationFailed.fatal("NotApproved", "nobody approved " + order);
        }
        return receipt + ", " + done.getFirst() + address;
    }

    @Signal
    void approve(String who) {
        Flow.logger().log(System.Logger.Level.INFO, "approved by {0}", who);
        approved = true;
    }

    @Query
    String status() {
        return approved ? "approved" : "waiting";
    }

    @Update(validator = "checkAddress")
    String changeAddress(String value) {
        address = " to " + value;
        return "ships" + address;
    }

    void checkAddress(String value) {
        if (value.isBlank()) {
            throw ApplicationFailed.of("BadAddress", "an address is not blank");
        }
    }

    interface Payments {
        String charge(String order);

        void refund(String receipt);
    }

    interface Stock {
        String reserve(String order);
    }

    interface Mail {
        String confirm(String order);
    }
}
