package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.OrphanedChild.After;
import dev.reprise.examples.mended.OrphanedChild.Before;
import dev.reprise.examples.mended.OrphanedChild.Mail;
import dev.reprise.examples.mended.OrphanedChild.Receipt;
import dev.reprise.examples.mended.OrphanedChild.Warehouse;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A child ends with its parent before it has done its work. */
final class OrphanedChildTest {
    private static void scenario(Exploration it, Class<? extends Workflow<String, String>> order) {
        Set<String> receipts = new TreeSet<>();
        it.workflow(order)
                .workflow(Receipt.class)
                .activities((Warehouse) _ -> {}, (Mail) receipts::add);
        it.start(order, "order-1", "tea");
        it.eventually("there is a receipt", () -> receipts.contains("tea"));
    }

    @Test
    void a_receipt_is_not_sent_when_the_order_ends_before() {
        Finding found =
                Stories.found("OrphanedChild", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.MISSED);
        assertThat(found.flaw().message()).contains("there is a receipt");
        assertThat(found.told()).doesNotContain("Mail.receipt(\"tea\") begins");
    }

    @WhateverHappens
    void mended_there_is_a_receipt(Exploration it) {
        scenario(it, After.class);
    }
}
