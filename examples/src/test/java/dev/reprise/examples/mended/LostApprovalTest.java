package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.LostApproval.After;
import dev.reprise.examples.mended.LostApproval.Before;
import dev.reprise.examples.mended.LostApproval.Mail;
import dev.reprise.examples.mended.LostApproval.Payments;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import org.junit.jupiter.api.Test;

/** An approval that came early is lost. */
final class LostApprovalTest {
    private static void scenario(
            Exploration it, Class<? extends Workflow<String, String>> expense) {
        it.workflow(expense).activities((Mail) _ -> {}, (Payments) _ -> "paid");
        it.start(expense, "expense-1", "a desk");
        it.signal("expense-1", "approve");
        it.atEnd(() -> assertThat(it.result("expense-1", String.class)).isEqualTo("paid"));
    }

    @Test
    void who_approves_before_the_mail_is_sent_is_not_heard() {
        Finding found =
                Stories.found("LostApproval", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.OPEN);
        assertThat(found.flaw().message())
                .contains("Run expense-1 does not end")
                .contains("LostApproval.java:");
    }

    @WhateverHappens
    void mended_it_is_heard_whenever_it_comes(Exploration it) {
        scenario(it, After.class);
    }
}
