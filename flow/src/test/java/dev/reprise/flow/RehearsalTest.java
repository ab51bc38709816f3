package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.UnitId;
import dev.reprise.flow.Rehearsal.PendingCall;
import dev.reprise.flow.unit.Strands;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The harness that users test their workflows with. */
class RehearsalTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static final WorkflowType<String, String> BOTH =
            script(
                    () ->
                            Flow.parallel(
                                            () -> call("A"),
                                            () -> {
                                                Flow.sleep(Duration.ofSeconds(1));
                                                return "slept";
                                            })
                                    .toString());

    @Test
    void it_shows_what_is_asked_for_and_not_answered() {
        try (var run = Rehearsal.of(BOTH)) {
            run.start();
            assertThat(run.pending())
                    .containsExactly(
                            new PendingCall(1, UnitId.parse("/p0"), "activity A"),
                            new PendingCall(2, UnitId.parse("/p1"), "timer"));
            run.resolve(1, "a");
            assertThat(run.pending()).extracting(PendingCall::seq).containsExactly(2L);
            run.fire(2);
            assertThat(run.pending()).isEmpty();
        }
    }

    @Test
    void it_shows_units_and_buffered_signals() {
        try (var run = Rehearsal.of(BOTH)) {
            run.start().signal("kept", "x");
            assertThat(run.units())
                    .extracting(it -> it.id().toString())
                    .containsExactly("/", "/p0", "/p1");
            assertThat(run.buffered()).containsExactly(signal("kept", "x"));
        }
    }

    @Test
    void it_says_what_came_instead_of_what_was_expected() {
        try (var run = Rehearsal.of(BOTH)) {
            run.start().expect(activity(1, "/p0", "A"), timer(2, "/p1", "PT1S"));
            assertThatThrownBy(() -> run.expect(activity(1, "/p0", "B")))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll("Other commands were expected", "type=A", "type=B");
            assertThatThrownBy(run::expectNothing).hasMessageContaining("nothing");
            assertThatThrownBy(run::failure).hasMessageContaining("did not fail");
        }
    }

    @Test
    void it_says_why_an_activation_failed() {
        try (var run = Rehearsal.of(BOTH)) {
            assertThatThrownBy(run::completion).isInstanceOf(IllegalStateException.class);
            run.resolve(1, "x");
            assertThatThrownBy(run::commands)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("the activation failed");
            assertThat(run.answers()).isEmpty();
        }
    }

    @Test
    void it_runs_with_units_of_either_kind() {
        for (Strands strands : new Strands[] {Strands.best(), Strands.portable()}) {
            try (var run = Rehearsal.of(BOTH, strands)) {
                run.start()
                        .evict()
                        .resolve(1, "a")
                        .evict()
                        .fire(2)
                        .expect(complete(3, "[a, slept]"));
                assertThat(run.replay().orThrow().ended()).isTrue();
            }
        }
    }

    @Test
    void what_one_kind_of_unit_recorded_the_other_replays() {
        try (var portable = Rehearsal.of(BOTH, Strands.portable())) {
            portable.start().resolve(1, "a").fire(2);
            assertThat(FlowReplay.of(BOTH, portable.transcript()).orThrow().turns()).isEqualTo(3);
        }
    }
}
