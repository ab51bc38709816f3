package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.Deadlock.After;
import dev.reprise.examples.mended.Deadlock.Before;
import dev.reprise.examples.mended.Deadlock.Ledger;
import dev.reprise.examples.mended.Deadlock.Transfer;
import dev.reprise.examples.mended.Deadlock.Vault;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Sent;
import dev.reprise.sim.explore.Terms;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Two transfers wait for each other. */
final class DeadlockTest {
    private static void scenario(Exploration it, Class<? extends Workflow<Transfer, String>> type) {
        Set<String> moved = new TreeSet<>();
        it.workflow(Vault.class)
                .workflow(type)
                .activities((Ledger) (from, to, _) -> moved.add(from + " to " + to));
        Sent vault = it.start(Vault.class, "vault", 2);
        it.start(type, "rent", new Transfer("ann", "bob", 500)).after(vault);
        it.start(type, "gift", new Transfer("bob", "ann", 20)).after(vault);
        it.atEnd(() -> assertThat(moved).containsExactly("ann to bob", "bob to ann"));
    }

    @Test
    void two_transfers_in_opposite_directions_wait_for_each_other() {
        Finding found = Stories.found("Deadlock", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.OPEN);
        assertThat(found.flaw().message()).contains("does not end");
    }

    @WhateverHappens
    void mended_both_come_through(Exploration it) {
        scenario(it, After.class);
    }
}
