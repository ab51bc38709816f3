package dev.reprise.engine.run;

import dev.reprise.engine.drive.TaskQueue;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Execution;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who may begin a run: there is code for it, room on the disk, and not too much waits in the task
 * queue for which more is started. It is asked when it is certain that something new begins; a
 * child begins in any case, since its parent has gone on already.
 */
final class Entrance {
    private final House house;

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
        if (begin.terms().patient()) {
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

    private void await(Message.Begin begin, TaskQueue queue) {
        queue.await(
                begin.waiting(),
                () -> {
                    leavesWhenDurable(begin, queue);
                    house.post(begin.start().runId(), begin.asAdmitted());
                });
        // Whoever gives up says so first and looks then: one of the two sees the other.
        if (begin.waiting() instanceof Waiting<Boolean> asker && asker.isHurried()) {
            withdraw(queue, asker);
        }
    }

    /** Whoever waits for room in a queue does not wait any longer; nothing is started then. */
    void giveUp(RunOptions options, CompletableFuture<Boolean> start) {
        TaskQueue queue = queueOf(options);
        if (queue != null && start instanceof Waiting<Boolean> asker) {
            asker.hurry();
            withdraw(queue, asker);
        }
    }

    private static void withdraw(TaskQueue queue, Waiting<Boolean> start) {
        if (queue.withdraw(start)) {
            start.completeExceptionally(Refusal.queueFull(queue.state()));
        }
    }

    /** The queue for whose room a run waits before it is started; null for none. */
    private @Nullable TaskQueue queueOf(RunOptions options) {
        String said = options.taskQueue();
        return house.gates().queues().bounded(said.isEmpty() ? Execution.DEFAULT_QUEUE : said);
    }
}
