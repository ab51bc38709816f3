package dev.reprise.engine.phases;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.choice.Action;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.drive.Deadline;
import dev.reprise.engine.drive.Driver;
import dev.reprise.engine.drive.Executed;
import dev.reprise.engine.drive.Timekeeper;
import dev.reprise.engine.drive.Undertaking;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Policy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One {@link Loop} over one run. What happens is put into a queue by whoever brings it, and taken
 * out by one of them at a time: he has the run until the queue is empty.
 */
final class Round {
    private static final Kind RUNNABLE = new Kind(0, "runnable");
    private static final Comparator<Ready> USUAL =
            Comparator.comparingInt((Ready it) -> -it.policy.execution().priority())
                    .thenComparing(it -> it.prepared.id());

    /** A runnable that could start. */
    private record Ready(Prepared prepared, Policy policy) {}

    private final Phases phases;
    private final Driver driver;
    private final Timekeeper time;
    private final PhasedRun run;
    private final Loop loop;
    private final CompletableFuture<Finished> finished = new CompletableFuture<>();

    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
    private final AtomicInteger untaken = new AtomicInteger();

    // ---- Of who has the run ----
    private final TreeMap<RunnableId, Ready> ready = new TreeMap<>();
    private final TreeMap<RunnableId, Undertaking> underWay = new TreeMap<>();
    private final EnabledSet enabled = new EnabledSet();
    private final List<Executed> executed = new ArrayList<>();
    private final List<Throwable> problems = new ArrayList<>();
    private @Nullable Scheduler scheduler;
    private @Nullable Deadline timer;
    private boolean applied;
    private boolean late;

    Round(Phases phases, Driver driver, PhasedRun run, Loop loop) {
        this.phases = phases;
        this.driver = driver;
        this.time = driver.time();
        this.run = run;
        this.loop = loop;
        this.scheduler = loop.scheduler();
    }

    CompletableFuture<Finished> begin() {
        loop.deadline().ifPresent(at -> time.watch(bell(at, () -> late = true)));
        post(() -> {});
        return finished;
    }

    /** At a time something is done by who has the run then. */
    private Deadline bell(Instant at, Runnable rung) {
        return new Deadline(
                at,
                () -> {
                    try {
                        driver.hand(() -> post(rung));
                    } catch (RejectedExecutionException e) {
                        post(rung);
                    }
                });
    }

    private void post(Runnable item) {
        news.add(item);
        if (untaken.getAndIncrement() == 0) {
            int taken;
            do {
                taken = 0;
                for (Runnable next = news.poll(); next != null; next = news.poll()) {
                    taken++;
                    take(next);
                }
                take(this::cycle);
            } while (untaken.addAndGet(-taken) != 0);
        }
    }

    private void take(Runnable next) {
        if (finished.isDone()) {
            return;
        }
        try {
            next.run();
        } catch (Throwable e) {
            underWay.values().forEach(it -> it.cancel("the loop failed"));
            finished.completeExceptionally(e);
        }
    }

    /** All that had come is applied; now it is prepared and started what can be. */
    private void cycle() {
        boolean again;
        do {
            if (applied) {
                checkpoint();
            }
            if (isOver()) {
                finish();
                return;
            }
            again = withdraw();
            for (Prepared prepared : run.prepare()) {
                again |= !makeReady(prepared);
            }
        } while (again);
        while (!ready.isEmpty() && underWay.size() < loop.concurrencyMax()) {
            start(next());
        }
        sleep();
        if (underWay.isEmpty() && ready.isEmpty() && timer == null) {
            finish();
        }
    }

    private boolean isOver() {
        return late || run.outcome().isPresent() || run.stuck().isPresent();
    }

    /** Whether it can be: else it has failed, and was applied. */
    private boolean makeReady(Prepared prepared) {
        try {
            Policy policy = phases.policy(prepared).within(loop.deadline());
            ready.put(prepared.id(), new Ready(prepared, policy));
            enabled.add(Action.of(RUNNABLE.key(prepared.id().seq())));
            return true;
        } catch (IllegalArgumentException | IllegalStateException e) {
            apply(Phases.unbegun(prepared, Phases.unreadable(prepared, e), time.now()));
            return false;
        }
    }

    private void checkpoint() {
        applied = false;
        try {
            loop.checkpoint().accept(run);
        } catch (Throwable e) {
            problems.add(e);
        }
    }

    /**
     * What the run does not want any more is cancelled; it is applied when it has ended.
     *
     * @return whether something was applied at once, since it had not begun
     */
    private boolean withdraw() {
        boolean unbegun = false;
        for (RunnableId id : run.withdrawn()) {
            Undertaking undertaking = underWay.get(id);
            if (undertaking != null) {
                undertaking.cancel("the run does not need it any more");
            } else if (ready.containsKey(id)) {
                Prepared unneeded = unready(id).prepared;
                var why = new Failure.Cancelled("cancelled before it began", Payload.NONE);
                apply(Phases.unbegun(unneeded, why, time.now()));
                unbegun = true;
            }
        }
        return unbegun;
    }

    private Ready unready(RunnableId id) {
        enabled.remove(RUNNABLE.key(id.seq()));
        Ready was = ready.remove(id);
        Check.state(was != null, "%s is not ready", id);
        return was;
    }

    private Ready next() {
        Scheduler asked = scheduler;
        if (asked != null) {
            try {
                long seq = asked.choose(enabled).key().number();
                Ready chosen = ready.get(new RunnableId(run.id(), seq));
                if (chosen == null) {
                    throw new IllegalStateException(
                            "The scheduler chose " + seq + ", which cannot start.");
                }
                return chosen;
            } catch (Throwable e) {
                problems.add(e);
                scheduler = null;
            }
        }
        return ready.values().stream().min(USUAL).orElseThrow();
    }

    private void start(Ready chosen) {
        RunnableId id = chosen.prepared.id();
        unready(id);
        boolean beside = loop.async() && chosen.policy.execution().mode() != Execution.Mode.SYNC;
        Undertaking undertaking = phases.begin(chosen.prepared, chosen.policy, beside);
        underWay.put(id, undertaking);
        var _ =
                undertaking
                        .ended()
                        .whenComplete(
                                (done, failed) ->
                                        post(
                                                () -> {
                                                    underWay.remove(id);
                                                    if (failed != null) {
                                                        throw new IllegalStateException(
                                                                id + " could not be executed",
                                                                failed);
                                                    }
                                                    apply(done);
                                                }));
    }

    private void apply(Executed done) {
        if (isOver()) {
            return;
        }
        executed.add(done);
        run.apply(done, time.now());
        applied = true;
        if (done.policy().execution().checkpointAfter()) {
            checkpoint();
        }
    }

    /** Wakes when the run's next timer is due. */
    private void sleep() {
        Deadline before = timer;
        if (before != null) {
            before.cancel();
            timer = null;
        }
        run.nextTimer()
                .ifPresent(
                        at -> {
                            timer = bell(at, this::fire);
                            time.watch(timer);
                        });
    }

    private void fire() {
        applied |= !isOver() && run.fire(time.now());
    }

    private void finish() {
        if (timer != null) {
            timer.cancel();
        }
        underWay.values().forEach(it -> it.cancel("the run is over"));
        phases.forget(run.id());
        finished.complete(new Finished(run.outcome(), executed, problems));
    }
}
