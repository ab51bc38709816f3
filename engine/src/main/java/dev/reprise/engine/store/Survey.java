package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the heads of all runs from one on, in the order of their ids, to whoever gathers something
 * of them. Most often he has enough soon, or there are few. Otherwise what is left is parted, and
 * each part is read by another thread and has a gatherer of its own. Parts are not of one moment.
 */
public final class Survey {
    /** So many runs are read by the caller, before others help. */
    private static final int ALONE = 20_000;

    private static final int READERS_MAX = 8;

    /** Gathers something of heads that it is shown one after the other, by one thread. */
    public interface Gatherer {
        /** Takes what it wants of a head; whether it wants to see another. */
        boolean take(Head head);
    }

    private Survey() {}

    /**
     * Shows all of them.
     *
     * @param from null: all runs
     * @return the gatherers, in the order of what they have seen
     */
    public static <G extends Gatherer> List<G> of(
            Store store, @Nullable RunId from, Supplier<G> gatherers) {
        int readers = Math.min(READERS_MAX, Runtime.getRuntime().availableProcessors());
        return of(store, from, gatherers, ALONE, readers);
    }

    static <G extends Gatherer> List<G> of(
            Store store, @Nullable RunId from, Supplier<G> gatherers, int alone, int readers) {
        List<G> all = new ArrayList<>();
        all.add(gatherers.get());
        RunId rest = new Part(from, null).show(store, alone, all.getFirst());
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (Part part : parts(store, rest, readers)) {
            G own = gatherers.get();
            all.add(own);
            Runnable reading = () -> part.show(store, Integer.MAX_VALUE, own);
            tasks.add(ForkJoinTask.adapt(reading).fork());
        }
        tasks.reversed().forEach(ForkJoinTask::join);
        return all;
    }

    private static List<Part> parts(Store store, @Nullable RunId from, int readers) {
        List<Part> parts = new ArrayList<>();
        if (from != null) {
            RunId begin = from;
            for (RunId milestone : store.milestones(from, readers)) {
                parts.add(new Part(begin, milestone));
                begin = milestone;
            }
            parts.add(new Part(begin, null));
        }
        return parts;
    }

    /**
     * A range of runs.
     *
     * @param from null: the first of all
     * @param end the first that is not in it; null: none
     */
    private record Part(@Nullable RunId from, @Nullable RunId end) {
        /** Shows so many at most; the run to go on with, if there are more and they are wanted. */
        @Nullable RunId show(Store store, int most, Gatherer to) {
            try (Cursor<Head> heads = store.heads(from)) {
                for (int left = most; heads.hasNext(); left--) {
                    Head head = heads.next();
                    if (end != null && Keys.RUNS.compare(head.run(), end) >= 0) {
                        return null;
                    }
                    if (left == 0) {
                        return head.run();
                    }
                    if (!to.take(head)) {
                        return null;
                    }
                }
                return null;
            }
        }
    }
}
