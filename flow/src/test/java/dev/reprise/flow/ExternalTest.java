package dev.reprise.flow;

import static dev.reprise.flow.Commands.cancelExternal;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.delivered;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.signalExternal;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.history.Mismatch;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Messages to other runs. */
class ExternalTest extends Conversations {
    private static String signals(String runId, String name, String... input) {
        Flow.external(new RunId(runId)).signal(name, (Object[]) input);
        return "sent";
    }

    private static String cancels(String runId, String reason) {
        Flow.external(new RunId(runId)).cancel(reason);
        return "asked";
    }

    // ---- Signals ----

    @Test
    void a_signal_is_sent_and_its_arrival_waited_for() {
        play(() -> signals("other", "go", "a", "b"))
                .start()
                .expect(signalExternal(1, "/", "other", "go", "a", "b"))
                .tell(delivered(1))
                .expect(complete(2, "sent"));
    }

    @Test
    void a_signal_to_another_run_is_replayed() {
        play(() -> signals("other", "go") + signals("other", "on"))
                .start()
                .evict()
                .tell(delivered(1))
                .expect(signalExternal(2, "/", "other", "on"))
                .evict()
                .tell(delivered(2))
                .expect(complete(3, "sentsent"))
                .replays();
    }

    @Test
    void target_name_and_input_are_part_of_a_signal() {
        play(() -> signals("other", "go", "a"))
                .start()
                .changes("runId", () -> signals("another", "go", "a"))
                .changes("name", () -> signals("other", "stop", "a"))
                .changes("input[0]", () -> signals("other", "go", "b"))
                .changes(Set.of("input", "input[0]"), script(() -> signals("other", "go")))
                .differs(Mismatch.Changed.class, () -> cancels("other", "go"));
    }

    // ---- Cancels ----

    @Test
    void a_cancel_is_sent_and_its_arrival_waited_for() {
        play(() -> cancels("other", "enough"))
                .start()
                .expect(cancelExternal(1, "/", "other", "enough"))
                .tell(delivered(1))
                .expect(complete(2, "asked"));
    }

    @Test
    void a_cancel_of_another_run_is_replayed() {
        play(() -> cancels("other", "one") + cancels("other", "two"))
                .start()
                .evict()
                .tell(delivered(1))
                .evict()
                .tell(delivered(2))
                .expect(complete(3, "askedasked"))
                .replays();
    }

    @Test
    void target_and_reason_are_part_of_a_cancel() {
        play(() -> cancels("other", "enough"))
                .start()
                .changes("runId", () -> cancels("another", "enough"))
                .changes("reason", () -> cancels("other", "too much"));
    }

    // ---- What does not arrive ----

    @Test
    void a_message_that_does_not_arrive_is_a_failure_to_the_workflow() {
        Failure why = failure("NotFound", "no such run");
        play(() -> {
                    try {
                        return signals("other", "go");
                    } catch (ExternalFailed e) {
                        return e.getMessage();
                    }
                })
                .start()
                .fails(1, why)
                .expect(complete(2, "signal go did not reach run other: no such run"));
        play(() -> cancels("other", "enough"))
                .start()
                .fails(1, why)
                .expect(
                        fail(
                                2,
                                "/",
                                new Failure.Application(
                                        "ExternalFailed",
                                        "a cancel did not reach run other: no such run",
                                        Payload.NONE,
                                        true,
                                        Optional.of(why))));
    }

    @Test
    void a_message_is_not_answered_by_an_activity() {
        play(() -> signals("other", "go"))
                .start()
                .tell(Commands.resolved(1, "x"))
                .expectFailure(ActivationKind.UNEXPECTED_JOB, "signal go to run other");
    }

    @Test
    void a_signal_needs_a_name() {
        play(() -> signals("other", " "))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "a signal's name must not be blank: \" \""));
    }
}
