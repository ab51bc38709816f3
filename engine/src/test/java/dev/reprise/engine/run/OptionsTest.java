package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Failure;
import dev.reprise.UnitId;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.RetryOptions;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OptionsTest {
    private static Command activity(ActivityOptions options) {
        return new Command.ScheduleActivity(1, UnitId.ROOT, "1", "Work.work", List.of(), options);
    }

    private static Command retried(RetryOptions retry) {
        return activity(ActivityOptions.UNSAID.retry(retry));
    }

    @Test
    void without_a_word_it_is_tried_three_times() {
        Policy usual = Options.usual(activity(ActivityOptions.UNSAID));
        assertThat(usual.maxRetries()).isEqualTo(2);
        assertThat(usual.backoff())
                .isEqualTo(Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(1)));
        assertThat(usual.maxRetries(0).backoff(Backoff.NONE)).isEqualTo(Policy.DEFAULT);
    }

    @Test
    void what_the_code_says_is_in_the_policy() {
        var options =
                ActivityOptions.UNSAID
                        .retry(RetryOptions.UNSAID.attemptsMax(7).fatalTypes(List.of("Bad")))
                        .timeouts(
                                ActivityOptions.Timeouts.NONE
                                        .startToClose(Duration.ofSeconds(5))
                                        .heartbeat(Duration.ofSeconds(2)))
                        .priority(3);
        Policy policy = Options.usual(activity(options));
        assertThat(policy.maxRetries()).isEqualTo(6);
        assertThat(policy.errors().fatalTypes()).containsExactly("Bad");
        assertThat(policy.timeouts().startToClose()).isEqualTo(Duration.ofSeconds(5));
        assertThat(policy.timeouts().heartbeat()).isEqualTo(Duration.ofSeconds(2));
        assertThat(policy.execution().priority()).isEqualTo(3);
    }

    @Test
    void waits_that_stay_the_same_do() {
        var constant = RetryOptions.UNSAID.delay(Duration.ofSeconds(3)).backoff(1);
        Backoff backoff = Options.usual(retried(constant)).backoff();
        for (int retry = 1; retry < 9; retry++) {
            assertThat(backoff.delay(retry, Duration.ZERO, 0)).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void a_factor_that_no_policy_knows_is_refused_and_shown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.said(retried(RetryOptions.UNSAID.backoff(1.5))))
                .withMessageContaining("1.5");
        var policies = new Policies(Precedence.NONE, Functions.NONE);
        var turn = EntryTest.turn(List.of(), retried(RetryOptions.UNSAID.backoff(1.5)));
        assertThat(policies.dispatched(turn))
                .singleElement()
                .satisfies(
                        it ->
                                assertThat(it.refused().map(Failure.Application::type))
                                        .contains(Policies.UNREADABLE));
    }

    @Test
    void a_local_activity_does_not_wait_until_it_is_durable_unless_rules_say_so() {
        Command local =
                new Command.ScheduleLocalActivity(
                        1, UnitId.ROOT, "1", "Work.work", List.of(), ActivityOptions.UNSAID);
        assertThat(Options.usual(local).execution().mode()).isEqualTo(Execution.Mode.SYNC);
        assertThat(Options.said(local))
                .isEqualTo(Partial.NONE.with(Field.MODE, Execution.Mode.SYNC));
    }

    @Test
    void what_follows_from_the_command_is_not_recorded() {
        var usual = new Policies(Settings.DEFAULT.policies(), Functions.NONE);
        var turn =
                EntryTest.turn(
                        List.of(),
                        activity(ActivityOptions.UNSAID),
                        new Command.ScheduleActivity(
                                2,
                                UnitId.ROOT,
                                "2",
                                "Work.work",
                                List.of(),
                                ActivityOptions.UNSAID.retry(RetryOptions.UNSAID.attemptsMax(9))));
        assertThat(usual.dispatched(turn)).isEmpty();
        assertThat(new Policies(Precedence.NONE, Functions.NONE).dispatched(turn)).hasSize(2);
    }
}
