package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long all legs of a run may take together, whatever makes one follow another. */
@Timeout(60)
final class TimeForAllLegsTest {
    private static final RunId ID = new RunId("r");
    private static final Duration HOUR = Duration.ofHours(1);

    /** It begins a day after it was started, and may take half a day. */
    private static final StartOptions LATER =
            StartOptions.DEFAULT
                    .delay(HOUR.multipliedBy(24))
                    .executionTimeout(HOUR.multipliedBy(12));

    /** Sleeps for so many hours in each of its legs, for ever. */
    public static final class Continues implements Workflow<Integer, String> {
        @Override
        public String run(Integer hours) {
            Flow.sleep(Duration.ofHours(hours));
            return Flow.continueAsNew(hours);
        }
    }

    /** Gives its second leg, and those that follow that one, another time. */
    public static final class Hurries implements Workflow<Integer, String> {
        @Override
        public String run(Integer hours) {
            Flow.sleep(Duration.ofHours(hours));
            var times = RunOptions.Timeouts.NONE.execution(Duration.ofHours(20));
            boolean first = Flow.info().origin().leg() == 1;
            return Flow.continueAsNew(
                    "", first ? RunOptions.UNSAID.timeouts(times) : RunOptions.UNSAID, hours);
        }
    }

    /** Fails after so many hours, again and again. */
    public static final class Fails implements Workflow<Integer, String> {
        @Override
        public String run(Integer hours) {
            Flow.sleep(Duration.ofHours(hours));
            throw ApplicationFailed.of("Flaky", "attempt " + Flow.info().origin().attempt());
        }
    }

    /** Sleeps for so many hours. */
    public static final class Sleeps implements Workflow<Integer, String> {
        @Override
        public String run(Integer hours) {
            Flow.sleep(Duration.ofHours(hours));
            return "slept";
        }
    }

    private static TestEngine engine() {
        return TestEngine.create()
                .register(Continues.class)
                .register(Hurries.class)
                .register(Fails.class)
                .register(Sleeps.class);
    }

    private static RetryOptions retry(int hours) {
        return RetryOptions.UNSAID.delay(Duration.ofHours(hours)).backoff(1);
    }

    /** How many hours after its start a run ended, by then out of time. */
    private static long outOfTime(TestEngine engine, Instant start, RunHandle<String> run) {
        assertThatThrownBy(run::result)
                .isInstanceOfSatisfying(
                        RunFailed.class,
                        it -> assertThat(it.failure()).isInstanceOf(Failure.Timeout.class));
        assertThat(run.describe().status()).isEqualTo(Status.TIMED_OUT);
        return Duration.between(start, engine.now()).toHours();
    }

    @Test
    void the_time_begins_when_the_code_does_not_when_the_run_is_asked_for() {
        try (var engine = engine()) {
            assertThat(engine.client().start(Sleeps.class, ID, LATER, 11).result())
                    .isEqualTo("slept");
            Instant start = engine.now();
            var late = engine.client().start(Sleeps.class, new RunId("late"), LATER, 13);
            assertThat(outOfTime(engine, start, late)).isEqualTo(24 + 12);
        }
    }

    @Test
    void legs_that_continue_share_it() {
        try (var engine = engine()) {
            Instant start = engine.now();
            var run = engine.client().start(Continues.class, ID, LATER, 5);
            assertThat(outOfTime(engine, start, run)).isEqualTo(24 + 12);
            assertThat(run.describe().leg()).isEqualTo(3);
        }
    }

    @Test
    void attempts_share_it_with_the_waits_between_them() {
        try (var engine = engine()) {
            Instant start = engine.now();
            // From 0 to 2, from 5 to 7, from 10 to 12.
            var options = LATER.executionTimeout(Duration.ofHours(13)).retry(retry(3));
            var run = engine.client().start(Fails.class, ID, options, 2);
            engine.until(start.plus(Duration.ofHours(24 + 11)));
            assertThat(run.describe().leg()).isEqualTo(3);
            engine.crash();
            assertThatThrownBy(run::result).hasMessageContaining("attempt 3");
            assertThat(engine.now()).isEqualTo(start.plus(Duration.ofHours(24 + 12)));
        }
    }

    @Test
    void an_attempt_is_cut_off_when_it_is_over() {
        try (var engine = engine()) {
            Instant start = engine.now();
            // From 0 to 4, from 7 until 11 at the most.
            var options = LATER.executionTimeout(Duration.ofHours(10)).retry(retry(3));
            var run = engine.client().start(Fails.class, ID, options, 4);
            assertThat(outOfTime(engine, start, run)).isEqualTo(24 + 10);
            assertThat(run.describe().leg()).isEqualTo(2);
        }
    }

    @Test
    void an_attempt_that_could_begin_only_when_it_is_over_is_not_made() {
        try (var engine = engine()) {
            Instant start = engine.now();
            var run = engine.client().start(Fails.class, ID, LATER.retry(retry(7)), 5);
            assertThatThrownBy(run::result).hasMessageContaining("attempt 1");
            assertThat(engine.now()).isEqualTo(start.plus(Duration.ofHours(24 + 5)));
        }
    }

    @Test
    void an_attempt_that_was_out_of_its_own_time_leaves_the_rest_to_the_next() {
        try (var engine = engine()) {
            Instant start = engine.now();
            // From 0 to 5, from 6 to 11, from 12 until there is no time left.
            var options =
                    LATER.executionTimeout(Duration.ofHours(13))
                            .runTimeout(Duration.ofHours(5))
                            .retry(retry(1));
            var run = engine.client().start(Sleeps.class, ID, options, 20);
            assertThat(outOfTime(engine, start, run)).isEqualTo(24 + 13);
            assertThat(run.describe().leg()).isEqualTo(3);
        }
    }

    @Test
    void a_run_that_is_taken_back_has_all_of_it_again() {
        try (var engine = engine()) {
            Instant start = engine.now();
            var run = engine.client().start(Continues.class, ID, LATER, 5);
            engine.until(start.plus(Duration.ofHours(24 + 7)));
            assertThat(run.describe().leg()).isEqualTo(2);
            run.reset(0, "again");
            engine.crash();
            assertThat(outOfTime(engine, start, run)).isEqualTo(24 + 7 + 12);
            run.reset(-1, "once more");
            assertThat(outOfTime(engine, start, run)).isEqualTo(24 + 7 + 12 + 12);
        }
    }

    @Test
    void a_leg_that_is_given_another_time_has_that() {
        try (var engine = engine()) {
            Instant start = engine.now();
            var run = engine.client().start(Hurries.class, ID, LATER, 5);
            assertThat(outOfTime(engine, start, run)).isEqualTo(24 + 5 + 20);
            assertThat(run.describe().leg()).isEqualTo(5);
        }
    }
}
