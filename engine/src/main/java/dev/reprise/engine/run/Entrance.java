package dev.reprise.engine.run;

import dev.reprise.engine.drive.TaskQueue;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Execution;
import java.time.Instant;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who may begin a run: there is code for it, room on the disk, and not too much waits in the task
 * queue for which more is started. It is asked when it is certain that something new begins; a
 * child begins in any case, since its parent has gone on already.
 */
final class Entrance {
    /**
     * Somebody who waits for room.
     *
     * @param number says who came first
     * @param start by which the queue knows it
     */
    private record Patient(
            Instant until, long number, TaskQueue queue, CompletableFuture<Boolean> start) {}

    private final House house;
    private final AtomicLong came = new AtomicLong();

    /** Who is out of patience first is first. */
    private final ConcurrentSkipListSet<Patient> patients =
            new ConcurrentSkipListSet<>(
                    Comparator.comparing(Patient::until).thenComparingLong(Patient::number));

    Entrance(House house) {
        this.house = house;
    }

    /** Whether this run may begin now; if not, that is refused, or it is asked for again later. */
    boolean admits(Message.Begin begin) {
        if (begin.terms().parent() != null) {
            return true;
        }
        Refusal why = unstartable(begin);
        if (why != null) {
            begin.refuse(why);
            return false;
        }
        TaskQueue queue = begin.admitted() ? null : queueOf(begin.terms().options());
        if (queue == null) {
            return true;
        }
        if (queue.admit()) {
            leavesWhenDurable(begin, queue);
            return true;
        }
        if (begin.terms().patience().forRoom().isPositive()) {
            await(begin, queue);
        } else {
            begin.refuse(Refusal.queueFull(queue.state()));
        }
        return false;
    }

    /** Why a run cannot be started at all; null when it can. */
    private @Nullable Refusal unstartable(Message.Begin begin) {
        String type = begin.start().workflowType();
        if (!house.repertoire().isHosted(type)) {
            return Refusal.unknownType(type, house.repertoire().hosted());
        }
        return house.reserve().scarcity();
    }

    private static void leavesWhenDurable(Message.Begin begin, TaskQueue queue) {
        var _ = begin.waiting().whenComplete((_, _) -> queue.started());
    }

    // ---- Who waits for room ----

    private void await(Message.Begin begin, TaskQueue queue) {
        Instant until = Passes.plus(now(), begin.terms().patience().forRoom());
        var patient = new Patient(until, came.getAndIncrement(), queue, begin.waiting());
        patients.add(patient);
        queue.await(
                begin.waiting(),
                begin.terms().options().priority(),
                () -> {
                    patients.remove(patient);
                    leavesWhenDurable(begin, queue);
                    house.post(begin.start().runId(), begin.asAdmitted());
                });
        house.timers().wake(until);
        // Whoever is out of patience leaves first and is refused then: one of the two sees it.
        if (!patients.contains(patient)) {
            withdraw(patient);
        }
    }

    /** Whether somebody waits for room. */
    boolean isAwaited() {
        return !patients.isEmpty();
    }

    /** Refuses those who have waited for as long as they wanted: nothing is started for them. */
    void dismiss() {
        Instant now = now();
        for (Patient each : patients) {
            if (each.until().isAfter(now)) {
                break;
            }
            if (patients.remove(each)) {
                withdraw(each);
            }
        }
        wakeForNext();
    }

    /** The alarm is set anew. Without room in the store it goes off often enough. */
    void wakeForNext() {
        for (Patient first : patients) {
            if (!house.outage().isFull()) {
                house.timers().wake(first.until());
            }
            return;
        }
    }

    private static void withdraw(Patient patient) {
        if (patient.queue().withdraw(patient.start())) {
            patient.start().completeExceptionally(Refusal.queueFull(patient.queue().state()));
        }
    }

    private Instant now() {
        return house.around().clock().instant();
    }

    /** The queue for whose room a run waits before it is started; null for none. */
    private @Nullable TaskQueue queueOf(RunOptions options) {
        String said = options.taskQueue();
        return house.gates().queues().bounded(said.isEmpty() ? Execution.DEFAULT_QUEUE : said);
    }
}
