package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.LostOnContinue.After;
import dev.reprise.examples.mended.LostOnContinue.Before;
import dev.reprise.examples.mended.LostOnContinue.Desk;
import dev.reprise.examples.mended.LostOnContinue.Models;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is left to do is forgotten by the next leg. */
final class LostOnContinueTest {
    private static <I> void scenario(
            Exploration it, Class<? extends Workflow<I, Void>> agent, I input) {
        Set<String> answered = new TreeSet<>();
        it.workflow(agent).activities((Models) answered::add);
        it.start(agent, "agent", input);
        it.signal("agent", "ask", "who?");
        it.signal("agent", "ask", "where?");
        it.signal("agent", "ask", "why?");
        it.mayStayOpen("agent");
        it.eventually("every question is answered", () -> answered.size() == 3);
    }

    @Test
    void a_question_that_was_heard_before_the_next_leg_is_not_answered() {
        Finding found =
                Stories.found("LostOnContinue", Terms.DEFAULT, it -> scenario(it, Before.class, 0));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.MISSED);
        assertThat(found.flaw().message()).contains("every question is answered");
    }

    @WhateverHappens
    void mended_every_question_is_answered(Exploration it) {
        scenario(it, After.class, new Desk(0, List.of()));
    }
}
