package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.FeatureFlag.After;
import dev.reprise.examples.mended.FeatureFlag.Before;
import dev.reprise.examples.mended.FeatureFlag.Mail;
import dev.reprise.examples.mended.FeatureFlag.Models;
import dev.reprise.examples.mended.FeatureFlag.Operator;
import dev.reprise.examples.mended.FeatureFlag.Rollout;
import dev.reprise.examples.mended.FeatureFlag.Settings;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import org.junit.jupiter.api.Test;

/** A setting is read by code that is replayed. */
final class FeatureFlagTest {
    private static void scenario(Exploration it, Class<? extends Workflow<String, String>> agent) {
        Settings.model = "small";
        it.workflow(agent)
                .workflow(Rollout.class)
                .activities(
                        (Models) (model, _) -> "said " + model,
                        (Mail) _ -> {},
                        (Operator) model -> Settings.model = model);
        it.start(agent, "agent", "why?");
        it.start(Rollout.class, "rollout", "large");
        it.atEnd(() -> assertThat(it.result("agent", String.class)).startsWith("said "));
    }

    @Test
    void a_setting_that_is_changed_meanwhile_leaves_a_run_stuck() {
        Finding found =
                Stories.found("FeatureFlag", Terms.DEFAULT, it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.STUCK);
        assertThat(found.flaw().message()).contains("Run agent is stuck");
        assertThat(found.told()).contains("Operator.use(\"large\") begins");
    }

    @WhateverHappens
    void mended_a_run_keeps_what_it_has_read(Exploration it) {
        scenario(it, After.class);
    }
}
