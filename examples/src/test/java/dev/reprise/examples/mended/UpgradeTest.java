package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.Upgrade.After;
import dev.reprise.examples.mended.Upgrade.Before;
import dev.reprise.examples.mended.Upgrade.Shop;
import dev.reprise.examples.mended.Upgrade.Today;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Explore;
import dev.reprise.sim.explore.Fault;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import org.junit.jupiter.api.Test;

/** Newer code takes another path than the one that is recorded. */
final class UpgradeTest {
    private static void scenario(Exploration it, Class<? extends Workflow<String, String>> next) {
        it.workflow(Today.class).activities(new Quiet());
        it.upgrade(WorkflowType.of(next));
        it.start(Today.class, "order-1", "tea");
        it.atEnd(() -> assertThat(it.result("order-1", String.class)).isEqualTo("sent"));
    }

    /** A shop where nothing can go wrong. */
    private static final class Quiet implements Shop {
        @Override
        public void check(String order) {}

        @Override
        public void charge(String order) {}

        @Override
        public void send(String order) {}
    }

    @Test
    void an_order_of_the_release_before_is_stuck() {
        Finding found =
                Stories.found(
                        "Upgrade",
                        Terms.DEFAULT.faults(Fault.UPGRADE),
                        it -> scenario(it, Before.class));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.STUCK);
        assertThat(found.flaw().message()).contains("Run order-1 is stuck");
        assertThat(found.told()).contains("is stopped, to be upgraded");
    }

    @Explore(
            faults = {
                Fault.UPGRADE,
                Fault.CRASH,
                Fault.EVICT,
                Fault.TAKEOVER,
                Fault.FULL,
                Fault.TORN
            })
    void mended_it_stays_on_its_path(Exploration it) {
        scenario(it, After.class);
    }
}
