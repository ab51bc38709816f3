package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancel;
import static dev.reprise.flow.Commands.childResolved;
import static dev.reprise.flow.Commands.childStarted;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.delivered;
import static dev.reprise.flow.Commands.fired;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.form.Checksum;
import dev.reprise.form.Malformed;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs and transcripts that cannot be: the activation fails, the run stays where it was. */
class BadInputTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private Conversation waiting() {
        return play(() -> call("A")).start().expect(activity(1, "/", "A"));
    }

    /** After a failed activation the run goes on from where it was, on another machine. */
    private static void goesOn(Conversation run) {
        run.evict().resolve(1, "fine").expect(complete(2, "fine"));
    }

    // ---- Jobs at a wrong moment ----

    @Test
    void a_second_start_is_refused() {
        var run = waiting();
        run.tell(run.run.started("again"))
                .expectFailure(
                        ActivationKind.UNEXPECTED_JOB,
                        "Run run-1 has started already",
                        "What to do");
        goesOn(run);
    }

    @Test
    void two_starts_in_one_activation_are_refused() {
        var run = play(() -> call("A"));
        run.tell(run.run.started(), run.run.started())
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "has started already");
    }

    static List<Job> jobs() {
        return List.of(
                signal("s"),
                update("u", "u"),
                cancel("stop"),
                new Job.Seed(1),
                resolved(1, "x"),
                fired(1),
                childStarted(1),
                delivered(1));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void nothing_comes_before_the_start(Job job) {
        play(() -> "x")
                .tell(job)
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "a start must come first");
        var run = play(() -> "x");
        run.tell(job, run.run.started())
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "a start must come first");
    }

    @Test
    void nothing_but_late_answers_and_queries_comes_after_the_end() {
        for (Job job : jobs()) {
            var run = play(() -> "x").start().expect(complete(1, "x")).once();
            run.tell(job);
            if (job instanceof Job.Resolution) {
                run.expectNothing();
            } else {
                run.expectFailure(ActivationKind.UNEXPECTED_JOB, "Run run-1 has ended");
            }
        }
    }

    @Test
    void recalled_choices_are_refused() {
        var machine = new FlowMachine(script(() -> "x"));
        var completion =
                machine.activate(
                        new Activation(
                                Instant.EPOCH,
                                7,
                                0,
                                true,
                                List.of(new Job.Choices(ChoiceLog.EMPTY), start("Script"))));
        assertThat(completion)
                .isInstanceOfSatisfying(
                        Completion.Failed.class,
                        it -> {
                            assertThat(it.failure().kind())
                                    .isEqualTo(ActivationKind.UNEXPECTED_JOB);
                            assertThat(it.failure().message()).contains("makes no choices");
                        });
    }

    private static Job.Start start(String type, Payload... input) {
        return new Job.Start(new RunId("run-1"), type, List.of(input), RunInfo.FIRST);
    }

    @Test
    void a_start_of_another_type_is_refused() {
        play(() -> "x")
                .tell(start("Other"))
                .expectFailure(
                        ActivationKind.UNKNOWN_TYPE,
                        "workflow Other",
                        "carries out Script",
                        "register code for Other");
    }

    // ---- Answers that cannot be ----

    @Test
    void an_answer_to_a_command_that_was_never_decided_is_refused() {
        var run = waiting();
        run.tell(resolved(7, "x"))
                .expectFailure(
                        ActivationKind.UNEXPECTED_JOB, "There is no command 7 yet; the next is 2");
        goesOn(run);
    }

    @Test
    void a_second_answer_is_refused() {
        var run = play(() -> call("A") + call("B")).start().resolve(1, "a");
        run.tell(resolved(1, "a"))
                .expectFailure(
                        ActivationKind.UNEXPECTED_JOB, "Command 1 waits for no answer: it had one");
        run.evict().resolve(2, "b").expect(complete(3, "ab"));
    }

    @Test
    void two_answers_in_one_activation_are_refused() {
        waiting()
                .tell(resolved(1, "a"), resolved(1, "a"))
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "Command 1 waits for no answer");
    }

    @Test
    void an_answer_to_a_command_that_needs_none_is_refused() {
        doing(
                        () -> {
                            Flow.searchAttribute("k", "v");
                            call("A");
                        })
                .start()
                .tell(resolved(1, "x"))
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "or needs none");
    }

    @Test
    void an_answer_of_another_kind_is_refused() {
        refusesAll(() -> call("A"), "activity A", fired(1), childStarted(1), delivered(1));
        refusesAll(
                () -> {
                    Flow.sleep(Duration.ofSeconds(1));
                    return "";
                },
                "timer",
                resolved(1, "x"),
                childResolved(1, "x"),
                delivered(1));
        refusesAll(
                () -> Flow.child("Kid", String.class).call(),
                "child run",
                resolved(1, "x"),
                fired(1),
                delivered(1));
    }

    private void refusesAll(Body<String> code, String what, Job... answers) {
        for (Job answer : answers) {
            play(code)
                    .start()
                    .tell(answer)
                    .expectFailure(
                            ActivationKind.UNEXPECTED_JOB,
                            "Command 1 is " + what,
                            "not answered so");
        }
    }

    @Test
    void great_numbers_are_refused_like_others() {
        waiting()
                .tell(resolved(Long.MAX_VALUE, "x"))
                .expectFailure(
                        ActivationKind.UNEXPECTED_JOB, "There is no command " + Long.MAX_VALUE);
    }

    // ---- After a failed activation ----

    @Test
    void a_machine_that_failed_says_the_same_for_ever() {
        var run = waiting();
        run.tell(resolved(7, "x"));
        var first = run.run.completion();
        run.tell(resolved(1, "x"));
        assertThat(run.run.completion()).isEqualTo(first);
        assertThat(run.run.units()).isEmpty();
    }

    @Test
    void a_failed_activation_leaves_no_trace_in_the_transcript() {
        var run = waiting();
        int turns = run.run.transcript().turns().size();
        run.tell(resolved(7, "x"));
        assertThat(run.run.transcript().turns()).hasSize(turns);
        goesOn(run);
    }

    // ---- Payloads ----

    private static final Payload BYTES = Payload.of(Payload.BYTES_ENCODING, new byte[] {1, 2});

    @Test
    void an_input_that_does_not_decode_fails_the_activation() {
        play(script(input -> input))
                .tell(start("Script", BYTES))
                .expectFailure(ActivationKind.UNDECODABLE, "String");
        play(script(input -> input))
                .tell(start("Script", Commands.text("a"), Commands.text("b")))
                .expectFailure(ActivationKind.UNDECODABLE, "starts with one value", "2");
    }

    @Test
    void a_value_that_does_not_decode_fails_the_activation_and_better_code_goes_on() {
        var run = waiting();
        run.tell(new Job.ActivityResolved(1, new dev.reprise.Outcome.Completed(BYTES)))
                .expectFailure(ActivationKind.UNDECODABLE, "String");
        goesOn(run);
    }

    @Test
    void an_undecodable_signal_cannot_be_swallowed() {
        play(() -> {
                    try {
                        return Flow.signal("s", String.class);
                    } catch (Throwable swallowed) {
                        return "swallowed";
                    }
                })
                .start()
                .tell(new Job.Signal("s", List.of(BYTES), "", ""))
                .expectFailure(ActivationKind.UNDECODABLE, "String");
    }

    // ---- Transcripts ----

    private byte[] stored() {
        return play(() -> call("A")).start().resolve(1, "x").run.transcript().toBytes();
    }

    @Test
    void a_transcript_in_which_any_byte_is_changed_is_refused() {
        byte[] bytes = stored();
        int refused = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 0x10;
            try {
                Transcript.fromBytes(changed);
            } catch (Malformed expected) {
                refused++;
            }
        }
        assertThat(refused).isEqualTo(bytes.length);
    }

    @Test
    void a_transcript_that_is_cut_off_is_refused() {
        byte[] bytes = stored();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Transcript.fromBytes(cut)).isInstanceOf(Malformed.class);
        }
    }

    @Test
    void a_transcript_of_a_future_version_is_refused() {
        byte[] bytes = stored();
        bytes[4]++;
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, Checksum.of(bytes, 0, 8));
        assertThatThrownBy(() -> Transcript.fromBytes(bytes))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        it -> assertThat(it.problem()).isEqualTo(Malformed.Problem.VERSION));
    }

    @Test
    void something_else_is_no_transcript() {
        assertThatThrownBy(
                        () -> Transcript.fromBytes("hello, world".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        it -> assertThat(it.problem()).isEqualTo(Malformed.Problem.FOREIGN));
    }

    @Test
    void the_transcript_of_another_type_is_told_apart() {
        var transcript = play(() -> call("A")).start().run.transcript();
        var other = script(() -> call("A")).name("Other");
        assertThatThrownBy(() -> FlowReplay.of(other, transcript).orThrow())
                .hasMessageContaining("UNKNOWN_TYPE");
    }
}
