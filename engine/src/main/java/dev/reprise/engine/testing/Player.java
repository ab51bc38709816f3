package dev.reprise.engine.testing;

import dev.reprise.engine.activity.Call;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One who carries out an activity, on a thread of its own. Guarded by the lock of its stage. */
final class Player {
    /**
     * It waits for the test clock, or for somebody outside.
     *
     * @param until when it goes on by itself; {@link Instant#MAX} for never
     * @param order of those that go on at one time, the one that has waited longer is first
     * @param why in words
     */
    record Nap(Instant until, long order, String why) {
        static final Nap NONE = new Nap(Instant.MAX, Long.MAX_VALUE, "");
    }

    final Thread thread;
    final long begun = System.nanoTime();
    @Nullable Nap nap;

    /** Where it waits for a future that the engine has a part in, since a moment ago. */
    @Nullable Object waitsAt;

    /** What it carries out, once that is known; of what is no activity, never. */
    volatile @Nullable Call call;

    Player(Thread thread) {
        this.thread = thread;
    }

    /** Whether its code goes on, if it only gets the processor; else it waits for something. */
    boolean hasWork() {
        return switch (thread.getState()) {
            case NEW, RUNNABLE, BLOCKED -> true;
            case WAITING, TIMED_WAITING, TERMINATED -> false;
        };
    }

    /** Whether nothing will come of it before time passes. */
    @SuppressWarnings("ReferenceEquality") // where it is parked
    boolean rests() {
        return !thread.isInterrupted()
                && (nap != null || (waitsAt != null && Users.waitsAt(thread) == waitsAt));
    }
}
