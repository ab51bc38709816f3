package dev.reprise.flow;

import static dev.reprise.flow.Commands.accept;
import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.answer;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.update;
import static dev.reprise.flow.PhaseTest.adding;
import static dev.reprise.flow.PhaseTest.call;
import static dev.reprise.flow.PhaseTest.shown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.history.Mismatch;
import org.junit.jupiter.api.Test;

/** How phases fail, are cancelled, and are replayed. */
class PhaseEndTest extends Conversations {
    private Conversation untilThree() {
        return play(() -> shown(adding().until(state -> state.length() >= 3))).start();
    }

    // ---- Failing ----

    @Test
    void a_signal_handler_that_throws_ends_the_phase_and_cancels_the_other_handlers() {
        play(() -> {
                    try {
                        return adding().onSignal(
                                        "break",
                                        String.class,
                                        (_, why) -> {
                                            throw ApplicationFailed.of("Broken", why);
                                        })
                                .until(_ -> false)
                                .state();
                    } catch (ApplicationFailed e) {
                        return "caught " + e.getMessage();
                    }
                })
                .start()
                .tell(signal("add-async", "A"))
                .expect(activity(1, "/h0", "A"))
                .signal("break", "why")
                .expect(cancelActivity(2, "/h0", 1), complete(3, "caught Broken: why"));
    }

    @Test
    void a_cancelled_phase_cancels_its_handlers_and_waits_for_them() {
        untilThree()
                .signal("add", "A")
                .expect(activity(1, "/h0", "A"))
                .cancel("stop")
                .expect(cancelActivity(2, "/h0", 1), cancelRun(3, "stop"));
    }

    @Test
    void handlers_live_in_the_scope_in_which_their_phase_is_opened() {
        play(() -> {
                    Phase<String> phase = adding();
                    Scope scope = Flow.scope();
                    Flow.async(
                            () -> {
                                Flow.signal("cancel", String.class);
                                scope.cancel("enough");
                                return "";
                            });
                    try {
                        return scope.run(() -> phase.until(_ -> false).state());
                    } catch (Cancelled e) {
                        return e.getMessage();
                    }
                })
                .start()
                .signal("add", "A")
                .expect(activity(1, "/h0", "A"))
                .signal("cancel", "")
                .expect(cancelActivity(2, "/h0", 1), complete(3, "enough"));
    }

    @Test
    void the_condition_of_a_phase_only_reads() {
        doing(() -> Flow.phase("").until(_ -> Flow.patched("x")))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "a condition only reads");
        doing(
                        () ->
                                Flow.phase("")
                                        .onSignal("set", String.class, (p, v) -> p.update(_ -> v))
                                        .until(s -> !s.isEmpty() && Flow.patched("x")))
                .start()
                .signal("set", "x")
                .expectFailure(ActivationKind.VIOLATION, "a condition only reads");
    }

    @Test
    void a_phase_is_opened_once_and_takes_no_handlers_then() {
        play(() -> {
                    Phase<String> phase = adding();
                    phase.until(_ -> true);
                    return refusal(() -> phase.until(_ -> true))
                            + refusal(() -> phase.onSignal("x", String.class, (_, _) -> {}))
                            + refusal(() -> adding().onSignal("add", String.class, (_, _) -> {}));
                })
                .start()
                .expect(
                        complete(
                                1,
                                "a phase is opened once;a phase that is open takes no more"
                                        + " handlers;the phase handles add already;"));
    }

    private static String refusal(Runnable code) {
        try {
            code.run();
            return "accepted;";
        } catch (IllegalStateException | IllegalArgumentException e) {
            return e.getMessage() + ";";
        }
    }

    // ---- Replay ----

    @Test
    void a_phase_is_replayed() {
        untilThree()
                .evict()
                .tell(signal("add", "A"), update("u1", "ask", "B"), signal("add", "C"))
                .expect(accept(1, "/h1", "u1"), activity(2, "/h0", "A"))
                .evict()
                .resolve(2, "12")
                .expect(activity(3, "/h1", "B"))
                .evict()
                .resolve(3, "b")
                .expect(answer(4, "/h1", "u1", "b12"), activity(5, "/h2", "C"))
                .evict()
                .resolve(5, "3")
                .expect(complete(6, "123"))
                .replays();
    }

    @Test
    void a_phase_that_serialises_what_overlapped_is_noticed() {
        var run =
                untilThree()
                        .tell(signal("add-async", "A"), signal("add-async", "B"))
                        .expect(activity(1, "/h0", "A"), activity(2, "/h1", "B"));
        assertThat(
                        run.differs(
                                        Mismatch.Missing.class,
                                        () ->
                                                Flow.phase("")
                                                        .onSignal(
                                                                "add-async",
                                                                String.class,
                                                                (_, t) -> call(t))
                                                        .until(_ -> false)
                                                        .state())
                                .describe())
                .contains("ScheduleActivity 2");
    }
}
