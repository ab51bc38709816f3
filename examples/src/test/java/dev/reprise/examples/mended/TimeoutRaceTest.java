package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.TimeoutRace.After;
import dev.reprise.examples.mended.TimeoutRace.Before;
import dev.reprise.examples.mended.TimeoutRace.Shop;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A handler and a time limit both decide. */
final class TimeoutRaceTest {
    /** A shop that knows what it has done. */
    private static final class Ledger implements Shop {
        private final Set<String> done = new TreeSet<>();

        @Override
        public void ship(String order) {
            done.add("shipped");
        }

        @Override
        public void refund(String order) {
            done.add("refunded");
        }
    }

    private static void scenario(Exploration it, Class<? extends Workflow<String, String>> order) {
        var shop = new Ledger();
        it.workflow(order).activities(shop);
        it.start(order, "order-1", "tea");
        it.signal("order-1", "packed", "tea");
        it.never("it is shipped and refunded", () -> shop.done.size() == 2);
        it.atEnd(() -> assertThat(shop.done).containsExactly(it.result("order-1", String.class)));
    }

    @Test
    void an_order_that_is_packed_when_the_day_ends_is_shipped_and_refunded() {
        Finding found =
                Stories.found("TimeoutRace", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
        assertThat(found.flaw().message()).contains("it is shipped and refunded");
        assertThat(found.told()).contains("Shop.ship").contains("Shop.refund");
    }

    @WhateverHappens
    void mended_it_is_one_of_both(Exploration it) {
        scenario(it, After.class);
    }
}
