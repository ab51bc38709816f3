package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.drive.TaskQueue;
import dev.reprise.engine.store.Head;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Execution;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Who may start a run: too much waits in no task queue for which more is started. */
final class Entrance {
    private final House house;

    Entrance(House house) {
        this.house = house;
    }

    /** Lets a start through, unless too much waits in the queue of its run. */
    void admit(Message.Begin begin) {
        RunId run = begin.start().runId();
        TaskQueue queue = queueOf(begin.terms().options());
        if (queue == null) {
            house.post(run, begin);
            return;
        }
        Runnable go =
                () -> {
                    var _ = begin.waiting().whenComplete((_, _) -> queue.started());
                    house.post(run, begin);
                };
        if (queue.admit()) {
            go.run();
        } else if (isKnown(run, begin.terms())) {
            house.post(run, begin);
        } else if (begin.terms().patient()) {
            queue.await(begin.waiting(), go);
        } else {
            begin.waiting().completeExceptionally(Refusal.queueFull(queue.state()));
        }
    }

    /** Whoever waits for room in a queue does not wait any longer; nothing is started then. */
    void giveUp(RunOptions options, CompletableFuture<Boolean> start) {
        TaskQueue queue = queueOf(options);
        if (queue != null && queue.withdraw(start)) {
            start.completeExceptionally(Refusal.queueFull(queue.state()));
        }
    }

    /** The queue for whose room a run waits before it is started; null for none. */
    private @Nullable TaskQueue queueOf(RunOptions options) {
        String said = options.taskQueue();
        return house.gates().queues().bounded(said.isEmpty() ? Execution.DEFAULT_QUEUE : said);
    }

    /** Whether a start adds nothing: its run goes on, or was started by the same request. */
    private boolean isKnown(RunId run, Beginning terms) {
        Head head = house.around().store().head(run).orElse(null);
        if (head == null) {
            return false;
        }
        Summary summary = Summary.fromBytes(head.summary());
        return !summary.status().isEnd()
                || (!terms.requestId().isEmpty() && summary.requestId().equals(terms.requestId()));
    }
}
