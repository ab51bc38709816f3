package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancel;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.cancelled;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.signal;

import org.junit.jupiter.api.Test;

/** Scopes that are cancelled by themselves. */
class ScopeTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String caught(Body<String> code) throws Exception {
        try {
            return code.run();
        } catch (Cancelled e) {
            return "cancelled: " + e.getMessage();
        }
    }

    /** An async unit that cancels the scope on a signal. */
    private static void cancelsOnSignal(Scope scope) {
        Flow.async(
                () -> {
                    scope.cancel(Flow.signal("cancel", String.class));
                    return "";
                });
    }

    @Test
    void a_scope_is_cancelled_from_another_unit() {
        play(() -> {
                    Scope scope = Flow.scope();
                    cancelsOnSignal(scope);
                    return caught(() -> scope.run(() -> call("A"))) + call("B");
                })
                .start()
                .expect(activity(1, "/", "A"))
                .signal("cancel", "enough")
                .expect(cancelActivity(2, "/", 1), activity(3, "/", "B"))
                .evict()
                .resolve(3, "!")
                .expect(complete(4, "cancelled: enough!"));
    }

    @Test
    void cancelling_one_scope_leaves_another_alone() {
        doing(
                        () -> {
                            Scope one = Flow.scope();
                            Scope other = Flow.scope();
                            cancelsOnSignal(one);
                            Flow.parallel(
                                    () -> caught(() -> one.run(() -> call("A"))),
                                    () -> caught(() -> other.run(() -> call("B"))));
                        })
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"))
                .signal("cancel", "enough")
                .expect(cancelActivity(3, "/p0", 1))
                .resolve(2, "b")
                .expect(complete(4));
    }

    @Test
    void cancelling_a_scope_cancels_what_is_inside_it() {
        play(() -> {
                    Scope outer = Flow.scope();
                    cancelsOnSignal(outer);
                    return outer.run(() -> caught(() -> Flow.scope().run(() -> call("A"))))
                            + outer.isCancelled();
                })
                .start()
                .signal("cancel", "enough")
                .expect(cancelActivity(2, "/", 1), complete(3, "cancelled: enoughtrue"));
    }

    @Test
    void cancelling_what_is_inside_leaves_the_scope_around_alone() {
        play(() -> {
                    Scope outer = Flow.scope();
                    return outer.run(
                            () -> {
                                Scope inner = Flow.scope();
                                cancelsOnSignal(inner);
                                return caught(() -> inner.run(() -> call("A")))
                                        + outer.isCancelled()
                                        + call("B");
                            });
                })
                .start()
                .signal("cancel", "enough")
                .expect(cancelActivity(2, "/", 1), activity(3, "/", "B"))
                .resolve(3, "!")
                .expect(complete(4, "cancelled: enoughfalse!"));
    }

    @Test
    void what_was_started_in_a_scope_is_cancelled_wherever_it_is_waited_for() {
        play(() -> {
                    Scope scope = Flow.scope();
                    Promise<String> started =
                            scope.run(() -> Flow.activity("A", String.class).start());
                    cancelsOnSignal(scope);
                    return caught(started::get);
                })
                .start()
                .signal("cancel", "enough")
                .expect(cancelActivity(2, "/", 1), complete(3, "cancelled: enough"));
    }

    @Test
    void units_that_are_started_in_a_scope_are_in_it() {
        play(() -> {
                    Scope scope = Flow.scope();
                    Promise<String> inside =
                            scope.run(() -> Flow.async(() -> caught(() -> call("A"))));
                    cancelsOnSignal(scope);
                    return inside.get();
                })
                .start()
                .expect(activity(1, "/a0", "A"))
                .signal("cancel", "enough")
                .expect(cancelActivity(2, "/a0", 1), complete(3, "cancelled: enough"));
    }

    @Test
    void a_scope_is_cancelled_once() {
        play(() -> {
                    Scope scope = Flow.scope();
                    scope.cancel("first");
                    scope.cancel("second");
                    return caught(() -> scope.run(() -> call("A")));
                })
                .start()
                .expect(complete(1, "cancelled: first"));
    }

    @Test
    void a_cancelled_scope_that_nobody_catches_fails_the_run_which_is_not_cancelled() {
        play(() -> {
                    Scope scope = Flow.scope();
                    scope.cancel("why");
                    return scope.run(() -> call("A"));
                })
                .start()
                .expect(fail(1, "/", cancelled("why")));
    }

    @Test
    void a_shield_inside_a_scope_holds_off_its_cancelling_too() {
        play(() -> {
                    Scope scope = Flow.scope();
                    cancelsOnSignal(scope);
                    return scope.run(
                            () -> Flow.nonCancellable(() -> call("A")) + caught(() -> call("B")));
                })
                .start()
                .signal("cancel", "enough")
                .expectNothing()
                .resolve(1, "a ")
                .expect(complete(2, "a cancelled: enough"));
    }

    @Test
    void a_scope_inside_a_shield_can_be_cancelled_by_itself() {
        play(() ->
                        Flow.nonCancellable(
                                () -> {
                                    Scope scope = Flow.scope();
                                    cancelsOnSignal(scope);
                                    return caught(() -> scope.run(() -> call("A")));
                                }))
                .start()
                .cancel("stop")
                .expectNothing()
                .signal("cancel", "enough")
                .expect(cancelActivity(2, "/", 1), complete(3, "cancelled: enough"));
    }

    @Test
    void after_a_scope_its_unit_is_where_it_was() {
        play(() -> {
                    Scope scope = Flow.scope();
                    scope.run(() -> "x");
                    scope.cancel("later");
                    return Flow.cancelled() + call("A");
                })
                .start()
                .expect(activity(1, "/", "A"))
                .resolve(1, "!")
                .expect(complete(2, "false!"));
    }

    @Test
    void the_run_cancels_all_scopes() {
        play(() -> Flow.scope().run(() -> Flow.scope().run(() -> call("A"))))
                .start()
                .cancel("stop")
                .expect(cancelActivity(2, "/", 1), cancelRun(3, "stop"));
    }

    @Test
    void signals_and_cancels_in_one_activation_are_told_in_order() {
        play(() -> caught(() -> Flow.signal("s", String.class)))
                .start()
                .tell(signal("t", "x"), cancel("stop"))
                .expect(complete(1, "cancelled: stop"));
    }
}
