package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.run.HistoryLimits;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestOptions;
import dev.reprise.flow.Flow;
import dev.reprise.flow.RunFacts;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs whose histories become long: warned of once, ended if somebody wants that. */
@Timeout(60)
final class LongHistoriesTest {
    private static final RunId ID = new RunId("counter");

    /** Counts what it hears, until it is told to stop. */
    public static final class Counts implements Workflow<String, Integer> {
        private int heard;
        private boolean over;

        @Override
        public Integer run(String input) {
            Flow.await(() -> over);
            return heard;
        }

        @Signal
        void tell(String text) {
            heard++;
        }

        @Signal
        void stop() {
            over = true;
        }
    }

    /** The same, but it continues as new when that is suggested. */
    public static final class Continues implements Workflow<Integer, Integer> {
        private int heard;
        private boolean over;

        @Override
        public Integer run(Integer before) {
            heard += before;
            Flow.await(() -> over || Flow.info().isContinueAsNewSuggested());
            Flow.yield(); // what came together with that is counted first
            return over ? (Integer) heard : Flow.continueAsNew(heard);
        }

        @Signal
        void tell() {
            heard++;
        }

        @Signal
        void stop() {
            over = true;
        }
    }

    private static TestEngine with(HistoryLimits limits) {
        return TestEngine.create(TestOptions.DEFAULT.settings(Settings.DEFAULT.limits(limits)))
                .register(Counts.class)
                .register(Continues.class);
    }

    @Test
    void a_number_of_entries_is_warned_of_once() {
        try (var engine = with(HistoryLimits.DEFAULT.warnAt(4, HistoryLimits.NONE))) {
            var run = engine.client().start(Counts.class, ID, "");
            run.signal("tell", "one");
            run.signal("tell", "two");
            assertThat(run.describe().entries()).isEqualTo(3);
            assertThat(run.describe().isLong()).isFalse();
            assertThat(engine.counts().longHistories()).isZero();

            run.signal("tell", "three");
            assertThat(run.describe().isLong()).isTrue();
            assertThat(engine.counts().longHistories()).isEqualTo(1);

            engine.crash();
            run.signal("tell", "four");
            run.signal("stop");
            assertThat(run.result()).isEqualTo(4);
            assertThat(engine.counts().longHistories())
                    .as("what was written down is not said again")
                    .isZero();
            assertThat(run.describe().isLong()).isTrue();
        }
    }

    @Test
    void a_number_of_bytes_is_warned_of_too() {
        try (var engine = with(HistoryLimits.DEFAULT.warnAt(5, 10_000))) {
            var run = engine.client().start(Counts.class, ID, "");
            run.signal("tell", "x".repeat(9_000));
            assertThat(run.describe().bytes()).isBetween(9_000L, 9_900L);
            assertThat(run.describe().isLong()).isFalse();
            run.signal("tell", "x".repeat(1_000));
            assertThat(run.describe().bytes()).isBetween(10_000L, 10_900L);
            assertThat(run.describe().isLong()).isTrue();
            assertThat(engine.counts().longHistories()).isEqualTo(1);
            run.signal("tell", "");
            run.signal("tell", "");
            assertThat(engine.counts().longHistories()).as("entries, too").isEqualTo(2);
        }
    }

    @Test
    void a_history_has_no_end_unless_somebody_wants_one() {
        try (var engine = with(HistoryLimits.DEFAULT.warnAt(1, 1))) {
            var run = engine.client().start(Counts.class, ID, "");
            for (int i = 0; i < 100; i++) {
                run.signal("tell", "again");
            }
            run.signal("stop");
            assertThat(run.result()).isEqualTo(100);
            assertThat(engine.counts().longHistories()).isEqualTo(2);
        }
    }

    @Test
    void a_run_that_goes_on_at_the_limit_is_terminated_with_the_reason() {
        try (var engine = with(HistoryLimits.DEFAULT.endAt(4, HistoryLimits.NONE))) {
            var run = engine.client().start(Counts.class, ID, "");
            run.signal("tell", "one");
            run.signal("tell", "two");
            assertThat(run.describe().status()).isEqualTo(Status.RUNNING);
            run.signal("tell", "three");
            assertThatThrownBy(run::result)
                    .hasMessageContaining("Its history has 4 entries")
                    .hasMessageContaining("ended at 4. What to do: let the workflow continue");
            assertThat(run.describe().status()).isEqualTo(Status.TERMINATED);
            assertThat(run.describe().reason().orElseThrow()).contains("4 entries");
            assertThat(run.describe().entries()).isEqualTo(5);

            var other = engine.client().start(Counts.class, new RunId("other"), "");
            other.signal("tell", "one");
            other.signal("tell", "two");
            other.signal("stop");
            assertThat(other.result()).as("it ended by the entry that is the limit").isEqualTo(2);
        }
    }

    @Test
    void bytes_can_be_limited_too() {
        try (var engine = with(HistoryLimits.DEFAULT.endAt(HistoryLimits.NONE, 10_000))) {
            var run = engine.client().start(Counts.class, ID, "");
            run.signal("tell", "x".repeat(10_000));
            assertThatThrownBy(run::result).hasMessageContaining("bytes, and by the limits");
        }
    }

    @Test
    void a_run_that_continues_as_new_when_that_is_suggested_never_becomes_long() {
        long enough = RunFacts.CONTINUE_AS_NEW_SIZE;
        try (var engine = with(HistoryLimits.DEFAULT.warnAt(enough + 10, HistoryLimits.NONE))) {
            var run = engine.client().start(Continues.class, ID, 0);
            for (long i = 0; i < enough + 50; i++) {
                run.signal("tell");
            }
            assertThat(run.describe().leg()).isEqualTo(2);
            assertThat(engine.counts().longHistories()).isZero();
            assertThat(run.describe().bytes()).isLessThan(100_000);
            engine.crash();
            run.signal("stop");
            assertThat(run.result()).isEqualTo((int) enough + 50);
            engine.replayAll();
        }
    }
}
