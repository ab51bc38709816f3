package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.examples.mended.StaleRead.After;
import dev.reprise.examples.mended.StaleRead.Before;
import dev.reprise.examples.mended.StaleRead.Payments;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two updates read the same balance. */
final class StaleReadTest {
    private static void scenario(Exploration it, Class<? extends Workflow<Integer, Integer>> card) {
        Map<String, Integer> paid = new TreeMap<>();
        it.workflow(card)
                .activities(
                        (Payments)
                                (_, cents) ->
                                        paid.put(
                                                ActivityContext.current().idempotencyKey(), cents));
        it.start(card, "card-1", 100);
        it.update("card-1", "spend", "books", 70);
        it.update("card-1", "spend", "tea", 70);
        it.mayStayOpen("card-1");
        it.always(
                "no more is spent than the card has",
                () -> paid.values().stream().mapToInt(Integer::intValue).sum() <= 100);
        it.atEnd(() -> assertThat(paid).hasSize(1));
    }

    @Test
    void a_card_is_overdrawn_by_two_who_read_the_same_balance() {
        Finding found = Stories.found("StaleRead", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
        assertThat(found.flaw().message()).contains("no more is spent than the card has");
    }

    @WhateverHappens
    void mended_one_of_both_is_refused(Exploration it) {
        scenario(it, After.class);
    }
}
