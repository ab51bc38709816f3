package dev.reprise.flow;

import static dev.reprise.flow.Commands.accept;
import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.answer;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.cancelTimer;
import static dev.reprise.flow.Commands.cancelled;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.failUpdate;
import static dev.reprise.flow.Commands.failure;
import static dev.reprise.flow.Commands.timer;
import static dev.reprise.flow.Commands.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Mismatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Updates: accepted before their handlers' commands, answered after, or turned away. */
class UpdateTest extends Conversations {
    static class Account implements Workflow<Void, String> {
        private final List<String> booked = new ArrayList<>();

        @Override
        public String run(Void input) {
            Flow.sleep(Duration.ofDays(1));
            return String.join(",", booked);
        }

        @Update(validator = "check")
        String book(String amount) {
            booked.add(amount);
            return Flow.activity("book", String.class).call(amount) + booked.size();
        }

        void check(String amount) {
            if (amount.startsWith("-")) {
                throw ApplicationFailed.of("Negative", amount);
            }
            Flow.publish("never", "a validator only reads");
        }

        @Update("balance")
        String now() {
            return Flow.now() + " " + booked.size();
        }

        @Update
        void close(String reason) {
            booked.add(reason);
        }

        @Update
        String broken(String why) {
            throw ApplicationFailed.of("Broken", why);
        }

        @Update
        Object unencodable() {
            return 42;
        }
    }

    /** The same with a validator that keeps to reading. */
    static class Reading extends Account {
        @Override
        void check(String amount) {
            if (amount.startsWith("-")) {
                throw ApplicationFailed.of("Negative", amount);
            }
            Flow.logger().log(System.Logger.Level.INFO, "checked at " + Flow.now());
        }
    }

    private Conversation account() {
        return play(WorkflowType.of(Reading.class)).start().expect(timer(1, "/", "P1D"));
    }

    // ---- First execution ----

    @Test
    void an_update_is_accepted_before_its_handlers_commands_and_answered_after() {
        account()
                .update("u1", "book", "5")
                .expect(accept(2, "/h0", "u1"), activity(3, "/h0", "book", "5"))
                .resolve(3, "ok ")
                .expect(answer(4, "/h0", "u1", "ok 1"))
                .expectUnits("/");
    }

    @Test
    void an_update_that_does_not_pause_is_answered_at_once() {
        account()
                .update("u1", "balance")
                .expect(accept(2, "/h0", "u1"), answer(3, "/h0", "u1", "1970-01-01T00:00:00Z 0"));
    }

    @Test
    void an_update_without_a_value_is_answered_with_none() {
        account()
                .update("u1", "close", "done")
                .expect(
                        accept(2, "/h0", "u1"),
                        new Command.CompleteUpdate(
                                3, UnitId.parse("/h0"), "u1", new Outcome.Completed(Payload.NONE)));
    }

    @Test
    void updates_overlap_and_are_answered_as_they_end() {
        account()
                .tell(update("u1", "book", "1"), update("u2", "book", "2"))
                .expect(
                        accept(2, "/h0", "u1"),
                        accept(3, "/h1", "u2"),
                        activity(4, "/h0", "book", "1"),
                        activity(5, "/h1", "book", "2"))
                .resolve(5, "second ")
                .expect(answer(6, "/h1", "u2", "second 2"))
                .resolve(4, "first ")
                .expect(answer(7, "/h0", "u1", "first 2"));
    }

    @Test
    void a_failing_update_fails_its_caller_and_not_the_run() {
        account()
                .update("u1", "broken", "no")
                .expect(accept(2, "/h0", "u1"), failUpdate(3, "/h0", "u1", failure("Broken", "no")))
                .fire(1)
                .expect(complete(4, ""));
    }

    @Test
    void an_answer_that_cannot_be_encoded_fails_its_caller() {
        var run = account().update("u1", "unencodable");
        assertThat(run.run.commands()).hasSize(2);
        assertThat(run.run.commands().getLast())
                .isInstanceOfSatisfying(
                        Command.CompleteUpdate.class,
                        it -> assertThat(it.outcome()).isInstanceOf(Outcome.Failed.class));
    }

    @Test
    void a_cancelled_run_cancels_its_updates() {
        account()
                .update("u1", "book", "5")
                .cancel("stop")
                .expect(
                        cancelTimer(4, "/", 1),
                        cancelActivity(5, "/h0", 3),
                        failUpdate(6, "/h0", "u1", cancelled("stop")),
                        cancelRun(7, "stop"));
    }

    // ---- Turned away ----

    @Test
    void a_validator_turns_an_update_away_without_a_trace() {
        var run = account();
        int turns = run.run.transcript().turns().size();
        run.update("u1", "book", "-5")
                .expectNothing()
                .expectAnswers(new Answer.UpdateRejected("u1", failure("Negative", "-5")))
                .expectUnits("/");
        assertThat(run.run.transcript().turns()).hasSize(turns);
        run.update("u2", "book", "5")
                .expect(accept(2, "/h0", "u2"), activity(3, "/h0", "book", "5"));
    }

    @Test
    void one_of_two_updates_may_be_turned_away() {
        account()
                .tell(update("u1", "book", "-1"), update("u2", "book", "2"))
                .expect(accept(2, "/h0", "u2"), activity(3, "/h0", "book", "2"))
                .expectAnswers(new Answer.UpdateRejected("u1", failure("Negative", "-1")))
                .evict()
                .resolve(3, "ok ")
                .expect(answer(4, "/h0", "u2", "ok 1"));
    }

    @Test
    void an_update_that_nobody_handles_is_turned_away() {
        account()
                .update("u1", "unknown")
                .expectNothing()
                .expectAnswers(
                        new Answer.UpdateRejected(
                                "u1",
                                failure(
                                        "UnknownUpdate",
                                        "run run-1 takes no update unknown at this point")));
    }

    @Test
    void an_update_that_does_not_decode_is_turned_away() {
        var run = account().update("u1", "book", "5", "too many").expectNothing();
        assertThat(run.run.answers())
                .singleElement()
                .isInstanceOfSatisfying(
                        Answer.UpdateRejected.class,
                        it ->
                                assertThat(it.failure())
                                        .isInstanceOfSatisfying(
                                                Failure.Application.class,
                                                f ->
                                                        assertThat(f.type())
                                                                .isEqualTo("Undecodable")));
    }

    @Test
    void a_validator_that_decides_turns_the_update_away() {
        var run =
                play(WorkflowType.of(Account.class))
                        .start()
                        .update("u1", "book", "5")
                        .expectNothing();
        assertThat(run.run.answers()).singleElement().asString().contains("only reads");
        assertThat(run.run.published()).isEmpty();
        run.fire(1).expect(complete(2, ""));
    }

    // ---- Replay and mismatch ----

    @Test
    void updates_are_replayed_without_asking_the_validator_again() {
        var run = account().update("u1", "book", "5");
        run.expect(accept(2, "/h0", "u1"), activity(3, "/h0", "book", "5"));
        run.evict().resolve(3, "ok ").expect(answer(4, "/h0", "u1", "ok 1")).replays();
        assertThat(run.run.replayOn(WorkflowType.of(Stricter.class)).orThrow().turns())
                .isEqualTo(3);
    }

    static class Stricter extends Account {
        @Override
        void check(String amount) {
            throw ApplicationFailed.of("Never", "nothing is let in any more");
        }
    }

    @Test
    void an_update_that_is_no_longer_handled_is_noticed() {
        var run = account().update("u1", "book", "5");
        assertThat(run.differs(Mismatch.Missing.class, WorkflowType.of(Sleeper.class)).describe())
                .contains("AcceptUpdate 2", "updateId");
    }

    static class Sleeper implements Workflow<Void, String> {
        @Override
        public String run(Void input) {
            Flow.sleep(Duration.ofDays(1));
            return "";
        }
    }

    @Test
    void another_answer_is_noticed() {
        account()
                .update("u1", "balance")
                .changes("outcome.value", WorkflowType.of(Different.class));
    }

    static class Different extends Account {
        @Override
        @Update("balance")
        String now() {
            return "other";
        }
    }

    @Test
    void an_update_that_now_fails_is_noticed() {
        assertThat(
                        account()
                                .update("u1", "balance")
                                .differs(Mismatch.Changed.class, WorkflowType.of(Failing.class))
                                .describe())
                .contains("CompleteUpdate 3", "outcome");
    }

    static class Failing extends Account {
        @Override
        @Update("balance")
        String now() {
            throw ApplicationFailed.of("Broken", "now");
        }
    }

    @Test
    void an_accepted_update_that_does_not_decode_any_more_fails_the_activation() {
        account()
                .tell(new Job.Update("u1", "book", Commands.texts("a", "b"), false))
                .expectFailure(ActivationKind.UNDECODABLE, "update book takes 1 arguments");
    }

    @Test
    void an_update_may_come_with_the_start_and_is_accepted_first() {
        var run = play(WorkflowType.of(Reading.class));
        run.tell(run.run.started(), update("u1", "balance"))
                .expect(
                        accept(1, "/h0", "u1"),
                        timer(2, "/", "P1D"),
                        answer(3, "/h0", "u1", "1970-01-01T00:00:00Z 0"));
    }
}
