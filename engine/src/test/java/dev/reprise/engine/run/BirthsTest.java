package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of the runs that ever had an id a run is, as its keys and tokens tell it. */
final class BirthsTest {
    @Test
    void what_an_older_version_began_keeps_its_keys_and_tokens() {
        assertThat(Claim.told(0)).isZero();
        assertThat(Claim.told((1L << 32) + 1)).isZero();
        assertThat(Claim.told((40_000_000L << 32) + 4_000_000_000L)).isZero();
    }

    @Test
    void what_is_begun_from_now_on_tells_its_birth() {
        try (var engine = new StepByStep(RequestsTest.Brief.class)) {
            engine.await(engine.start(RequestsTest.Brief.class, Beginning.PLAIN));
            var summary =
                    Summary.fromBytes(engine.store.head(StepByStep.RUN).orElseThrow().summary());
            assertThat(Claim.told(summary.birth())).isEqualTo((1L << 32) + 1);
            var parent = new Parent(StepByStep.RUN, 1, 2, summary.birth());
            assertThat(RequestKey.asker(RequestKey.ofRun("signal", parent).row()))
                    .isEqualTo(new RequestKey.Asker.Run(parent));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
