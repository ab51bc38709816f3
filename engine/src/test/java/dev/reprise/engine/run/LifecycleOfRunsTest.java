package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.history.Job;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.RunnableId;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has become of activities, told from what is durable. */
@Timeout(60)
final class LifecycleOfRunsTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Partial RETRIED =
            Partial.NONE
                    .with(Field.MAX_RETRIES, 1)
                    .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                    .with(Field.DELAY_MAX, DAY)
                    .with(Field.DELAY_BASE, DAY);

    private static final Partial ONCE = Partial.NONE.with(Field.MAX_RETRIES, 0);

    private static String fails(ActivityContext context) {
        throw ApplicationFailed.of("Flaky", "no " + context.attempt());
    }

    /** The lives in short: times are days since the beginning. */
    private static List<String> told(Rehearsed it) {
        var beginning = Instant.parse("2026-01-01T00:00:00Z");
        return it.engine().archive().lifecycle(Rehearsed.RUN).stream()
                .map(
                        event ->
                                switch (event) {
                                    case Lifecycle.Dispatched d ->
                                            "dispatched "
                                                    + d.id().seq()
                                                    + " "
                                                    + d.task()
                                                    + " "
                                                    + d.attempt()
                                                    + " day "
                                                    + Duration.between(beginning, d.at()).toDays();
                                    case Lifecycle.Completed c ->
                                            "completed "
                                                    + c.id().seq()
                                                    + " "
                                                    + c.attempt()
                                                    + " after "
                                                    + c.took().toDays();
                                    case Lifecycle.Failed f ->
                                            "failed "
                                                    + f.id().seq()
                                                    + " "
                                                    + f.attempts()
                                                    + " "
                                                    + f.action()
                                                    + ": "
                                                    + f.error().message();
                                })
                .toList();
    }

    private static List<Long> pending(Rehearsed it) {
        return Lifecycle.pending(it.engine().archive().lifecycle(Rehearsed.RUN)).stream()
                .map(Lifecycle.Dispatched::id)
                .map(RunnableId::seq)
                .toList();
    }

    @Test
    void each_attempt_is_dispatched_and_what_came_of_it_is_told_with_its_duration() {
        try (var it = new Rehearsed().says(RETRIED)) {
            it.does(context -> context.attempt() == 1 ? fails(context) : "done").opened();
            it.start(Rehearsed.Each.class, "a b").begins(1).settles();
            assertThat(pending(it)).containsExactly(1L);
            it.passes(DAY).begins(3).passes(DAY).result();
            assertThat(told(it))
                    .containsExactly(
                            "dispatched 1 Work.work 1 day 0",
                            "dispatched 1 Work.work 2 day 1",
                            "completed 1 2 after 1",
                            "dispatched 2 Work.work 1 day 1",
                            "dispatched 2 Work.work 2 day 2",
                            "completed 2 2 after 1");
            assertThat(pending(it)).isEmpty();
        }
    }

    @Test
    void a_dispatch_has_the_policy_that_was_resolved_and_the_input() {
        try (var it = new Rehearsed().says(RETRIED).opened()) {
            it.start(Rehearsed.Each.class, "a").result();
            it.says(ONCE).opened();
            var first =
                    (Lifecycle.Dispatched)
                            it.engine().archive().lifecycle(Rehearsed.RUN).getFirst();
            assertThat(first.policy().maxRetries()).isEqualTo(1);
            assertThat(first.policy().backoff().base()).isEqualTo(DAY);
            assertThat(first.input()).containsExactly(Settings.DEFAULT.codec().encode("a"));
        }
    }

    @Test
    void a_delivery_that_was_lost_is_dispatched_once_more() {
        try (var it = new Rehearsed()) {
            it.does(_ -> it.stall()).opened().start(Rehearsed.Each.class, "a").begins(1);
            it.does(_ -> "done").opened().result();
            assertThat(told(it))
                    .containsExactly(
                            "dispatched 1 Work.work 1 day 0",
                            "dispatched 1 Work.work 1 day 0",
                            "completed 1 1 after 0");
        }
    }

    private static List<String> failed(Partial partial) {
        try (var it = new Rehearsed().says(partial)) {
            it.does(context -> context.attempt() == 1 ? fails(context) : "done").opened();
            it.start(Rehearsed.Each.class, "a").result();
            assertThat(pending(it)).isEmpty();
            return told(it);
        }
    }

    @Test
    void what_followed_a_failure_is_told() {
        String first = "dispatched 1 Work.work 1 day 0";
        assertThat(failed(ONCE)).containsExactly(first, "failed 1 1 HALT: no 1");
        assertThat(failed(ONCE.with(Field.ON_FAILURE, OnFailure.SKIP)))
                .containsExactly(first, "failed 1 1 SKIP: no 1");
        assertThat(failed(ONCE.with(Field.ON_FAILURE, new OnFailure.Compensate("Work.other"))))
                .containsExactly(
                        first, "dispatched 1 Work.other 2 day 0", "failed 1 2 COMPENSATE: no 1");
        assertThat(failed(ONCE.with(Field.ON_FAILURE, recover(new Fallback.Instead("Work.other")))))
                .containsExactly(first, "dispatched 1 Work.other 2 day 0", "completed 1 2 after 0");
        var value = new Fallback.Value(Settings.DEFAULT.codec().encode("spare"));
        assertThat(failed(ONCE.with(Field.ON_FAILURE, recover(value))))
                .containsExactly(first, "completed 1 1 after 0");
    }

    private static OnFailure recover(Fallback fallback) {
        return new OnFailure.Recover(fallback);
    }

    @Test
    void a_compensation_that_fails_too_is_a_halt() {
        var partial = ONCE.with(Field.ON_FAILURE, new OnFailure.Compensate("Work.other"));
        try (var it = new Rehearsed().says(partial).does(LifecycleOfRunsTest::fails).opened()) {
            it.start(Rehearsed.Each.class, "a").result();
            assertThat(told(it)).last().asString().startsWith("failed 1 2 HALT: no 1");
        }
    }

    @Test
    void a_dead_letter_is_an_end_and_is_pending_again_when_it_is_driven_anew() {
        try (var it = new Rehearsed()) {
            it.says(ONCE.with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")))
                    .does(context -> context.attempt() == 1 ? fails(context) : it.stall())
                    .opened()
                    .start(Rehearsed.Each.class, "a")
                    .until(() -> !it.engine().archive().deadLetters().isEmpty());
            assertThat(told(it)).last().isEqualTo("failed 1 1 DEAD_LETTER: no 1");
            assertThat(pending(it)).isEmpty();
            it.passes(DAY).engine().redrive(Rehearsed.RUN, "1", "").join();
            assertThat(pending(it)).containsExactly(1L);
            it.begins(2).passes(DAY).release.countDown();
            it.result();
            assertThat(told(it))
                    .endsWith("dispatched 1 Work.work 2 day 1", "completed 1 2 after 1");
        }
    }

    @Test
    void what_did_not_begin_is_not_counted_as_an_attempt() {
        var breaker =
                ONCE.with(Field.BREAKER, "till")
                        .with(Field.WINDOW_CALLS, 1)
                        .with(Field.CALLS_MIN, 1);
        try (var it = new Rehearsed().says(breaker).does(LifecycleOfRunsTest::fails).opened()) {
            it.start(Rehearsed.Each.class, "a b").result();
            assertThat(told(it)).last().isEqualTo("failed 2 0 HALT: The breaker till is open.");
        }
        try (var it = new Rehearsed()) {
            it.says(ONCE.with(Field.DEADLINE, it.now())).opened();
            it.start(Rehearsed.Each.class, "a").result();
            assertThat(told(it)).singleElement().asString().startsWith("failed 1 0 HALT: The time");
        }
        try (var it = new Rehearsed()) {
            var unbound = Rules.NONE.append(Matcher.told("nobody"), Partial.NONE);
            it.settings(s -> s.policies(s.policies().workflow(unbound))).opened();
            it.start(Rehearsed.Each.class, "a").result();
            assertThat(told(it)).singleElement().asString().startsWith("failed 1 0 HALT: How to");
        }
    }

    @Test
    void what_a_run_did_not_wait_for_ends_with_it() {
        try (var it = new Rehearsed()) {
            it.does(_ -> it.stall()).opened().start(Rehearsed.Each.class, "a").begins(1);
            it.engine().tell(Rehearsed.RUN, new Job.Cancel("enough"), "").join();
            it.release.countDown();
            it.engine().watch(Rehearsed.RUN).join();
            assertThat(pending(it)).isEmpty();
            assertThat(told(it)).last().asString().startsWith("failed 1 1 HALT");
        }
    }

    @Test
    void events_can_be_written_down() {
        try (var it = new Rehearsed().says(RETRIED).does(LifecycleOfRunsTest::fails).opened()) {
            it.start(Rehearsed.Each.class, "a").begins(1).passes(DAY).result();
            List<Lifecycle> events = it.engine().archive().lifecycle(Rehearsed.RUN);
            assertThat(events.stream().map(Lifecycle::toBytes).map(Lifecycle::fromBytes).toList())
                    .isEqualTo(events)
                    .hasSize(3);
        }
    }

    @Test
    void of_a_run_that_is_not_there_nothing_can_be_told() {
        try (var it = new Rehearsed().opened()) {
            assertThatThrownBy(() -> it.engine().archive().lifecycle(new RunId("nobody")))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("nobody");
        }
    }
}
