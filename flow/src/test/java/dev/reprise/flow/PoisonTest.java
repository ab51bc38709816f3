package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.flow.unit.Strands;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that behaves badly: what it does is defined, and the next run does not notice. */
class PoisonTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    @AfterEach
    void the_next_run_on_this_thread_is_fine() {
        play(() -> call("A") + Flow.parallel(() -> "b", () -> "c"))
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "a")
                .expect(complete(2, "a[b, c]"));
    }

    // ---- Errors ----

    @Test
    void code_that_recurses_without_end_fails_the_activation() {
        play(() -> deeper(""))
                .start()
                .expectFailure(
                        ActivationKind.VIOLATION,
                        "StackOverflowError",
                        "calls itself without end",
                        "PoisonTest.deeper");
    }

    private static String deeper(String text) {
        return text.equals("never") ? text : deeper(text) + "!";
    }

    @Test
    void code_that_recurses_in_a_handler_fails_the_activation() {
        doing(
                        () ->
                                Flow.phase("")
                                        .onSignal("go", String.class, (_, v) -> deeper(v))
                                        .until(_ -> false))
                .start()
                .signal("go", "x")
                .expectFailure(ActivationKind.VIOLATION, "Unit /h0", "StackOverflowError");
    }

    @Test
    void an_error_fails_the_activation_and_not_the_run() {
        doing(
                        () -> {
                            throw new AssertionError("bug");
                        })
                .start()
                .expectFailure(
                        ActivationKind.VIOLATION,
                        "Unit / of run run-1 threw java.lang.AssertionError",
                        "bug",
                        "An Error makes the run wait for better code");
    }

    @Test
    void an_error_in_a_branch_or_an_async_unit_fails_the_activation() {
        doing(
                        () ->
                                Flow.parallelSettled(
                                        List.of(
                                                () -> {
                                                    throw new LinkageError("bug");
                                                })))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "Unit /p0", "LinkageError");
        doing(
                        () -> {
                            Flow.async(
                                    () -> {
                                        throw new AssertionError("bug");
                                    });
                            call("A");
                        })
                .start()
                .expectFailure(ActivationKind.VIOLATION, "Unit /a0", "AssertionError");
    }

    @Test
    void a_process_that_lacks_something_is_not_the_fault_of_the_code() {
        doing(
                        () -> {
                            throw new OutOfMemoryError("pretended");
                        })
                .start()
                .expectFailure(ActivationKind.INTERNAL, "OutOfMemoryError", "what it lacks");
    }

    @Test
    void after_an_error_better_code_goes_on() {
        var bugs = new ArrayList<>(List.of("bug"));
        var run =
                play(() -> {
                            String a = call("A");
                            if (!bugs.isEmpty()) {
                                throw new AssertionError(bugs.getFirst());
                            }
                            return a;
                        })
                        .start()
                        .resolve(1, "x")
                        .expectFailure(ActivationKind.VIOLATION, "bug");
        bugs.clear();
        run.evict().resolve(1, "x").expect(complete(2, "x"));
    }

    // ---- Swallowing ----

    @Test
    void code_that_swallows_its_cancelling_goes_on_without_pausing() {
        play(() -> {
                    int swallowed = 0;
                    for (int i = 0; i < 3; i++) {
                        try {
                            call("A");
                        } catch (Throwable e) {
                            assertThat(e).isInstanceOf(Cancelled.class);
                            swallowed++;
                        }
                    }
                    return "swallowed " + swallowed;
                })
                .start()
                .expect(activity(1, "/", "A"))
                .cancel("stop")
                .expect(Commands.cancelActivity(2, "/", 1), complete(3, "swallowed 3"));
    }

    @Test
    void code_that_swallows_a_violation_has_broken_the_rule_all_the_same() {
        var swallowed = new ArrayList<Throwable>();
        play(() -> {
                    try {
                        Flow.await(() -> Flow.patched("x"));
                    } catch (Throwable e) {
                        swallowed.add(e);
                    }
                    return "fine";
                })
                .start()
                .expectFailure(ActivationKind.VIOLATION, "a condition only reads");
        assertThat(swallowed).singleElement().isInstanceOf(Violation.class);
    }

    @Test
    void code_that_swallows_its_end_is_reported_and_decides_nothing_more() {
        var seen = new ArrayList<String>();
        var run =
                play(
                        () -> {
                            try {
                                return call("A");
                            } catch (Throwable e) {
                                seen.add(e.getClass().getSimpleName());
                                try {
                                    Flow.searchAttribute("k", "v");
                                } catch (Throwable again) {
                                    seen.add(again.getClass().getSimpleName());
                                }
                                return "swallowed";
                            }
                        });
        run.start().expect(activity(1, "/", "A")).evict();
        if (Strands.areForgettable()) {
            assertThat(seen).isEmpty();
        } else {
            assertThat(seen).containsExactly("Unwinding", "Unwinding");
            assertThat(run.run.logged())
                    .singleElement()
                    .asString()
                    .contains("WARNING", "Unit /", "caught the Error that says so");
        }
        run.resolve(1, "fine").expect(complete(2, "fine"));
    }

    @Test
    void code_that_cleans_up_when_it_is_thrown_away_decides_nothing() {
        var run =
                play(
                        () -> {
                            Mutex mutex = Flow.mutex();
                            Semaphore semaphore = Flow.semaphore(1);
                            try {
                                return mutex.with(() -> semaphore.with(() -> call("A")));
                            } finally {
                                Flow.nonCancellable(() -> call("clean-up"));
                            }
                        });
        run.start().expect(activity(1, "/", "A")).evict();
        assertThat(run.run.logged()).isEmpty();
        run.resolve(1, "a")
                .expect(activity(2, "/", "clean-up"))
                .resolve(2, "")
                .expect(complete(3, "a"));
    }

    // ---- Constructors ----

    static class Unmade implements Workflow<Void, Void> {
        Unmade() {
            if (Unmade.class.getSimpleName().length() > 1) {
                throw new IllegalStateException("not made");
            }
        }

        @Override
        public Void run(Void input) {
            return null;
        }
    }

    @Test
    void a_constructor_that_throws_fails_the_activation() {
        play(WorkflowType.of(Unmade.class))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "Unmade", "not made");
    }

    @Test
    void a_supplier_that_throws_or_gives_nothing_fails_the_activation() {
        play(WorkflowType.of(Script.class, () -> null))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "no instance was made");
        play(WorkflowType.of(
                        Script.class,
                        () -> {
                            throw new IllegalStateException("no supply");
                        }))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "no supply");
        play(WorkflowType.of(Script.class, () -> new Script(in -> in + Flow.now())))
                .start("at ")
                .expect(complete(1, "at 1970-01-01T00:00:00Z"));
    }

    @Test
    void a_constructor_may_not_call_flow() {
        play(WorkflowType.of(
                        Script.class,
                        () -> {
                            Flow.now();
                            return new Script(in -> in);
                        }))
                .start()
                .expectFailure(ActivationKind.VIOLATION, "runs no workflow");
    }

    // ---- Blocking ----

    static List<Arguments> blocking() {
        return List.of(
                Arguments.of("sleep", (Steps) () -> Thread.sleep(60_000)),
                Arguments.of("park", (Steps) () -> LockSupport.parkNanos(60_000_000_000L)),
                Arguments.of("wait for a latch", (Steps) () -> new CountDownLatch(1).await()),
                Arguments.of("wait for a thread", (Steps) () -> daemon().join(60_000)),
                Arguments.of("wait for a lock", (Steps) PoisonTest::waitForLock),
                Arguments.of("wait for a monitor", (Steps) PoisonTest::waitForMonitor),
                Arguments.of("wait for a connection", (Steps) PoisonTest::waitForConnection));
    }

    private static Thread daemon() {
        var thread = new Thread(() -> LockSupport.parkNanos(60_000_000_000L));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void waitForLock() throws InterruptedException {
        var lock = new ReentrantLock();
        held(lock::lock);
        lock.lockInterruptibly();
    }

    private static void waitForMonitor() {
        var monitor = new Object();
        var taken = new CountDownLatch(1);
        var holder =
                new Thread(
                        () -> {
                            synchronized (monitor) {
                                taken.countDown();
                                LockSupport.parkNanos(60_000_000_000L);
                            }
                        });
        holder.setDaemon(true);
        holder.start();
        spinUntil(taken);
        synchronized (monitor) {
            spinUntil(taken);
        }
    }

    private static void waitForConnection() throws IOException {
        try (var server = new ServerSocket(0)) {
            server.accept().close();
        }
    }

    /** Another thread takes something, and keeps it. */
    private static void held(Runnable take) {
        var taken = new CountDownLatch(1);
        var holder =
                new Thread(
                        () -> {
                            take.run();
                            taken.countDown();
                            LockSupport.parkNanos(60_000_000_000L);
                        });
        holder.setDaemon(true);
        holder.start();
        spinUntil(taken);
    }

    private static void spinUntil(CountDownLatch taken) {
        while (taken.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("blocking")
    void code_that_blocks_outside_flow_fails_the_activation_at_once(String name, Steps code) {
        doing(code)
                .start()
                .expectFailure(
                        ActivationKind.VIOLATION,
                        "Unit / of run run-1 blocks outside Flow",
                        "at ",
                        "What to do");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("blocking")
    void code_that_blocks_in_one_unit_takes_the_others_with_it(String name, Steps code) {
        var run =
                doing(
                                () -> {
                                    Flow.async(() -> call("beside"));
                                    call("A");
                                    code.run();
                                })
                        .start();
        run.resolve(1, "x").expectFailure(ActivationKind.VIOLATION, "blocks outside Flow");
        assertThat(run.run.units()).isEmpty();
        run.evict().expectUnits("/", "/a0");
    }

    @Test
    void an_update_that_blocks_and_a_validator_that_blocks_fail_the_activation() {
        doing(
                        () ->
                                Flow.phase("")
                                        .onUpdate(
                                                "u",
                                                String.class,
                                                (_, _) -> Thread.sleep(60_000),
                                                (_, v) -> v)
                                        .until(_ -> false))
                .start()
                .update("u1", "u", "x")
                .expectFailure(ActivationKind.VIOLATION, "blocks outside Flow");
    }

    @SuppressWarnings("ThreadPriorityCheck") // that a mere yield is no block is the point
    @Test
    void locks_that_nobody_else_has_do_not_block() {
        play(() -> {
                    var lock = new ReentrantLock();
                    lock.lock();
                    try {
                        synchronized (lock) {
                            Thread.yield();
                            return "fine";
                        }
                    } finally {
                        lock.unlock();
                    }
                })
                .start()
                .expect(complete(1, "fine"));
    }

    @Test
    void a_unit_may_pause_while_it_holds_a_lock() {
        play(() -> {
                    var lock = new Object();
                    synchronized (lock) {
                        Flow.sleep(Duration.ofSeconds(1));
                        return call("A");
                    }
                })
                .start()
                .fire(1)
                .expect(activity(2, "/", "A"))
                .evict()
                .resolve(2, "x")
                .expect(complete(3, "x"));
    }

    @Test
    void an_interrupted_unit_still_pauses() {
        play(() -> {
                    Thread.currentThread().interrupt();
                    String a = call("A");
                    return a + Thread.interrupted();
                })
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "x")
                .expect(complete(2, "xtrue"))
                .once();
    }
}
