package dev.reprise.flow;

import static dev.reprise.flow.Commands.accept;
import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.answer;
import static dev.reprise.flow.Commands.cancel;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fired;
import static dev.reprise.flow.Commands.signal;
import static dev.reprise.flow.Commands.timer;
import static dev.reprise.flow.Commands.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.history.Answer;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How one activation is carried out: facts, jobs, rounds, and one completion. */
class TurnTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    static class Messages implements Workflow<Void, Void> {
        @Override
        public Void run(Void input) {
            call("work");
            return null;
        }

        @Signal
        void poke(String name) {
            call(name);
        }

        @Update
        String ask(String name) {
            return name;
        }
    }

    @Test
    void jobs_are_taken_in_their_order() {
        play(WorkflowType.of(Messages.class))
                .start()
                .expect(activity(1, "/", "work"))
                .tell(
                        update("u1", "ask", "x"),
                        signal("poke", "y"),
                        cancel("stop"),
                        update("u2", "ask", "z"))
                .expect(
                        accept(2, "/h0", "u1"),
                        cancelActivity(3, "/", 1),
                        accept(4, "/h2", "u2"),
                        answer(5, "/h0", "u1", "x"),
                        answer(6, "/h2", "u2", "z"),
                        cancelRun(7, "stop"));
    }

    @Test
    void the_facts_of_an_activation_hold_before_its_jobs_are_taken() {
        var times = new ArrayList<String>();
        doing(
                        () -> {
                            times.add(Flow.now().toString());
                            call("A");
                            times.add(Flow.now().toString());
                        })
                .start()
                .later("PT1H")
                .resolve(1, "a")
                .expect(complete(2));
        assertThat(times).containsExactly("1970-01-01T00:00:00Z", "1970-01-01T01:00:00Z");
    }

    @Test
    void rounds_go_on_until_no_unit_is_runnable() {
        doing(
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                Flow.yield();
                            }
                            call("after");
                        })
                .start()
                .expect(activity(1, "/", "after"));
    }

    @Test
    void an_activation_of_which_nothing_is_kept_changes_nothing() {
        var read = new ArrayList<String>();
        var run =
                doing(
                                () -> {
                                    Flow.await(() -> !read.add(Flow.now().toString()));
                                    call("never");
                                })
                        .start()
                        .later("PT1H");
        read.clear();
        run.tell().expectNothing();
        run.update("u", "unknown").expectNothing();
        run.tell(Commands.query("q", "x"), update("u", "unknown")).expectNothing();
        assertThat(read).isEmpty();
        run.signal("any").expectNothing();
        assertThat(read).containsExactly("1970-01-01T01:00:00Z");
    }

    @Test
    void an_activation_without_jobs_decides_nothing() {
        doing(() -> call("A")).start().tell().expectNothing().expectUnits("/");
    }

    @Test
    void a_blocked_unit_stays_over_activations_that_are_not_for_it() {
        doing(
                        () -> {
                            call("A");
                            call("B");
                        })
                .start()
                .expect(activity(1, "/", "A"))
                .signal("nobody")
                .expectNothing()
                .tell()
                .expectNothing()
                .resolve(1, "a")
                .expect(activity(2, "/", "B"));
    }

    @Test
    void a_query_only_activation_advances_nothing() {
        var evaluated = new ArrayList<String>();
        var run =
                doing(
                                () -> {
                                    Flow.publish("state", "waiting");
                                    Flow.await(() -> !evaluated.add("now"));
                                })
                        .start()
                        .expectNothing();
        evaluated.clear();
        run.expectQuery("state", "waiting").expectUnits("/");
        assertThat(evaluated).isEmpty();
    }

    @Test
    void the_time_of_a_query_only_activation_is_not_the_time_of_the_run() {
        play(WorkflowType.of(Clock.class)).start().later("PT1H").expectQuery("time", "PT0S");
    }

    static class Clock implements Workflow<Void, Void> {
        @Override
        public Void run(Void input) {
            Flow.await(() -> false);
            return null;
        }

        @Query
        String time() {
            return Duration.between(java.time.Instant.EPOCH, Flow.now()).toString();
        }
    }

    @Test
    void queries_among_other_jobs_are_answered_when_the_rounds_are_over() {
        doing(
                        () -> {
                            Flow.publish("state", "before");
                            Flow.sleep(Duration.ofSeconds(1));
                            Flow.publish("state", "after");
                            call("A");
                        })
                .start()
                .expect(timer(1, "/", "PT1S"))
                .tell(Commands.query("q1", "state"), fired(1))
                .expect(activity(2, "/", "A"))
                .expectAnswers(
                        new Answer.QueryAnswered(
                                "q1", new Outcome.Completed(Commands.text("after"))));
    }

    @Test
    void an_eviction_runs_no_code_of_the_workflow() {
        var steps = new ArrayList<String>();
        var machine =
                new FlowMachine(
                        steps(
                                () -> {
                                    steps.add("started");
                                    Flow.await(() -> !steps.add("evaluated"));
                                    steps.add("went on");
                                }));
        machine.activate(activation(start()));
        assertThat(steps).startsWith("started");
        steps.clear();
        assertThat(machine.activate(activation(new Job.Evict("memory"))))
                .isEqualTo(Completion.Decided.NOTHING);
        assertThat(steps).isEmpty();
    }

    private static Job.Start start() {
        return new Job.Start(
                new dev.reprise.RunId("r"), "Script", List.of(), dev.reprise.history.RunInfo.FIRST);
    }
}
