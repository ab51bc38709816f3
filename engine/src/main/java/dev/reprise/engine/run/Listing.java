package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Bounds;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Page;
import dev.reprise.filter.Selection;
import dev.reprise.filter.Sieve;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinTask;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One page of the runs that a selection wants.
 *
 * @param heads what is stored of them
 * @param next the page behind it, if there may be more
 */
public record Listing(List<Head> heads, Optional<Selection> next) {
    /** So many runs are read by the caller, before others help. */
    private static final long ALONE = 20_000;

    private static final int READERS_MAX = 8;

    /** Copies the list. */
    public Listing {
        heads = List.copyOf(heads);
    }

    /**
     * Looks for them in a store.
     *
     * @param now what the filter's times are relative to
     */
    public static Listing of(Store store, Selection selection, Instant now) {
        List<Page<RunRow>> parts =
                scan(store, selection.bounds(now), () -> selection.<RunRow>page(now), Page::offer);
        Page<RunRow> page = parts.getFirst();
        parts.stream().skip(1).forEach(page::join);
        List<RunRow> rows = page.rows();
        return new Listing(rows.stream().map(RunRow::head).toList(), page.next());
    }

    /** How many runs a filter accepts. */
    public static long count(Store store, Filter filter, Instant now) {
        Sieve sieve = filter.at(now);
        return scan(
                        store,
                        filter.bounds(now),
                        () -> new long[1],
                        (count, row) -> {
                            count[0] += sieve.accepts(row) ? 1 : 0;
                            return true;
                        })
                .stream()
                .mapToLong(it -> it[0])
                .sum();
    }

    /**
     * Offers all rows within the bounds to gatherers, in the order of ids, until nobody wants more.
     * Most often that is soon, or there are few. Otherwise what is left is parted, and each part is
     * read by another thread and has a gatherer of its own.
     *
     * @param offer says whether more is wanted
     * @return the gatherers, in the order of their parts
     */
    private static <G> List<G> scan(
            Store store, Bounds bounds, Supplier<G> gatherer, BiPredicate<G, RunRow> offer) {
        List<G> all = new ArrayList<>();
        all.add(gatherer.get());
        var first = new Part(runFrom(bounds.idFrom()), null);
        RunId rest =
                bounds.isEmpty()
                        ? null
                        : first.read(store, bounds, ALONE, it -> offer.test(all.getFirst(), it));
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (Part part : parts(store, rest)) {
            G own = gatherer.get();
            all.add(own);
            tasks.add(
                    ForkJoinTask.adapt(
                                    () -> {
                                        part.read(
                                                store,
                                                bounds,
                                                Long.MAX_VALUE,
                                                it -> offer.test(own, it));
                                    })
                            .fork());
        }
        tasks.reversed().forEach(ForkJoinTask::join);
        return all;
    }

    /** The runs from one on, parted for those who can read at the same time. */
    private static List<Part> parts(Store store, @Nullable RunId from) {
        List<Part> parts = new ArrayList<>();
        RunId begin = from;
        if (from != null) {
            int readers = Math.min(READERS_MAX, Runtime.getRuntime().availableProcessors());
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
        private boolean isPast(RunId run) {
            return end != null && Store.ORDER.compare(run, end) >= 0;
        }

        /** Offers rows, at most so many; the run to go on with, if there are more. */
        @Nullable RunId read(Store store, Bounds bounds, long most, Predicate<RunRow> offer) {
            try (Cursor<Head> heads = store.heads(from)) {
                for (long left = most; heads.hasNext(); left--) {
                    Head head = heads.next();
                    if (isPast(head.run()) || bounds.isPast(head.run().value())) {
                        return null;
                    }
                    if (left == 0) {
                        return head.run();
                    }
                    var row = new RunRow(store, head);
                    if (bounds.admits(row) && !offer.test(row)) {
                        return null;
                    }
                }
                return null;
            }
        }
    }

    /** Where to begin: at that id, or before it where it is none; null for the first of all. */
    private static @Nullable RunId runFrom(String text) {
        // Behind an id comes the same id with a zero, which no id contains.
        String id = text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
        try {
            return new RunId(id);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** What is known of them. */
    public List<Description> runs() {
        return heads.stream().map(Description::of).toList();
    }
}
