package dev.reprise.app;

import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.time.Duration;

/** The order of the demo: charge, wait for an approval with a time limit, ship. */
final class OrderWorkflow implements Workflow<String, String> {
    private final Duration approvalTime;
    private boolean approved;

    private OrderWorkflow(Duration approvalTime) {
        this.approvalTime = approvalTime;
    }

    static WorkflowType<String, String> type(Duration approvalTime) {
        return WorkflowType.of(OrderWorkflow.class, () -> new OrderWorkflow(approvalTime));
    }

    /** What others do for the order. */
    interface Shop {
        String charge(String order);

        void ship(String order);
    }

    @Override
    public String run(String order) {
        String receipt = Flow.activity(Shop.class).charge(order);
        if (!Flow.await(approvalTime, () -> approved)) {
            throw ApplicationFailed.fatal("NotApproved", "nobody approved the order in time");
        }
        Flow.activity(Shop.class).ship(order);
        return "shipped, " + receipt;
    }

    @Signal
    void approve(String who) {
        approved = true;
    }
}
