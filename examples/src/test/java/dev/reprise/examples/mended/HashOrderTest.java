package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.HashOrder.After;
import dev.reprise.examples.mended.HashOrder.Before;
import dev.reprise.examples.mended.HashOrder.Post;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Code that goes through a hash set asks in another order when it is replayed. */
final class HashOrderTest {
    /** So many that the same order comes twice by chance once in 40,320 times. */
    private static final List<String> GUESTS =
            List.of("ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hal");

    private static void scenario(
            Exploration it, Class<? extends Workflow<List<String>, Integer>> party) {
        it.workflow(party).activities((Post) _ -> {});
        it.start(party, "party-1", GUESTS);
        it.atEnd(() -> assertThat(it.result("party-1", Integer.class)).isEqualTo(GUESTS.size()));
    }

    @Test
    void letters_in_the_order_of_addresses_in_memory_are_stuck_when_they_are_replayed() {
        Finding found = Stories.found("HashOrder", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.STUCK);
        assertThat(found.flaw().message()).contains("Run party-1 is stuck");
    }

    @WhateverHappens
    void mended_everybody_gets_a_letter(Exploration it) {
        scenario(it, After.class);
    }
}
