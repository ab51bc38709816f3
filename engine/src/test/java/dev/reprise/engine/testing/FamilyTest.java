package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.StartOptions;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that have children, follow each other and are updated, in tests, crashed at every write. */
@Timeout(60)
final class FamilyTest {
    private static final RunId ID = new RunId("tree");

    /** Grows a ring a year, each year in a leg of its own, and lets a branch count the leaves. */
    public static final class Tree implements Workflow<Integer, String> {
        private int rings;
        private boolean felled;

        @Override
        public String run(Integer before) {
            rings = before + 1;
            int leaves = Flow.child(Branch.class).call(rings);
            Flow.await(Duration.ofDays(365), () -> felled);
            return felled || rings == 3
                    ? rings + " rings, " + leaves + " leaves"
                    : Flow.continueAsNew(rings);
        }

        @Update
        int fell() {
            felled = true;
            return rings;
        }
    }

    /** Counts leaves. */
    public static final class Branch implements Workflow<Integer, Integer> {
        @Override
        public Integer run(Integer rings) {
            Flow.sleep(Duration.ofHours(1));
            return rings * 100;
        }
    }

    @Test
    void a_tree_grows_for_years_and_no_crash_harms_it() {
        TestEngine.crashEverywhere(
                engine -> {
                    engine.register(Tree.class).register(Branch.class);
                    var begun = engine.now();
                    var tree = engine.client().start(Tree.class, ID, "plant", 0);
                    assertThat(tree.result()).isEqualTo("3 rings, 300 leaves");
                    assertThat(tree.describe().leg()).isEqualTo(3);
                    assertThat(Duration.between(begun, engine.now()).toDays()).isEqualTo(3 * 365);
                });
    }

    @Test
    void a_tree_is_felled_once_however_often_it_is_said() {
        try (var engine = TestEngine.create()) {
            engine.register(Tree.class).register(Branch.class);
            var tree = engine.client().start(Tree.class, ID, 0);
            assertThat(tree.once("axe").update("fell", Integer.class)).isEqualTo(1);
            engine.crash();
            assertThat(tree.once("axe").update("fell", Integer.class)).isEqualTo(1);
            assertThat(tree.result()).isEqualTo("1 rings, 100 leaves");
            engine.replayAll();
        }
    }

    @Test
    void a_tree_that_takes_too_long_is_tried_again() {
        try (var engine = TestEngine.create()) {
            engine.register(Tree.class).register(Branch.class);
            var impatient =
                    StartOptions.DEFAULT
                            .runTimeout(Duration.ofMinutes(30))
                            .retry(RetryOptions.UNSAID.attemptsMax(2).delay(Duration.ofDays(1)));
            var tree = engine.client().start(Tree.class, ID, impatient, 0);
            assertThatThrownBy(tree::result).hasMessageContaining("had until");
            assertThat(tree.describe().leg()).isEqualTo(2);
        }
    }
}
