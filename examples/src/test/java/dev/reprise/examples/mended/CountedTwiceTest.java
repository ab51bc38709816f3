package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.CountedTwice.After;
import dev.reprise.examples.mended.CountedTwice.Before;
import dev.reprise.examples.mended.CountedTwice.Payments;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One person approves for two. */
final class CountedTwiceTest {
    private static void scenario(
            Exploration it, Class<? extends Workflow<String, String>> payment) {
        var alone = new AtomicBoolean();
        it.workflow(payment)
                .activities(
                        (Payments)
                                (_, approvers) -> {
                                    if (new TreeSet<>(approvers).size() < 2) {
                                        alone.set(true);
                                    }
                                });
        it.start(payment, "payment-1", "a house");
        it.signal("payment-1", "approve", "ann");
        it.signal("payment-1", "approve", "ann");
        it.signal("payment-1", "approve", "bob");
        it.never("one person alone pays", alone::get);
        it.atEnd(() -> assertThat(it.result("payment-1", String.class)).isEqualTo("paid"));
    }

    @Test
    void who_clicks_twice_approves_for_two() {
        Finding found =
                Stories.found("CountedTwice", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
        assertThat(found.flaw().message()).contains("one person alone pays");
    }

    @WhateverHappens
    void mended_two_people_have_to_approve(Exploration it) {
        scenario(it, After.class);
    }
}
