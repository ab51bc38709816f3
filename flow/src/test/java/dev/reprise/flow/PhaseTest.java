package dev.reprise.flow;

import static dev.reprise.flow.Commands.accept;
import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.answer;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failUpdate;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.fired;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.timer;
import static dev.reprise.flow.Commands.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.Answer;
import dev.reprise.history.Job;
import dev.reprise.history.Mismatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Phases: parts of a workflow that messages drive. */
class PhaseTest extends Conversations {
    private static final Duration HOUR = Duration.ofHours(1);

    static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    /** Adds what the activity of each signal gives, until the state is so long. */
    static Phase<String> adding() {
        return Flow.phase("")
                .onSignal(
                        "add",
                        String.class,
                        (phase, type) -> {
                            String more = call(type);
                            phase.update(state -> state + more);
                        })
                .onSignalAsync(
                        "add-async",
                        String.class,
                        (phase, type) -> {
                            String more = call(type);
                            phase.update(state -> state + more);
                        })
                .onSignal("set", String.class, (phase, value) -> phase.update(_ -> value))
                .onUpdate(
                        "ask",
                        String.class,
                        (state, question) -> {
                            if (question.isEmpty()) {
                                throw ApplicationFailed.of("Empty", "after " + state);
                            }
                        },
                        (phase, question) -> call(question) + phase.state());
    }

    static String shown(Phase.Result<String> result) {
        return result.state() + (result.timedOut() ? " late" : "");
    }

    private Conversation untilThree() {
        return play(() -> shown(adding().until(state -> state.length() >= 3))).start();
    }

    // ---- Signals ----

    @Test
    void a_phase_ends_when_its_condition_holds() {
        untilThree()
                .expectNothing()
                .signal("set", "ab")
                .expectNothing()
                .signal("set", "abc")
                .expect(complete(1, "abc"));
    }

    @Test
    void handlers_run_one_after_the_other_even_when_they_pause() {
        untilThree()
                .tell(signal("add", "A"), signal("add", "B"), signal("add", "C"))
                .expect(activity(1, "/h0", "A"))
                .expectUnits("/", "/h0", "/h1", "/h2")
                .resolve(1, "1")
                .expect(activity(2, "/h1", "B"))
                .resolve(2, "2")
                .expect(activity(3, "/h2", "C"))
                .resolve(3, "3")
                .expect(complete(4, "123"));
    }

    @Test
    void handlers_of_all_names_run_one_after_the_other() {
        untilThree()
                .tell(signal("add", "A"), signal("set", "xyz"))
                .expect(activity(1, "/h0", "A"))
                .resolve(1, "1")
                .expect(complete(2, "xyz"));
    }

    @Test
    void async_handlers_overlap() {
        untilThree()
                .tell(signal("add-async", "A"), signal("add-async", "B"), signal("add", "C"))
                .expect(activity(1, "/h0", "A"), activity(2, "/h1", "B"), activity(3, "/h2", "C"))
                .resolve(3, "3")
                .resolve(2, "2")
                .expectNothing()
                .resolve(1, "1")
                .expect(complete(4, "321"));
    }

    @Test
    void a_signal_that_came_before_its_phase_is_handled_in_it() {
        var run =
                play(() -> call("first") + shown(adding().until(state -> state.length() >= 3)))
                        .start()
                        .tell(signal("other", "kept"), signal("set", "ab"), signal("set", "abc"))
                        .expectNothing();
        assertThat(run.run.buffered()).hasSize(3);
        run.resolve(1, "now ").expect(complete(2, "now abc"));
        assertThat(run.run.buffered()).extracting(Job.Signal::name).containsExactly("other");
    }

    @Test
    void a_signal_of_another_name_stays_for_those_who_wait() {
        play(() -> shown(adding().until(s -> s.length() >= 3)) + Flow.signal("x", String.class))
                .start()
                .signal("x", "!")
                .expectNothing()
                .signal("set", "abc")
                .expect(complete(1, "abc!"));
    }

    @Test
    void a_signal_after_the_phase_is_kept() {
        var run =
                play(() -> shown(adding().until(s -> s.length() >= 3)) + call("after"))
                        .start()
                        .signal("set", "abc")
                        .expect(activity(1, "/", "after"))
                        .signal("set", "xyz")
                        .expectNothing();
        assertThat(run.run.buffered()).hasSize(1);
    }

    @Test
    void a_condition_that_holds_at_once_ends_the_phase_when_kept_messages_are_handled() {
        play(() -> call("first") + shown(adding().until(_ -> true)))
                .start()
                .signal("set", "kept")
                .resolve(1, "now ")
                .expect(complete(2, "now kept"));
    }

    @Test
    void a_phase_waits_for_its_handlers() {
        untilThree()
                .tell(signal("add-async", "A"), signal("set", "abc"))
                .expect(activity(1, "/h0", "A"))
                .signal("set", "too late")
                .expectNothing()
                .resolve(1, "1")
                .expect(complete(2, "abc1"));
    }

    @Test
    void the_innermost_phase_gets_a_message() {
        play(() -> {
                    Phase<String> outer = Flow.phase("");
                    outer.onSignal("go", String.class, (p, v) -> p.update(_ -> v));
                    outer.onSignal(
                            "nest",
                            String.class,
                            (p, v) -> {
                                String inner =
                                        Flow.phase("")
                                                .onSignal(
                                                        "go",
                                                        String.class,
                                                        (q, w) -> q.update(_ -> w))
                                                .until(s -> !s.isEmpty())
                                                .state();
                                Flow.publish("inner", inner);
                            });
                    return outer.until(s -> !s.isEmpty()).state();
                })
                .start()
                .signal("nest", "x")
                .signal("go", "inside")
                .expectNothing()
                .expectPublished("inner", "inside")
                .signal("go", "outside")
                .expect(complete(1, "outside"));
    }

    // ---- Updates ----

    @Test
    void an_update_is_accepted_in_a_phase_and_answered_after_its_handler() {
        untilThree()
                .tell(signal("set", "ab"), update("u1", "ask", "A"))
                .expect(accept(1, "/h1", "u1"), activity(2, "/h1", "A"))
                .resolve(2, "answer ")
                .expect(answer(3, "/h1", "u1", "answer ab"));
    }

    @Test
    void updates_wait_for_handlers_before_them_but_are_accepted_at_once() {
        untilThree()
                .tell(update("u1", "ask", "A"), update("u2", "ask", "B"))
                .expect(accept(1, "/h0", "u1"), accept(2, "/h1", "u2"), activity(3, "/h0", "A"))
                .resolve(3, "a")
                .expect(answer(4, "/h0", "u1", "a"), activity(5, "/h1", "B"));
    }

    @Test
    void a_validator_reads_the_state_and_turns_an_update_away_without_a_trace() {
        untilThree()
                .signal("set", "ab")
                .update("u1", "ask", "")
                .expectNothing()
                .expectAnswers(new Answer.UpdateRejected("u1", failure("Empty", "after ab")));
    }

    @Test
    void an_update_outside_of_its_phase_is_turned_away() {
        play(() -> call("first") + shown(adding().until(s -> s.length() >= 3)) + call("last"))
                .start()
                .update("u1", "ask", "A")
                .expectNothing()
                .expectAnswers(refusal("u1"))
                .tell(Commands.resolved(1, ""), update("u2", "ask", "A"))
                .expectNothing()
                .expectAnswers(refusal("u2"))
                .signal("set", "abc")
                .expect(activity(2, "/", "last"))
                .update("u3", "ask", "A")
                .expectNothing()
                .expectAnswers(refusal("u3"));
    }

    private static Answer refusal(String id) {
        return new Answer.UpdateRejected(
                id, failure("UnknownUpdate", "run run-1 takes no update ask at this point"));
    }

    @Test
    void a_failing_update_does_not_end_the_phase() {
        play(() ->
                        Flow.phase("")
                                .onUpdate(
                                        "ask",
                                        String.class,
                                        (_, why) -> {
                                            throw ApplicationFailed.of("No", why);
                                        })
                                .onSignal("set", String.class, (p, v) -> p.update(_ -> v))
                                .until(s -> !s.isEmpty())
                                .state())
                .start()
                .update("u1", "ask", "why")
                .expect(accept(1, "/h0", "u1"), failUpdate(2, "/h0", "u1", failure("No", "why")))
                .signal("set", "x")
                .expect(complete(3, "x"));
    }

    @Test
    void async_updates_overlap() {
        play(() ->
                        Flow.phase("")
                                .onUpdateAsync("ask", String.class, (_, _) -> {}, (_, t) -> call(t))
                                .until(s -> !s.isEmpty())
                                .state())
                .start()
                .tell(update("u1", "ask", "A"), update("u2", "ask", "B"))
                .expect(
                        accept(1, "/h0", "u1"),
                        accept(2, "/h1", "u2"),
                        activity(3, "/h0", "A"),
                        activity(4, "/h1", "B"))
                .resolve(4, "b")
                .expect(answer(5, "/h1", "u2", "b"));
    }

    // ---- Time ----

    private static String timed(Duration limit) {
        return shown(adding().timeout(limit).until(s -> s.length() >= 3)) + call("after");
    }

    @Test
    void the_time_of_a_phase_is_a_timer_that_ends_it() {
        play(() -> timed(HOUR))
                .start()
                .expect(timer(1, "/", "PT1H"))
                .signal("set", "ab")
                .fire(1)
                .expect(activity(2, "/", "after"))
                .resolve(2, "!")
                .expect(complete(3, "ab late!"));
    }

    @Test
    void the_timer_is_cancelled_when_the_phase_ends() {
        play(() -> timed(HOUR))
                .start()
                .signal("set", "abc")
                .expect(cancelTimer(2, "/", 1), activity(3, "/", "after"));
    }

    @Test
    void a_phase_whose_time_is_up_waits_for_its_handlers() {
        play(() -> timed(HOUR))
                .start()
                .signal("add", "A")
                .expect(activity(2, "/h0", "A"))
                .fire(1)
                .expectNothing()
                .signal("set", "too late")
                .expectNothing()
                .resolve(2, "1")
                .expect(activity(3, "/", "after"))
                .resolve(3, "!")
                .expect(complete(4, "1 late!"));
    }

    @Test
    void a_phase_timeout_is_replayed() {
        play(() -> timed(HOUR))
                .start()
                .evict()
                .signal("set", "ab")
                .evict()
                .fire(1)
                .expect(activity(2, "/", "after"))
                .evict()
                .resolve(2, "!")
                .expect(complete(3, "ab late!"))
                .replays();
    }

    @Test
    void another_time_is_noticed() {
        play(() -> timed(HOUR))
                .start()
                .changes("duration", () -> timed(Duration.ofHours(2)))
                .differs(Mismatch.Missing.class, () -> shown(adding().until(_ -> false)));
    }

    @Test
    void messages_that_come_together_with_the_end_of_the_time_are_in_time() {
        play(() -> timed(HOUR))
                .start()
                .tell(signal("set", "abc"), fired(1))
                .expect(activity(2, "/", "after"))
                .resolve(2, "!")
                .expect(complete(3, "abc!"));
    }

    @Test
    void all_messages_that_come_together_with_the_end_of_the_time_are_in_time() {
        play(() -> timed(HOUR))
                .start()
                .tell(signal("set", "a"), signal("set", "ab"), signal("set", "abc"), fired(1))
                .expect(activity(2, "/", "after"))
                .resolve(2, "!")
                .expect(complete(3, "abc!"))
                .replays();
    }

    @Test
    void the_time_of_a_phase_is_positive() {
        play(() -> timed(Duration.ZERO))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "the time of a phase must be positive: PT0S"));
    }
}
