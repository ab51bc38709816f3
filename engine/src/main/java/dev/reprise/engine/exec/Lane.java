package dev.reprise.engine.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one worker: a deque after Chase and Lev (2005), with the orderings of Lê et al.
 * (2013). Its owner pushes and pops at one end; thieves steal at the other, so that they get what
 * has waited longest.
 */
public class Lane<T> {
    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(Lane.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(Lane.class, "bottom", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Object[] slots = new @Nullable Object[64];
    private volatile long bottom;
    private volatile long top;

    /** An empty lane. */
    public Lane() {}

    /** For its owner: puts a task at the near end. */
    public void push(T task) {
        long at = (long) BOTTOM.getOpaque(this);
        long oldest = (long) TOP.getAcquire(this);
        var array = slots;
        if (at - oldest >= array.length) {
            array = grown(array, oldest, at);
        }
        SLOTS.setOpaque(array, index(array, at), task);
        BOTTOM.setRelease(this, at + 1);
    }

    private @Nullable Object[] grown(@Nullable Object[] array, long from, long to) {
        var larger = new @Nullable Object[array.length * 2];
        for (long at = from; at < to; at++) {
            larger[index(larger, at)] = SLOTS.getOpaque(array, index(array, at));
        }
        slots = larger;
        return larger;
    }

    /** For its owner: takes the task at the near end, the youngest. */
    @SuppressWarnings("unchecked")
    public @Nullable T pop() {
        long at = (long) BOTTOM.getOpaque(this) - 1;
        var array = slots;
        // A thief that does not see this must be seen: a full fence between the two.
        bottom = at;
        long oldest = top;
        if (at < oldest) {
            BOTTOM.setOpaque(this, oldest);
            return null;
        }
        int index = index(array, at);
        var task = (T) SLOTS.getOpaque(array, index);
        if (at > oldest) {
            SLOTS.setOpaque(array, index, null);
            return task;
        }
        boolean won = TOP.compareAndSet(this, oldest, oldest + 1);
        BOTTOM.setOpaque(this, oldest + 1);
        if (!won) {
            return null;
        }
        SLOTS.setOpaque(array, index, null);
        return task;
    }

    /** For anyone: takes the task at the far end, the oldest; null also when another was faster. */
    @SuppressWarnings("unchecked")
    public @Nullable T steal() {
        long oldest = top;
        long end = bottom;
        if (oldest >= end) {
            return null;
        }
        var array = slots;
        int index = index(array, oldest);
        var task = (T) SLOTS.getOpaque(array, index);
        if (!TOP.compareAndSet(this, oldest, oldest + 1)) {
            return null;
        }
        return task;
    }

    private static int index(@Nullable Object[] array, long at) {
        return (int) at & (array.length - 1);
    }

    /** How many tasks there are; while others work, how many there were a moment ago. */
    public int size() {
        return (int) Math.max(0, bottom - top);
    }

    /** For the simulator, while nobody works: hands out the tasks, the oldest first. */
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super T> consumer) {
        var array = slots;
        long end = bottom;
        for (long at = top; at < end; at++) {
            consumer.accept((T) array[index(array, at)]);
        }
    }
}
