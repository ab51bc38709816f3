package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.SwallowedCancel.After;
import dev.reprise.examples.mended.SwallowedCancel.Before;
import dev.reprise.examples.mended.SwallowedCancel.Courier;
import dev.reprise.examples.mended.SwallowedCancel.Fraud;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Sent;
import dev.reprise.sim.explore.Terms;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** That an order is cancelled is taken for a check that has failed. */
final class SwallowedCancelTest {
    private static void scenario(Exploration it, Class<? extends Workflow<String, String>> order) {
        var checked = new AtomicBoolean();
        var inTime = new AtomicBoolean();
        var shipped = new AtomicBoolean();
        Fraud fraud =
                _ -> {
                    checked.set(true);
                    if (it.maybe("the check cannot be made")) {
                        throw ApplicationFailed.fatal("Closed", "nobody is at the office");
                    }
                    return false;
                };
        Courier courier =
                _ -> {
                    shipped.set(true);
                    return "shipped";
                };
        it.workflow(order).activities(fraud, courier);
        it.start(order, "order-1", "tea");
        Sent cancel = it.cancel("order-1");
        it.never(
                "an order is shipped that was cancelled before it was checked",
                () -> {
                    inTime.compareAndSet(false, cancel.isOver() && !checked.get());
                    return inTime.get() && shipped.get();
                });
    }

    @Test
    void an_order_that_is_cancelled_while_it_is_checked_is_shipped() {
        Finding found =
                Stories.found("SwallowedCancel", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
        assertThat(found.flaw().message()).contains("an order is shipped that was cancelled");
    }

    @WhateverHappens
    void mended_it_is_not_shipped(Exploration it) {
        scenario(it, After.class);
    }
}
