package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.Survey;
import dev.reprise.filter.Bounds;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Page;
import dev.reprise.filter.Selection;
import dev.reprise.filter.Sieve;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of the runs that a selection wants.
 *
 * @param heads what is stored of them
 * @param next the page behind it, if there may be more
 */
public record Listing(List<Head> heads, Optional<Selection> next) {
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
        Bounds bounds = selection.bounds(now);
        List<Within> parts =
                Survey.of(
                        store,
                        runFrom(bounds.idFrom()),
                        () -> new Within(store, bounds, selection.page(now)));
        Page<RunRow> page = parts.getFirst().page;
        parts.stream().skip(1).forEach(it -> page.join(it.page));
        List<RunRow> rows = page.rows();
        return new Listing(rows.stream().map(RunRow::head).toList(), page.next());
    }

    /** Gathers what belongs on a page. */
    private record Within(Store store, Bounds bounds, Page<RunRow> page)
            implements Survey.Gatherer {
        @Override
        public boolean take(Head head) {
            return mayBeWithin(head, bounds)
                    && admitted(store, head, bounds).map(page::offer).orElse(true);
        }
    }

    /** How many runs a filter accepts. */
    public static long count(Store store, Filter filter, Instant now) {
        Sieve sieve = filter.at(now);
        Bounds bounds = filter.bounds(now);
        return Survey.of(store, runFrom(bounds.idFrom()), () -> new Count(store, bounds, sieve))
                .stream()
                .mapToLong(it -> it.accepted)
                .sum();
    }

    /** Counts what a filter accepts. */
    private static final class Count implements Survey.Gatherer {
        private final Store store;
        private final Bounds bounds;
        private final Sieve sieve;
        private long accepted;

        Count(Store store, Bounds bounds, Sieve sieve) {
            this.store = store;
            this.bounds = bounds;
            this.sieve = sieve;
        }

        @Override
        public boolean take(Head head) {
            accepted += admitted(store, head, bounds).filter(sieve::accepts).isPresent() ? 1 : 0;
            return mayBeWithin(head, bounds);
        }
    }

    /** Whether this run, or one behind it, may be within bounds. */
    private static boolean mayBeWithin(Head head, Bounds bounds) {
        return !bounds.isEmpty() && !bounds.isPast(head.run().value());
    }

    private static Optional<RunRow> admitted(Store store, Head head, Bounds bounds) {
        return Optional.of(new RunRow(store, head)).filter(bounds::admits);
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
