package dev.reprise.engine.schedule;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.flow.Cancelled;
import dev.reprise.flow.Child;
import dev.reprise.flow.ChildFailed;
import dev.reprise.flow.ExternalFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.schedule.Ending;

/**
 * Starts what is to be done at one time of a schedule, stays with it, and tells the schedule how it
 * ended: as a signal, which reaches whichever leg the schedule has then. It says so before it ends
 * itself, so a schedule that finds it ended has been told.
 */
@Named(Schedules.ATTENDANT)
final class Attendant implements Workflow<Attendance, String> {
    /** The signal that ends it, and with it what it started. */
    static final String TERMINATE = "terminate";

    /** The signal by which a new leg of the schedule finds out whether it is there. */
    static final String STAY = "stay";

    private boolean terminated;

    @Override
    public String run(Attendance attendance) {
        Duty duty = attendance.duty();
        Child<Payload> child =
                Flow.child(duty.workflow(), Payload.class)
                        .id(attendance.run())
                        .options(
                                ChildOptions.UNSAID
                                        .run(duty.options())
                                        .cancellation(Cancellation.WAIT))
                        .start(duty.input().toArray());
        return Flow.nonCancellable(
                () -> {
                    Flow.await(() -> terminated || child.result().isDone());
                    String ending = ending(child).name();
                    tell(attendance, ending);
                    return ending;
                });
    }

    private Ending ending(Child<Payload> child) {
        if (!child.result().isDone()) {
            return Ending.TERMINATED;
        }
        try {
            child.result().get();
            return Ending.COMPLETED;
        } catch (Cancelled e) {
            return Ending.CANCELLED;
        } catch (ChildFailed e) {
            return e.failure() instanceof Failure.Terminated ? Ending.TERMINATED : Ending.FAILED;
        }
    }

    private static void tell(Attendance attendance, String ending) {
        try {
            Flow.external(attendance.schedule()).signal(Schedules.ENDED, attendance.key(), ending);
        } catch (ExternalFailed _) {
            // There is no such schedule any more.
        }
    }

    @Signal(TERMINATE)
    void terminate() {
        terminated = true;
    }

    @Signal(STAY)
    void stay() {}
}
