package dev.reprise.engine.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a {@link Crew}: a lane of tasks, a way to sleep, and {@link #turn}, which takes one
 * task and runs it. A thread drives it in production, the simulator in tests; there is no second
 * implementation of what it decides.
 *
 * <p>The steps that a turn is made of can be overridden, so that tests can plant a bug in each.
 */
public class Worker<T> extends Spaced.OfWorker {
    private static final VarHandle REST;

    static {
        try {
            REST = MethodHandles.lookup().findVarHandle(Spaced.OfWorker.class, "rest", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int PARKED = 1;
    private static final int TOKEN = 2;

    /** Room between what it writes and what follows, which others may read. */
    long w00, w01, w02, w03, w04, w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15;

    private final Crew<T> crew;
    private final int id;
    private final Lane<T> lane;
    private final XorShift64 random;
    final Tally tally = new Tally();

    /** What it takes along from the shared queue, on the way to its lane. */
    private final @Nullable Object[] armful;

    /** A worker of a crew, with the lane that others steal from. */
    protected Worker(Crew<T> crew, int id, Lane<T> lane) {
        this.crew = crew;
        this.id = id;
        this.lane = lane;
        random = XorShift64.ofWorker(crew.shape().seed(), id);
        armful = new @Nullable Object[crew.shape().batch()];
    }

    /** Its number in the crew, from 0. */
    public final int id() {
        return id;
    }

    /** The crew it belongs to. */
    public final Crew<T> crew() {
        return crew;
    }

    /** The tasks that it has for itself. */
    public final Lane<T> lane() {
        return lane;
    }

    /** One turn: takes one task, if there is one for it, and runs it to its end. */
    public final Turn turn() {
        if (!wakes()) {
            return Turn.ASLEEP;
        }
        if (crew.isDone()) {
            return Turn.DONE;
        }
        var task = next();
        if (task == null) {
            return crew.isOver() ? Turn.DONE : Turn.EMPTY;
        }
        if (crew.everyTask || source == Source.STEAL) {
            crew.watcher.popped(id, source, victim, task);
        }
        if (crew.shape().wakeIdle() && crew.hasSleepers()) {
            share();
        }
        return run(task);
    }

    /** Wakes a sleeper for what is left where it took its task. */
    private void share() {
        boolean more =
                switch (source) {
                    case LOCAL -> lane.size() > 0;
                    case INJECTOR -> lane.size() > 0 || !crew.injector.isEmpty();
                    case STEAL -> crew.worker(victim).lane.size() > 0;
                };
        if (more) {
            crew.unparkOne();
        }
    }

    private Turn run(T task) {
        suspended = false;
        tally.raise(Tally.RAN);
        Throwable thrown = null;
        try {
            crew.runner.run(task, this);
        } catch (Throwable t) {
            thrown = t;
        }
        if (thrown == null) {
            over();
            return Turn.RAN;
        }
        if (crew.shape().panicStops()) {
            crew.inFlight.leave(id);
            crew.panicked(id, task, thrown);
        } else {
            try { // told first: who waits for the task may rely on that
                crew.panicked(id, task, thrown);
            } finally {
                over();
            }
        }
        return Turn.PANICKED;
    }

    /** Who suspended its task left it to somebody else to say when it is over, even if it threw. */
    private void over() {
        if (!suspended) {
            leave();
        }
    }

    /** The task of this turn is over. */
    protected void leave() {
        if (crew.inFlight.leave(id)) {
            crew.finish();
        }
    }

    /**
     * Says that the running task will not be over when its turn ends: it waits for something, and
     * stays in flight until {@link Crew#resume} has let it run again, even if it throws after this.
     */
    public final void suspend() {
        suspended = true;
    }

    /** The next task: its own, then the crew's, then another worker's. */
    private @Nullable T next() {
        int pollEvery = crew.shape().pollEvery();
        if (pollEvery > 0 && ++sincePoll >= pollEvery) {
            sincePoll = 0;
            var waiting = fromInjector();
            if (waiting != null) {
                return waiting;
            }
        }
        var mine = fromLane();
        if (mine != null) {
            return mine;
        }
        var waiting = fromInjector();
        return waiting != null ? waiting : fromOthers();
    }

    /** The youngest task of its own lane. */
    protected @Nullable T fromLane() {
        source = Source.LOCAL;
        victim = -1;
        return lane.pop();
    }

    /** The task that waits longest in the queue that all share. */
    protected @Nullable T fromInjector() {
        source = Source.INJECTOR;
        victim = -1;
        return armful.length > 1 && lane.size() == 0 ? fetch() : crew.injector.poll();
    }

    /** Takes an armful from the shared queue; the oldest is for now, the others for after it. */
    @SuppressWarnings("unchecked")
    private @Nullable T fetch() {
        int taken = crew.injector.pollSome(crew.shape().workers(), armful);
        if (taken == 0) {
            return null;
        }
        for (int i = taken - 1; i > 0; i--) {
            var task = (T) Objects.requireNonNull(armful[i]);
            armful[i] = null;
            lane.push(task);
            if (crew.everyTask) {
                crew.watcher.moved(id, task);
            }
        }
        var first = (T) armful[0];
        armful[0] = null;
        return first;
    }

    /** The oldest task of another worker, of those it happens to ask. */
    protected @Nullable T fromOthers() {
        int others = crew.shape().workers() - 1;
        for (int i = others == 0 ? 0 : crew.shape().stealTries(); i > 0; i--) {
            int drawn = random.below(others);
            int from = drawn >= id ? drawn + 1 : drawn;
            var stolen = stealFrom(crew.worker(from));
            if (stolen != null) {
                source = Source.STEAL;
                victim = from;
                tally.raise(Tally.STEALS);
                return stolen;
            }
        }
        return null;
    }

    /** One attempt to steal. */
    protected @Nullable T stealFrom(Worker<T> other) {
        return other.lane.steal();
    }

    /** For the task it runs: puts another task in its own lane. */
    public void spawnLocal(T task) {
        Objects.requireNonNull(task, "a task must not be null");
        crew.inFlight.add(id);
        boolean pushed = false;
        try {
            lane.push(task);
            pushed = true;
        } finally {
            if (!pushed) { // no memory: it must not count as in flight for ever
                crew.inFlight.leave(id);
            }
        }
        tally.raise(Tally.SPAWNED);
        if (crew.everyTask) {
            crew.watcher.spawned(id, task);
        }
        if (++spawnedSinceWake >= crew.shape().hoard()) {
            spawnedSinceWake = 0;
            crew.unparkOne();
        }
    }

    /** For the task it runs: puts another task in the queue that all share. */
    public void spawnGlobal(T task) {
        Objects.requireNonNull(task, "a task must not be null");
        reserve();
        crew.inject(task);
    }

    /** For the task it runs: one task more in flight, which will be resumed or leaves. */
    final void reserve() {
        crew.inFlight.add(id);
        tally.raise(Tally.SPAWNED);
    }

    /**
     * Parks after an empty turn. Who was woken meanwhile has a turn nevertheless. What it did
     * before is visible to all who see that it sleeps; so it looks once more whether something is
     * left to do, or nothing at all: of several workers who miss each other's news, the last to
     * come here does not.
     */
    public void park() {
        lane.tidy();
        crew.injector.tidy();
        tally.raise(Tally.PARKS);
        crew.asleep(true);
        REST.getAndBitwiseOr(this, PARKED);
        if (crew.shape().wakeIdle() && crew.hasWork()) {
            unpark();
        } else {
            crew.watcher.parked(id);
        }
        if (crew.shape().striped() && !crew.isDone()) {
            crew.isOver();
        }
    }

    /** Wakes it, or keeps it from the next sleep if it is awake. */
    protected void unpark() {
        if (rest == TOKEN) {
            return;
        }
        int before = (int) REST.getAndSet(this, TOKEN);
        if ((before & PARKED) != 0) {
            crew.asleep(false);
            crew.waker.wake(id);
        }
    }

    /** Takes the notice that it was woken, if it is parked; false when it sleeps on. */
    private boolean wakes() {
        int seen = rest;
        if ((seen & PARKED) == 0) {
            return true;
        }
        if ((seen & TOKEN) == 0) {
            return false;
        }
        int before = (int) REST.getAndSet(this, 0);
        if ((before & PARKED) != 0) {
            crew.asleep(false);
        }
        return true;
    }

    /** Whether it is parked. */
    public final boolean isParked() {
        return (rest & PARKED) != 0;
    }

    /** Whether it will not sleep, when it next wants to, since somebody has woken it. */
    public final boolean hasToken() {
        return (rest & TOKEN) != 0;
    }
}
