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
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
        Page<RunRow> page = selection.page(now);
        scan(store, selection.bounds(now), page::offer);
        List<RunRow> rows = page.rows();
        return new Listing(rows.stream().map(RunRow::head).toList(), page.next());
    }

    /** How many runs a filter accepts. */
    public static long count(Store store, Filter filter, Instant now) {
        Sieve sieve = filter.at(now);
        long[] count = {0};
        scan(
                store,
                filter.bounds(now),
                row -> {
                    count[0] += sieve.accepts(row) ? 1 : 0;
                    return true;
                });
        return count[0];
    }

    /** Offers all rows within the bounds, in the order of ids, until nobody wants more. */
    private static void scan(Store store, Bounds bounds, Predicate<RunRow> wanted) {
        try (Cursor<Head> heads = store.heads(runFrom(bounds.idFrom()))) {
            boolean more = !bounds.isEmpty();
            while (more && heads.hasNext()) {
                var row = new RunRow(store, heads.next());
                if (bounds.isPast(row.id())) {
                    return;
                }
                more = !bounds.admits(row) || wanted.test(row);
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
