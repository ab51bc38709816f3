package dev.reprise.engine.exec;

import dev.reprise.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one worker: a deque after Chase and Lev (2005), with the orderings of Lê et al.
 * (2013). Its owner pushes and pops at one end; thieves steal at the other, so that they get what
 * has waited longest.
 *
 * <p><b>Who may write what.</b> Only the owner writes {@code bottom} and the slots, so that a thief
 * can never wipe out a task that was pushed after the one it took. {@code top} only grows, and
 * whoever moves it by a compare-and-set owns what it moved over.
 *
 * <p><b>Where order matters.</b> A push writes the slot before {@code bottom}, by release; a thief
 * reads {@code top}, then {@code bottom}, then the slots. A pop lowers {@code bottom} and then
 * reads {@code top}, with a full fence between, as a thief reads them the other way round: of the
 * two at least one sees the other. A thief that holds an array which has been replaced reads what
 * was there, since nobody writes to it any more.
 *
 * <p><b>What is kept.</b> {@code cleared} is how far the owner has emptied the slots behind the
 * thieves: at most {@code top}, and at least one array's length behind {@code bottom}. It also
 * spares the owner most readings of {@code top}, which thieves write. A stolen task stays reachable
 * until its owner finds the lane empty or comes round the array.
 */
public class Lane<T> extends Spaced.Behind {
    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Object[].class);
    static final int SLOTS_MIN = 64;
    private static final int SLOTS_MAX = 1 << 30;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(Spaced.FarEnd.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(Spaced.NearEnd.class, "bottom", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** So many slots at each end of an array stay empty, and keep others' memory at a distance. */
    private static final int MARGIN = 32;

    /** An empty lane. */
    public Lane() {
        slots = array(SLOTS_MIN);
    }

    private static @Nullable Object[] array(int capacity) {
        return new @Nullable Object[capacity + 2 * MARGIN];
    }

    private static int capacity(@Nullable Object[] array) {
        return array.length - 2 * MARGIN;
    }

    /** For its owner: puts a task at the near end. */
    public void push(T task) {
        long at = (long) BOTTOM.get(this);
        var array = slots;
        if (at - cleared >= capacity(array)) {
            array = withRoom(array, at);
        }
        SLOTS.setOpaque(array, index(array, at), task);
        BOTTOM.setRelease(this, at + 1);
    }

    private @Nullable Object[] withRoom(@Nullable Object[] array, long at) {
        clear(array);
        if (at - cleared < capacity(array)) {
            return array;
        }
        Check.state(capacity(array) < SLOTS_MAX, "a lane holds at most 2^30 tasks");
        var larger = array(capacity(array) * 2);
        for (long from = cleared; from < at; from++) {
            larger[index(larger, from)] = SLOTS.getOpaque(array, index(array, from));
        }
        slots = larger;
        return larger;
    }

    /** Lets go of what thieves have taken. */
    private void clear(@Nullable Object[] array) {
        long oldest = top;
        for (long at = cleared; at < oldest; at++) {
            SLOTS.setOpaque(array, index(array, at), null);
        }
        cleared = oldest;
    }

    /** For its owner: takes the task at the near end, the youngest. */
    @SuppressWarnings("unchecked")
    public @Nullable T pop() {
        long at = (long) BOTTOM.get(this) - 1;
        if (at < cleared) {
            return null;
        }
        var array = slots;
        // A thief that does not see this must be seen: volatile both, so a full fence between.
        bottom = at;
        long oldest = top;
        if (at > oldest) {
            int index = index(array, at);
            var task = (T) SLOTS.getOpaque(array, index);
            SLOTS.setOpaque(array, index, null);
            return task;
        }
        T last = null;
        if (at == oldest) {
            var task = (T) SLOTS.getOpaque(array, index(array, at));
            if (TOP.compareAndSet(this, oldest, oldest + 1)) {
                last = task;
            }
        }
        BOTTOM.setOpaque(this, at + 1);
        clear(array);
        return last;
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
        var task = (T) SLOTS.getOpaque(array, index(array, oldest));
        return TOP.compareAndSet(this, oldest, oldest + 1) ? task : null;
    }

    /**
     * For anyone, on a lane from which nobody pops: takes some of the oldest tasks at once. With a
     * pop this would not do, since the owner fears thieves only for the last task.
     *
     * @param share takes one task and, of those that follow, one in so many
     * @return how many were put into the array
     */
    int stealSome(int share, @Nullable Object[] into) {
        while (true) {
            long oldest = top;
            long waiting = bottom - oldest;
            if (waiting <= 0) {
                return 0;
            }
            var array = slots;
            int wanted = (int) Math.min(1 + (waiting - 1) / share, into.length);
            for (int i = 0; i < wanted; i++) {
                into[i] = SLOTS.getOpaque(array, index(array, oldest + i));
            }
            if (TOP.compareAndSet(this, oldest, oldest + wanted)) {
                return wanted;
            }
            Arrays.fill(into, 0, wanted, null);
        }
    }

    private static int index(@Nullable Object[] array, long at) {
        return MARGIN + ((int) at & (capacity(array) - 1));
    }

    /** How many tasks there are; while others work, how many there were a moment ago. */
    public int size() {
        long oldest = top;
        return Math.clamp(bottom - oldest, 0, Integer.MAX_VALUE);
    }

    /** For its owner: whether fewer than so many tasks are in it. */
    boolean hasRoom(int capacity) {
        long end = (long) BOTTOM.get(this);
        if (end - cleared < capacity) {
            return true;
        }
        clear(slots);
        return end - cleared < capacity;
    }

    /** For its owner: lets go of stolen tasks and, when it is empty, of a large array. */
    void tidy() {
        var array = slots;
        clear(array);
        if (capacity(array) > SLOTS_MIN && cleared == bottom) {
            slots = array(SLOTS_MIN);
        }
    }

    /** Whether it still refers to tasks that were taken: for tests of what is kept. */
    boolean keepsNothing() {
        for (var slot : slots) {
            if (slot != null) {
                return false;
            }
        }
        return true;
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
