package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.engine.activity.Call;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One attempt of an activity on its way: carried out, and its outcome brought back. */
final class Delivery implements Runnable {
    private final Conductor house;
    private final Call call;

    // ---- Guarded by this ----
    private @Nullable Thread thread;
    private boolean interrupted;

    Delivery(Conductor house, Call call) {
        this.house = house;
        this.call = call;
    }

    int attempt() {
        return call.attempt();
    }

    @Override
    public void run() {
        Optional<Executor> carrier = house.settings().carrier();
        if (carrier.isEmpty()) {
            carryOut();
            return;
        }
        try {
            carrier.get().execute(this::carryOut);
        } catch (RejectedExecutionException e) {
            house.ended(call, refused(e));
        }
    }

    private Outcome refused(RejectedExecutionException e) {
        return new Outcome.Failed(
                new Failure.Application(
                        RejectedExecutionException.class.getName(),
                        "The executor for activities refused activity "
                                + call.type()
                                + ": "
                                + e.getMessage()));
    }

    private void carryOut() {
        begin();
        Outcome outcome;
        try {
            outcome = Sizes.bounded(call.type(), house.activities().perform(call));
        } finally {
            end();
        }
        house.ended(call, outcome);
    }

    private synchronized void begin() {
        thread = Thread.currentThread();
        if (interrupted) {
            thread.interrupt();
        }
    }

    /** The thread may be needed for something else now. */
    private synchronized void end() {
        thread = null;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    /** Nobody waits for the activity any more, so it had better end. */
    synchronized void interrupt() {
        if (!interrupted) {
            interrupted = true;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
