package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.RefundTwice.Account;
import dev.reprise.examples.mended.RefundTwice.After;
import dev.reprise.examples.mended.RefundTwice.Before;
import dev.reprise.examples.mended.RefundTwice.Courier;
import dev.reprise.examples.mended.RefundTwice.Order;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import org.junit.jupiter.api.Test;

/** What is undone by a payment is undone twice. */
final class RefundTwiceTest {
    private static void scenario(Exploration it, Class<? extends Workflow<Order, String>> order) {
        var account = new Account();
        Courier courier =
                _ -> {
                    throw ApplicationFailed.fatal("NoWay", "no courier goes to Atlantis");
                };
        it.workflow(order).activities(account, courier);
        it.start(order, "order-1", new Order("order-1", "ann", 1250));
        it.always("nobody gets back more than was paid", () -> account.balance() >= 0);
        it.atEnd(() -> assertThat(account.balance()).isZero());
    }

    @Test
    void money_is_given_back_twice_when_the_process_dies_behind_it() {
        Finding found =
                Stories.found("RefundTwice", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
        assertThat(found.flaw().message()).contains("nobody gets back more than was paid");
        assertThat(found.told()).contains("begins, delivered again");
    }

    @WhateverHappens
    void mended_it_is_given_back_once(Exploration it) {
        scenario(it, After.class);
    }
}
