package dev.reprise.engine.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queue that all workers share: a lane that nobody owns. Whoever puts something in owns it for
 * that moment, by a lock that is held for a few instructions; whoever takes something out is a
 * thief and needs no lock. So the oldest comes first, one compare-and-set takes one task or many,
 * and there is as much memory as there are tasks.
 */
final class Inlet<T> extends Spaced {
    private static final VarHandle HELD;
    private static final int SPINS_MAX = 64;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Inlet.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Lane<T> lane = new Lane<>();

    @SuppressWarnings("UnusedVariable") // by its handle
    private volatile int held;

    /** Puts a task at the end, however many there are. */
    void add(T task) {
        lock();
        try {
            lane.push(task);
        } finally {
            unlock();
        }
    }

    /** Puts a task at the end if fewer than so many are in it. */
    boolean offer(T task, int capacity) {
        lock();
        try {
            if (!lane.hasRoom(capacity)) {
                return false;
            }
            lane.push(task);
            return true;
        } finally {
            unlock();
        }
    }

    /** Takes the task that has waited longest. */
    @Nullable T poll() {
        while (true) {
            var task = lane.steal();
            if (task != null || lane.size() == 0) {
                return task;
            }
        }
    }

    /** Takes one task, and of the others one in so many, as far as there is room for them. */
    int pollSome(int share, @Nullable Object[] into) {
        return lane.stealSome(share, into);
    }

    /** Lets go of what was taken, unless somebody is busy here and will do so. */
    void tidy() {
        if (tryLock()) {
            try {
                lane.tidy();
            } finally {
                unlock();
            }
        }
    }

    boolean isEmpty() {
        return lane.size() == 0;
    }

    int size() {
        return lane.size();
    }

    /** The tasks, the oldest first, while nobody works. */
    List<T> waiting() {
        var tasks = new ArrayList<T>();
        lane.forEach(tasks::add);
        return tasks;
    }

    @SuppressWarnings("ThreadPriorityCheck") // who holds it may have lost its processor: offer ours
    private void lock() {
        for (int spins = 0; !tryLock(); spins++) {
            if (spins < SPINS_MAX) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private boolean tryLock() {
        return HELD.compareAndSet(this, 0, 1);
    }

    private void unlock() {
        HELD.setRelease(this, 0);
    }
}
