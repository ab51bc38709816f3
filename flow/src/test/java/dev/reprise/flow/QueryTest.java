package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.query;
import static dev.reprise.flow.Commands.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.flow.guard.Allowed;
import dev.reprise.flow.guard.Rule;
import dev.reprise.history.Answer;
import dev.reprise.history.Completion;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries: they read, advance nothing, and fail alone. */
class QueryTest extends Conversations {
    static class Order implements Workflow<String, String> {
        private String state = "new";

        @Override
        public String run(String input) {
            state = "paying " + input;
            Flow.publish("progress", "half");
            Flow.publish("state", "published under the name of a method");
            state = Flow.activity("pay", String.class).call();
            Flow.publish("progress", "all");
            return state;
        }

        @Query
        String state() {
            return state;
        }

        @Query("where")
        String place(String prefix, String suffix) {
            return prefix + Flow.info().runId() + Flow.now() + Flow.cancelled() + suffix;
        }

        @Query
        String none() {
            return null;
        }

        @Query
        Object unencodable() {
            return 42;
        }

        @Query
        String throwing() throws Exception {
            throw new java.io.IOException("no answer");
        }

        @Query
        String erring() {
            throw new AssertionError("no answer");
        }

        @Query
        String recursing() {
            return state.isEmpty() ? state : recursing() + "!";
        }

        @Query
        String pausing() {
            Flow.sleep(Duration.ofSeconds(1));
            return "slept";
        }

        @Query
        String deciding() {
            Flow.searchAttribute("k", "v");
            return "decided";
        }

        @Query
        String spawning() {
            Flow.async(() -> "x");
            return "spawned";
        }

        @Query
        String publishing() {
            Flow.publish("progress", "wrong");
            return "published";
        }

        @Allowed(value = Rule.THREAD, reason = "that it blocks is what the test is about")
        @Query
        String blocking() throws InterruptedException {
            Thread.sleep(60_000);
            return "slept";
        }
    }

    private Conversation order() {
        return play(WorkflowType.of(Order.class)).start("7").expect(activity(1, "/", "pay"));
    }

    private static Outcome value(String text) {
        return new Outcome.Completed(Payload.text(text));
    }

    @Test
    void a_query_reads_the_state_of_the_workflow() {
        order().expectQuery("state", "paying 7").resolve(1, "paid").expect(complete(2, "paid"));
    }

    @Test
    void a_query_has_arguments_and_may_read_what_flow_knows() {
        var run = order();
        assertThat(run.run.query("where", "<", ">"))
                .isEqualTo(value("<run-11970-01-01T00:00:00Zfalse>"));
        assertThat(run.run.query("none")).isEqualTo(new Outcome.Completed(Payload.NONE));
    }

    @Test
    void a_query_reads_what_was_published_without_running_code() {
        order().expectQuery("progress", "half")
                .expectPublished("progress", "half")
                .resolve(1, "paid")
                .expectQuery("progress", "all");
    }

    @Test
    void a_method_answers_before_what_was_published() {
        order().expectQuery("state", "paying 7");
    }

    @Test
    void queries_are_answered_after_the_end() {
        order().resolve(1, "paid").expectQuery("state", "paid").expectQuery("progress", "all");
    }

    @Test
    void queries_that_come_with_other_jobs_after_the_end_are_answered() {
        order().resolve(1, "paid")
                .expect(complete(2, "paid"))
                .tell(resolved(1, "late"), query("q", "state"))
                .expectNothing()
                .expectAnswers(new Answer.QueryAnswered("q", value("paid")))
                .once();
    }

    @Test
    void queries_are_answered_after_an_eviction() {
        order().evict().expectQuery("state", "paying 7").expectQuery("progress", "half");
    }

    @Test
    void several_queries_are_answered_in_their_order() {
        order().tell(query("q2", "progress"), query("q1", "state"))
                .expectNothing()
                .expectAnswers(
                        new Answer.QueryAnswered("q2", value("half")),
                        new Answer.QueryAnswered("q1", value("paying 7")));
    }

    @Test
    void a_query_before_the_start_fails() {
        var machine = new FlowMachine(WorkflowType.of(Order.class));
        var answered = machine.activate(activation(query("q", "state")));
        assertThat(answered).isInstanceOf(Completion.Decided.class);
        assertThat(answered.toString()).contains("NotStarted", "has not started");
    }

    @Test
    void an_unknown_query_says_what_is_known() {
        assertThat(failed(order(), "nope").message())
                .contains("no query nope", "state", "where", "progress");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throwing",
                "erring",
                "unencodable",
                "recursing",
                "pausing",
                "deciding",
                "spawning",
                "publishing",
                "blocking",
                "where"
            })
    void a_query_that_fails_fails_alone(String name) {
        var run = order();
        assertThat(failed(run, name).type()).isNotBlank();
        run.expectPublished("progress", "half")
                .expectQuery("state", "paying 7")
                .expectUnits("/")
                .resolve(1, "paid")
                .expect(complete(2, "paid"));
    }

    @Test
    void the_failure_of_a_query_says_what_was_thrown() {
        assertThat(failed(order(), "throwing"))
                .isEqualTo(new Failure.Application("java.io.IOException", "no answer"));
        assertThat(failed(order(), "pausing").message()).contains("It only reads");
        assertThat(failed(order(), "where").message()).contains("takes 2 arguments");
    }

    private static Failure.Application failed(Conversation run, String name) {
        Outcome outcome = run.run.query(name);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return (Failure.Application) ((Outcome.Failed) outcome).failure();
    }

    @Test
    void queries_leave_no_trace_in_the_transcript() {
        var run = order();
        int turns = run.run.transcript().turns().size();
        run.expectQuery("state", "paying 7").tell(query("q", "state"));
        assertThat(run.run.transcript().turns()).hasSize(turns);
    }
}
