package dev.reprise.sim;

import dev.reprise.SplitMix64;
import dev.reprise.choice.Action;
import dev.reprise.choice.Footprint;
import dev.reprise.engine.exec.Crew;
import dev.reprise.engine.exec.Shape;
import dev.reprise.engine.exec.Source;
import dev.reprise.engine.exec.Turn;
import dev.reprise.engine.exec.Watcher;
import dev.reprise.engine.exec.Worker;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Host;
import dev.reprise.sim.task.Placement;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A world whose tasks run on the executor: the crew of production, each of whose workers has a turn
 * when the driver says so.
 */
public final class CrewWorld extends World {
    private final Staffing staffing;
    private final Shape shape;
    private final Action[] turns;
    private final boolean zeroFirst;
    private final Happenings happenings = new Happenings();
    private Crew<RunToken> crew;
    private @Nullable Worker<RunToken> running;
    private @Nullable RunToken token;

    /** Who found nothing, and parks in its next step: others may come between. */
    private final boolean[] toPark;

    private final int[] depths;
    private int shared;
    private long waiting;
    private boolean ran;
    private long tokens;
    private int last;
    private boolean panicked;

    CrewWorld(Case plan, Staffing staffing) {
        super(plan, staffing.tasks(plan));
        this.staffing = staffing;
        zeroFirst = plan.rules().zeroFirst();
        shape = Objects.requireNonNull(plan.shape());
        toPark = new boolean[shape.workers()];
        depths = new int[shape.workers()];
        turns = new Action[shape.workers()];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = new Action(Actions.STEP.key(i), i, Footprint.ANY);
        }
        crew = staffing.hire(shape, this::run, happenings, _ -> {});
    }

    @Override
    void begin() {
        super.begin();
        crew = staffing.hire(shape, this::run, happenings, _ -> {});
        Arrays.fill(toPark, false);
        running = null;
        token = null;
        tokens = 0;
        last = -1;
        panicked = false;
        for (int id : plan.runnable()) {
            happenings.enqueue(tasks.withId(id), Placement.EXTERNAL);
        }
    }

    /** How the crew is meant to be, whatever it is. */
    Shape shape() {
        return shape;
    }

    /** The executor's crew. */
    public Crew<RunToken> crew() {
        return crew;
    }

    /** Counts the run-tokens in each queue, for all oracles that want to know. */
    void count() {
        shared = crew.waitingCount();
        waiting = shared;
        for (int id = 0; id < depths.length; id++) {
            depths[id] = crew.worker(id).lane().size();
            waiting += depths[id];
        }
    }

    /** How many run-tokens wait in queues, as last counted. */
    long waiting() {
        return waiting;
    }

    /** How many run-tokens wait in the shared queue, as last counted. */
    int shared() {
        return shared;
    }

    /** How many run-tokens wait in a worker's lane, as last counted. */
    int depth(int id) {
        return depths[id];
    }

    /** Whether a task was ever to be run: those that no one starts need not end. */
    public boolean wasRunnable(int task) {
        return task >= plan.tasks().size() || plan.runnable().contains(plan.tasks().get(task).id());
    }

    /** Whether a task threw. */
    public boolean hasPanicked() {
        return panicked;
    }

    @Override
    void offer() {
        actions.clear();
        if (crew.isDone()) {
            return;
        }
        if (zeroFirst) {
            for (int id = 0; id < turns.length; id++) {
                if (isAwake(id)) {
                    if (id == last) {
                        actions.goesOn(actions.size());
                    }
                    actions.add(turns[id]);
                }
            }
            offerEvents();
            offerTime();
        } else {
            boolean anyAwake = false;
            for (int id = 0; id < turns.length && !anyAwake; id++) {
                anyAwake = isAwake(id);
            }
            for (int id = 0; id < turns.length && anyAwake; id++) {
                actions.add(turns[id]);
            }
            int workers = actions.size();
            offerEvents();
            actions.numberFirst(workers, actions.size());
            if (actions.size() == 0) {
                offerTime();
            }
        }
    }

    private boolean isAwake(int id) {
        var worker = crew.worker(id);
        return !worker.isParked() || worker.hasToken();
    }

    @Override
    void perform(int step, Action action) {
        if (Actions.isDelivery(action)) {
            int at = (int) action.key().number();
            trace.step(step, Trace.Deed.DELIVER, at);
            happen(deliver(at));
        } else if (Actions.isAdvance(action)) {
            trace.step(step, Trace.Deed.ADVANCE, action.key().number());
            advance(action.key().number());
            tasks.wakeSleepers(now(), happenings);
        } else {
            stepWorker(step, (int) action.key().number());
        }
    }

    private void happen(Event event) {
        switch (event) {
            case Event.IoComplete(long completed) -> tasks.complete(completed, happenings);
            case Event.CloseGate _ -> crew.close();
        }
    }

    private void stepWorker(int step, int id) {
        last = id;
        var worker = crew.worker(id);
        if (toPark[id]) {
            trace.step(step, Trace.Deed.PARK_WORKER, id);
            toPark[id] = false;
            worker.park();
            return;
        }
        trace.step(step, Trace.Deed.STEP_WORKER, id);
        ran = false;
        token = null;
        running = worker;
        var turn = worker.turn();
        running = null;
        if (ran) {
            trace.ran(Objects.requireNonNull(token).task(), tasks.lastProgram(), tasks.lastPc());
        }
        if (turn == Turn.EMPTY && zeroFirst) {
            toPark[id] = true;
        } else if (turn == Turn.EMPTY) {
            worker.park();
        }
    }

    private void run(RunToken token, Worker<RunToken> worker) {
        this.token = token;
        trace.add(Trace.Type.BEGAN, worker.id(), token.task(), token.id());
        boolean before = ran;
        try {
            ran = tasks.run(token.task(), happenings);
        } catch (RuntimeException e) {
            ran = true;
            throw e;
        } finally {
            ran |= before;
        }
    }

    @Override
    boolean isOver() {
        return panicked;
    }

    @Override
    long digest() {
        long digest = tasks.digest() ^ SplitMix64.mix(now() + 1);
        digest = mixed(digest, crew.inFlight());
        digest = mixed(digest, (crew.isOpen() ? 1 : 0) | (crew.isDone() ? 2 : 0));
        digest = mixed(digest, crew.nextUnpark());
        for (int id = 0; id < turns.length; id++) {
            var worker = crew.worker(id);
            digest = mixed(digest, (worker.isParked() ? 1 : 0) | (worker.hasToken() ? 2 : 0));
            digest = mixed(digest, worker.lane().size());
        }
        return digest;
    }

    private static long mixed(long digest, long value) {
        return SplitMix64.mix(digest * 31 + value);
    }

    /** Where tasks go, and what the crew does with them, both written down. */
    private final class Happenings implements Host, Watcher<RunToken> {
        @Override
        public long now() {
            return CrewWorld.this.now();
        }

        @Override
        public boolean enqueue(int task, Placement placement) {
            var next = new RunToken(tokens++, task);
            switch (placement) {
                case LOCAL -> Objects.requireNonNull(running).spawnLocal(next);
                case GLOBAL -> Objects.requireNonNull(running).spawnGlobal(next);
                case EXTERNAL -> {
                    boolean entered = crew.submit(next);
                    trace.add(
                            entered ? Trace.Type.ADMITTED : Trace.Type.REFUSED, 0, task, next.id());
                    return entered;
                }
            }
            return true;
        }

        @Override
        public void suspend() {
            var suspended = Objects.requireNonNull(token);
            Objects.requireNonNull(running).suspend();
            trace.add(Trace.Type.SUSPENDED, 0, suspended.task(), suspended.id());
        }

        @Override
        public void resume(int task) {
            var next = new RunToken(tokens++, task);
            trace.add(Trace.Type.RESUMED, 0, task, next.id());
            crew.resume(next);
        }

        @Override
        public void unblocked(int task) {
            trace.add(Trace.Type.UNBLOCKED, 0, task, 0);
        }

        @Override
        public void popped(int worker, Source source, int victim, RunToken token) {
            trace.popped(worker, source, victim, token.task(), token.id());
        }

        @Override
        public void spawned(int worker, RunToken token) {
            trace.add(Trace.Type.SPAWNED, worker, token.task(), token.id());
        }

        @Override
        public void injected(RunToken token) {
            trace.add(Trace.Type.INJECTED, 0, token.task(), token.id());
        }

        @Override
        public void moved(int worker, RunToken token) {
            trace.add(Trace.Type.MOVED, worker, token.task(), token.id());
        }

        @Override
        public void unparked(int worker) {
            trace.add(Trace.Type.UNPARKED, worker, 0, 0);
        }

        @Override
        public void parked(int worker) {
            trace.add(Trace.Type.PARKED, worker, 0, 0);
        }

        @Override
        public void finished() {
            trace.add(Trace.Type.FINISHED, 0, 0, 0);
        }

        @Override
        public void panicked(int worker, RunToken token, Throwable thrown) {
            panicked = true;
            trace.add(Trace.Type.PANICKED, worker, token.task(), token.id());
        }
    }
}
