package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.cancelActivity;
import static dev.reprise.flow.Commands.cancelRun;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static dev.reprise.flow.Commands.failed;
import static dev.reprise.flow.Commands.failure;

import org.junit.jupiter.api.Test;

/** Steps that are undone in reverse order when a later one fails. */
class SagaTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String booked(Saga saga, String... steps) {
        for (String step : steps) {
            call(step);
            saga.onUndo(() -> call("undo-" + step));
        }
        return "done";
    }

    @Test
    void a_saga_that_succeeds_undoes_nothing() {
        play(() -> Flow.saga(saga -> booked(saga, "A", "B")))
                .start()
                .resolve(1, "")
                .resolve(2, "")
                .expect(complete(3, "done"));
    }

    @Test
    void a_saga_that_fails_undoes_its_steps_in_reverse_order() {
        play(() -> Flow.saga(saga -> booked(saga, "A", "B", "C")))
                .start()
                .resolve(1, "")
                .resolve(2, "")
                .expect(activity(3, "/", "C"))
                .fails(3, failure("No", "no"))
                .expect(activity(4, "/", "undo-B"))
                .evict()
                .resolve(4, "")
                .expect(activity(5, "/", "undo-A"))
                .resolve(5, "")
                .expect(fail(6, "/", activityFailed("C", "no")));
    }

    private static dev.reprise.Failure activityFailed(String type, String message) {
        return failure("ActivityFailed", "activity " + type + " failed: " + message)
                .causedBy(failure("No", message));
    }

    @Test
    void a_step_that_cannot_be_undone_does_not_stop_the_others() {
        play(() -> {
                    try {
                        return Flow.saga(saga -> booked(saga, "A", "B", "C"));
                    } catch (ActivityFailed e) {
                        return e.type() + " / " + e.getSuppressed()[0].getMessage();
                    }
                })
                .start()
                .resolve(1, "")
                .resolve(2, "")
                .fails(3, failure("No", "no"))
                .fails(4, failure("Worse", "worse"))
                .expect(activity(5, "/", "undo-A"))
                .resolve(5, "")
                .expect(complete(6, "C / activity undo-B failed: worse"));
    }

    @Test
    void a_step_whose_undoing_throws_a_checked_exception_does_not_stop_the_others() {
        play(() ->
                        Flow.saga(
                                saga -> {
                                    saga.onUndo(() -> call("undo-first"));
                                    saga.onUndo(
                                            () -> {
                                                throw new java.io.IOException("disk");
                                            });
                                    throw new IllegalStateException("why");
                                }))
                .start()
                .expect(activity(1, "/", "undo-first"))
                .resolve(1, "")
                .expect(fail(2, IllegalStateException.class, "why"));
    }

    @Test
    void an_undoing_that_throws_what_the_saga_threw_does_not_stop_the_others() {
        play(() ->
                        Flow.saga(
                                saga -> {
                                    var why = new IllegalStateException("why");
                                    saga.onUndo(() -> call("undo-first"));
                                    saga.onUndo(
                                            () -> {
                                                throw why;
                                            });
                                    throw why;
                                }))
                .start()
                .expect(activity(1, "/", "undo-first"))
                .resolve(1, "")
                .expect(fail(2, IllegalStateException.class, "why"));
    }

    @Test
    void a_cancelled_saga_is_undone_where_nothing_is_cancelled() {
        play(() -> Flow.saga(saga -> booked(saga, "A", "B")))
                .start()
                .resolve(1, "")
                .expect(activity(2, "/", "B"))
                .cancel("stop")
                .expect(cancelActivity(3, "/", 2), activity(4, "/", "undo-A"))
                .cancel("now")
                .expectNothing()
                .resolve(4, "")
                .expect(cancelRun(5, "stop"));
    }

    @Test
    void a_saga_inside_a_saga_is_undone_first() {
        play(() ->
                        Flow.saga(
                                outer -> {
                                    booked(outer, "A");
                                    return Flow.saga(inner -> booked(inner, "B", "C"));
                                }))
                .start()
                .resolve(1, "")
                .resolve(2, "")
                .tell(failed(3, failure("No", "no")))
                .expect(activity(4, "/", "undo-B"))
                .resolve(4, "")
                .expect(activity(5, "/", "undo-A"))
                .resolve(5, "")
                .expect(fail(6, "/", activityFailed("C", "no")));
    }
}
