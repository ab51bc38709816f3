package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.query;
import static dev.reprise.flow.Commands.resolved;
import static dev.reprise.flow.Commands.signal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Machines that are thrown away, and others that take their place. */
class EvictionTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static final Job.Start START =
            new Job.Start(new RunId("run-1"), "Script", List.of(), RunInfo.FIRST);
    private static final Job.Evict EVICT = new Job.Evict("memory");

    @Test
    void an_eviction_decides_nothing_and_frees_all_units() {
        var machine = new FlowMachine(steps(() -> Flow.parallel(() -> call("A"), () -> call("B"))));
        machine.activate(activation(START));
        assertThat(machine.run().units()).hasSize(3);
        assertThat(machine.activate(activation(EVICT))).isEqualTo(Completion.Decided.NOTHING);
        assertThat(machine.run().units()).isEmpty();
    }

    @Test
    void an_evicted_machine_knows_nothing_any_more() {
        var machine = new FlowMachine(script(() -> call("A")));
        machine.activate(activation(START));
        machine.activate(activation(EVICT));
        assertThat(machine.activate(activation(resolved(1, "x"))))
                .isInstanceOfSatisfying(
                        Completion.Failed.class,
                        it -> {
                            assertThat(it.failure().kind()).isEqualTo(ActivationKind.INTERNAL);
                            assertThat(it.failure().message()).contains("was evicted");
                        });
    }

    @Test
    void a_machine_is_evicted_before_its_start_after_its_end_and_twice() {
        var machine = new FlowMachine(script(() -> "x"));
        assertThat(machine.activate(activation(EVICT))).isEqualTo(Completion.Decided.NOTHING);
        assertThat(machine.activate(activation(EVICT))).isEqualTo(Completion.Decided.NOTHING);
        var ended = new FlowMachine(script(() -> "x"));
        ended.activate(activation(START));
        assertThat(ended.activate(activation(EVICT))).isEqualTo(Completion.Decided.NOTHING);
    }

    @Test
    void a_machine_may_be_closed_at_any_time() {
        var ran = new ArrayList<String>();
        var machine = new FlowMachine(steps(() -> ran.add(call("A"))));
        machine.activate(activation(START));
        machine.close();
        machine.close();
        assertThat(machine.run().units()).isEmpty();
        assertThat(ran).isEmpty();
    }

    @Test
    void all_that_a_run_knows_survives_an_eviction() {
        play(WorkflowType.of(Everything.class))
                .start()
                .expect(activity(1, "/", "A"))
                .signal("kept", "later")
                .signal("count")
                .evict()
                .expectPublished("counted", "1")
                .expectQuery("count", "1")
                .signal("count")
                .evict()
                .expectQuery("count", "2")
                .resolve(1, "a")
                .expect(complete(2, "later2"));
    }

    static class Everything implements Workflow<Void, String> {
        private int count;

        @Override
        public String run(Void input) {
            call("A");
            return Flow.signal("kept", String.class) + count;
        }

        @Signal("count")
        void counts() {
            count++;
            Flow.publish("counted", Integer.toString(count));
        }

        @Query
        String count() {
            return Integer.toString(count);
        }
    }

    @Test
    void an_instance_of_the_workflow_belongs_to_one_machine() {
        var made = new ArrayList<Script>();
        var type =
                WorkflowType.of(
                        Script.class,
                        () -> {
                            made.add(new Script(_ -> call("A")));
                            return made.getLast();
                        });
        play(type).start().evict().evict().resolve(1, "x").expect(complete(2, "x"));
        assertThat(made).hasSizeGreaterThanOrEqualTo(3).doesNotHaveDuplicates();
    }

    @Test
    void an_eviction_after_every_activation_makes_no_difference() {
        play(() ->
                        Flow.phase("")
                                .onSignal(
                                        "add",
                                        String.class,
                                        (p, v) -> {
                                            String more = call(v);
                                            p.update(s -> s + more);
                                        })
                                .until(s -> s.length() == 2)
                                .state())
                .start()
                .evict()
                .tell(signal("add", "A"), signal("add", "B"))
                .expect(activity(1, "/h0", "A"))
                .evict()
                .resolve(1, "a")
                .expect(activity(2, "/h1", "B"))
                .evict()
                .resolve(2, "b")
                .expect(complete(3, "ab"));
    }

    @Test
    void a_query_after_an_eviction_needs_another_machine() {
        var machine = new FlowMachine(script(() -> call("A")));
        machine.activate(activation(START));
        machine.activate(activation(EVICT));
        assertThat(machine.activate(activation(query("q", "x"))))
                .isInstanceOf(Completion.Failed.class);
    }

    @Test
    void many_machines_may_be_in_the_middle_at_once() {
        var machines = new ArrayList<FlowMachine>();
        for (int i = 0; i < 200; i++) {
            var machine = new FlowMachine(script(() -> call("A") + call("B")));
            machine.activate(activation(START));
            machines.add(machine);
        }
        for (FlowMachine machine : machines.reversed()) {
            assertThat(machine.activate(activation(resolved(1, "a"))))
                    .isEqualTo(Completion.Decided.of(List.of(activity(2, "/", "B"))));
        }
        machines.forEach(FlowMachine::close);
    }

    @Test
    void a_machine_may_be_driven_by_another_thread_each_time() throws InterruptedException {
        var machine = new FlowMachine(script(() -> call("A") + call("B")));
        var completions = new ArrayList<Completion>();
        for (Job job : List.of(START, resolved(1, "a"), resolved(2, "b"))) {
            Thread thread = new Thread(() -> completions.add(machine.activate(activation(job))));
            thread.start();
            thread.join();
            Thread virtual =
                    Thread.ofVirtual().start(() -> completions.add(machine.activate(activation())));
            virtual.join();
        }
        assertThat(completions)
                .containsExactly(
                        Completion.Decided.of(List.of(activity(1, "/", "A"))),
                        Completion.Decided.NOTHING,
                        Completion.Decided.of(List.of(activity(2, "/", "B"))),
                        Completion.Decided.NOTHING,
                        Completion.Decided.of(List.of(complete(3, "ab"))),
                        Completion.Decided.NOTHING);
    }
}
