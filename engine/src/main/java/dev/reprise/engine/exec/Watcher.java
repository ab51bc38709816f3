package dev.reprise.engine.exec;

/**
 * Is told what a crew does, on the thread that does it. All methods do nothing unless overridden; a
 * crew that nobody watches pays for none of them.
 */
public interface Watcher<T> {
    /** Watches nothing. */
    static <T> Watcher<T> none() {
        return new Watcher<>() {
            @Override
            public boolean everyTask() {
                return false;
            }
        };
    }

    /**
     * Whether it wants to know of every task. If not, {@link #spawned}, {@link #injected} and
     * {@link #moved} are not called, and {@link #popped} only for a task that was stolen: it costs
     * nothing while workers have enough to do. A crew asks once.
     */
    default boolean everyTask() {
        return true;
    }

    /** A worker took a task; {@code victim} is -1 unless it was stolen. */
    default void popped(int worker, Source source, int victim, T task) {}

    /** A worker put a task in its own lane. */
    default void spawned(int worker, T task) {}

    /** A task entered the queue that all workers share. */
    default void injected(T task) {}

    /**
     * A worker that took a task from the shared queue took this one along and put it in its lane.
     */
    default void moved(int worker, T task) {}

    /** A worker was woken, or kept from parking if it was awake. */
    default void unparked(int worker) {}

    /** A worker found nothing and parked. */
    default void parked(int worker) {}

    /** The gate is closed and nothing is in flight: the workers go home. */
    default void finished() {}

    /** A task threw. */
    default void panicked(int worker, T task, Throwable thrown) {}
}
