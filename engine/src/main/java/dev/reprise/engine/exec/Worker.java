package dev.reprise.engine.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a {@link Crew}: a lane of tasks, a way to sleep, and {@link #turn}, which takes one
 * task and runs it. A thread drives it in production, the simulator in tests; there is no second
 * implementation of what it decides.
 *
 * <p>The steps that a turn is made of can be overridden, so that tests can plant a bug in each.
 */
public class Worker<T> {
    private static final VarHandle REST;

    static {
        try {
            REST = MethodHandles.lookup().findVarHandle(Worker.class, "rest", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int PARKED = 1;
    private static final int TOKEN = 2;

    private final Crew<T> crew;
    private final int id;
    private final Lane<T> lane;
    private final XorShift64 random;

    /** Whether it is parked, and whether somebody has woken it since it last took notice. */
    private volatile int rest;

    private int spawnedSinceWake;
    private int sincePoll;
    private boolean suspended;
    private Source source = Source.LOCAL;
    private int victim = -1;

    /** A worker of a crew, with the lane that others steal from. */
    protected Worker(Crew<T> crew, int id, Lane<T> lane) {
        this.crew = crew;
        this.id = id;
        this.lane = lane;
        random = XorShift64.ofWorker(crew.shape().seed(), id);
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
        crew.watcher.popped(id, source, victim, task);
        return run(task);
    }

    private Turn run(T task) {
        suspended = false;
        Throwable thrown = null;
        try {
            crew.runner.run(task, this);
        } catch (Throwable t) {
            thrown = t;
        }
        if (thrown != null) {
            leave();
            crew.panicked(id, task, thrown);
            return Turn.PANICKED;
        }
        if (!suspended) {
            leave();
        }
        return Turn.RAN;
    }

    /** The task of this turn is over. */
    protected void leave() {
        if (crew.inFlight.leave(id)) {
            crew.finish();
        }
    }

    /**
     * Says that the running task will not be over when its turn ends: it waits for something, and
     * stays in flight until {@link Crew#resume} has let it run again.
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
        return crew.injector.poll();
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
        crew.inFlight.add(id);
        lane.push(task);
        crew.watcher.spawned(id, task);
        if (++spawnedSinceWake >= crew.shape().hoard()) {
            spawnedSinceWake = 0;
            crew.unparkOne();
        }
    }

    /** For the task it runs: puts another task in the queue that all share. */
    public void spawnGlobal(T task) {
        crew.inFlight.add(id);
        crew.inject(task);
    }

    /** Parks after an empty turn. Who was woken meanwhile has a turn nevertheless. */
    public void park() {
        REST.getAndBitwiseOr(this, PARKED);
        if (crew.shape().wakeIdle() && !crew.injector.isEmpty()) {
            REST.getAndBitwiseAnd(this, ~PARKED);
        } else {
            crew.watcher.parked(id);
        }
    }

    /** Wakes it, or keeps it from the next sleep if it is awake. */
    protected void unpark() {
        if (rest == TOKEN) {
            return;
        }
        int before = (int) REST.getAndSet(this, TOKEN);
        if ((before & PARKED) != 0) {
            crew.waker.wake(id);
        }
    }

    /** Takes the notice that it was woken, if it is parked; false when it sleeps on. */
    private boolean wakes() {
        if ((rest & PARKED) == 0) {
            return true;
        }
        if ((rest & TOKEN) == 0) {
            return false;
        }
        REST.setVolatile(this, 0);
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

    /** How many tasks it has put in its lane since it last woke somebody for them. */
    public final int spawnedSinceWake() {
        return spawnedSinceWake;
    }
}
