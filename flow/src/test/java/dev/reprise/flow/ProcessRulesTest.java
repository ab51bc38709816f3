package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Workflow code speaks only when it has the step, and only for its own run. */
class ProcessRulesTest extends Conversations {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static List<Arguments> calls() {
        return List.of(
                of("sleep", () -> Flow.sleep(SECOND)),
                of("await", () -> Flow.await(() -> true)),
                of("await with a limit", () -> Flow.await(SECOND, () -> true)),
                of("yield", Flow::yield),
                of("signal", () -> Flow.signal("s", String.class)),
                of("signal with a limit", () -> Flow.signal("s", String.class, SECOND)),
                of("activity", () -> Flow.activity("A", String.class).call()),
                of("activity start", () -> Flow.activity("A", String.class).start()),
                of("child", () -> Flow.child("Kid", String.class).call()),
                of("child start", () -> Flow.child("Kid", String.class).start()),
                of("external", () -> Flow.external(new RunId("other"))),
                of("parallel", () -> Flow.parallel(() -> "x")),
                of("parallelSettled", () -> Flow.parallelSettled(List.of(() -> "x"))),
                of("race", () -> Flow.race(() -> "x")),
                of("async", () -> Flow.async(() -> "x")),
                of("promise", Flow::promise),
                of("mutex", Flow::mutex),
                of("semaphore", () -> Flow.semaphore(1)),
                of("channel", () -> Flow.channel(1)),
                of("phase", () -> Flow.phase("x")),
                of("scope", Flow::scope),
                of("nonCancellable", () -> Flow.nonCancellable(() -> "x")),
                of("withTimeout", () -> Flow.withTimeout(SECOND, () -> "x")),
                of("saga", () -> Flow.saga(_ -> "x")),
                of("continueAsNew", () -> Flow.continueAsNew()),
                of("now", Flow::now),
                of("random", Flow::random),
                of("uuid", Flow::uuid),
                of("info", Flow::info),
                of("cancelled", Flow::cancelled),
                of("publish", () -> Flow.publish("k", "v")),
                of("logger", () -> Flow.logger().log(System.Logger.Level.INFO, "x")),
                of("searchAttribute", () -> Flow.searchAttribute("k", "v")),
                of("sideEffect", () -> Flow.sideEffect("s", String.class, () -> "x")),
                of("patched", () -> Flow.patched("p")),
                of("deprecatePatch", () -> Flow.deprecatePatch("p")));
    }

    private static Arguments of(String name, Steps call) {
        return Arguments.of(name, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void a_thread_that_runs_no_workflow_may_not_call_flow(String name, Steps call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("runs no workflow");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void a_thread_that_workflow_code_starts_may_not_call_flow(String name, Steps call) {
        doing(() -> elsewhere(call))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "Unit / called Flow out of turn", "async");
        doing(() -> Flow.activity("fine", String.class).call())
                .start()
                .expect(activity(1, "/", "fine"));
    }

    /** Calls on another thread, and waits for it without parking. */
    private static Throwable elsewhere(Steps call) {
        var thrown = new AtomicReference<Throwable>();
        var thread =
                new Thread(
                        () -> {
                            try {
                                call.run();
                            } catch (Throwable e) {
                                thrown.set(e);
                            }
                        });
        thread.start();
        while (thread.isAlive()) {
            Thread.onSpinWait();
        }
        return thrown.get();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void a_state_update_may_not_call_flow(String name, Steps call) {
        doing(() -> Flow.phase("a").update(state -> did(call, state)))
                .start()
                .expectFailure(
                        ActivationKind.VIOLATION,
                        "A state update of unit / called Flow",
                        "only computes the new state");
    }

    private static String did(Steps call, String state) {
        try {
            call.run();
        } catch (Throwable swallowed) {
            return state + swallowed;
        }
        return state;
    }

    @Test
    void a_state_update_may_not_update_the_state() {
        doing(
                        () -> {
                            Phase<String> phase = Flow.phase("a");
                            phase.update(_ -> phase.update(state -> state + "b"));
                        })
                .start()
                .expectFailure(ActivationKind.VIOLATION, "A state update of unit / called Flow");
    }

    @Test
    void after_a_state_update_that_threw_its_unit_may_call_flow_again() {
        play(() -> {
                    Phase<String> phase = Flow.phase("a");
                    try {
                        phase.update(
                                _ -> {
                                    throw new IllegalStateException("no");
                                });
                    } catch (IllegalStateException e) {
                        Flow.yield();
                    }
                    return phase.state();
                })
                .start()
                .expect(complete(1, "a"));
    }

    @Test
    void a_call_out_of_turn_throws_where_it_is_made() {
        var thrown = new ArrayList<Throwable>();
        doing(() -> thrown.add(elsewhere(() -> Flow.sleep(SECOND)))).start();
        assertThat(thrown).singleElement().isInstanceOf(Violation.class);
    }

    @Test
    void a_call_out_of_turn_decides_nothing_and_what_follows_fails_too() {
        var thrown = new ArrayList<Throwable>();
        var run =
                doing(
                                () -> {
                                    elsewhere(() -> Flow.searchAttribute("k", "v"));
                                    try {
                                        Flow.searchAttribute("k", "v");
                                    } catch (Violation e) {
                                        thrown.add(e);
                                    }
                                })
                        .start();
        run.expectFailure(ActivationKind.VIOLATION, "out of turn");
        assertThat(thrown).hasSize(1);
    }

    // ---- What belongs to another run ----

    @Test
    void a_promise_of_another_run_may_not_be_used() {
        Promise<String> foreign = taken(Flow::<String>promise);
        refuses(foreign::get);
        refuses(() -> foreign.get(SECOND));
        refuses(() -> foreign.complete("x"));
        refuses(() -> foreign.fail(new IllegalStateException()));
    }

    @Test
    void a_scope_of_another_run_may_not_be_used() {
        Scope foreign = taken(Flow::scope);
        refuses(() -> foreign.cancel("x"));
        refuses(() -> foreign.run(() -> "x"));
    }

    @Test
    void what_units_share_may_not_be_shared_by_runs() {
        Mutex mutex = taken(Flow::mutex);
        refuses(mutex::lock);
        Semaphore semaphore = taken(() -> Flow.semaphore(1));
        refuses(semaphore::acquire);
        refuses(semaphore::tryAcquire);
        refuses(semaphore::release);
        Channel<String> channel = taken(() -> Flow.<String>channel(1));
        refuses(() -> channel.send("x"));
        refuses(channel::receive);
        refuses(channel::close);
    }

    @Test
    void a_phase_of_another_run_may_not_be_used() {
        Phase<String> foreign = taken(() -> Flow.phase("x"));
        refuses(() -> foreign.update(state -> state));
        refuses(() -> foreign.until(_ -> true));
        refuses(() -> foreign.onSignal("s", String.class, (_, _) -> {}));
    }

    @Test
    void a_child_of_another_run_may_not_be_used() {
        Child<String> foreign = taken(() -> Flow.child("Kid", String.class).start());
        refuses(() -> foreign.cancel("x"));
        refuses(() -> foreign.result().get());
        refuses(() -> foreign.started().get());
    }

    @Test
    void the_random_numbers_of_another_run_may_not_be_used() {
        RandomGenerator foreign = taken(Flow::random);
        refuses(foreign::nextLong);
    }

    @Test
    void promises_of_two_runs_cannot_be_waited_for_together() {
        Promise<String> foreign = taken(Flow::<String>promise);
        play(() -> {
                    try {
                        Promise.anyOf(List.of(foreign, Flow.<String>promise()));
                        return "no";
                    } catch (IllegalArgumentException e) {
                        return e.getMessage();
                    }
                })
                .start()
                .expect(complete(1, "promises of two runs cannot be waited for together"));
    }

    private <T> T taken(Body<T> what) {
        var taken = new ArrayList<T>();
        doing(
                        () -> {
                            taken.add(what.run());
                            Flow.await(() -> false);
                        })
                .start();
        return taken.getFirst();
    }

    private void refuses(Steps use) {
        doing(
                        () -> {
                            try {
                                use.run();
                            } catch (Error swallowed) {
                                assertThat(swallowed).isInstanceOf(Violation.class);
                            }
                        })
                .start()
                .expectFailure(ActivationKind.VIOLATION, "used what belongs to run run-1");
    }

    // ---- Only one speaks ----

    @Test
    void only_one_unit_runs_at_a_time() {
        var running = new ArrayList<String>();
        doing(() -> Flow.parallel(List.of(alone(running), alone(running), alone(running))))
                .start()
                .expect(complete(1));
        assertThat(running).isEmpty();
    }

    private static Body<String> alone(List<String> running) {
        return () -> {
            for (int i = 0; i < 20; i++) {
                running.add("me");
                assertThat(running).hasSize(1);
                running.clear();
                Flow.yield();
            }
            return "";
        };
    }

    @Test
    void a_body_that_one_unit_made_runs_in_the_name_of_the_unit_that_calls_it() {
        doing(
                        () -> {
                            Body<String> made = () -> Flow.activity("A", String.class).call();
                            Flow.parallel(made, made);
                        })
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "A"));
    }
}
