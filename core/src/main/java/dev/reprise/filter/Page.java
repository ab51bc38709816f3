package dev.reprise.filter;

import dev.reprise.filter.Selection.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the runs of one page. In the order of ids rows must be offered in that order, and it says
 * when nothing more is needed; in any other order all rows must be offered. It keeps at most one
 * row more than the page has, to know whether another page follows. Not for use by several threads.
 */
public final class Page<R extends Row> {
    private final Selection selection;
    private final Sieve sieve;
    private final Comparator<Row> order;
    private final boolean inOrder;
    private final @Nullable Place after;
    private final PriorityQueue<R> kept;

    Page(Selection selection, Instant now) {
        this.selection = selection;
        this.sieve = selection.filter().at(now);
        this.order = selection.comparator();
        this.inOrder = selection.order() == Field.BuiltIn.ID && !selection.descending();
        this.after = selection.after().map(it -> Place.of(selection.order(), it)).orElse(null);
        this.kept = new PriorityQueue<>(order.reversed());
    }

    /** Takes the row if it belongs on the page. Answers whether another could still belong. */
    public boolean offer(R row) {
        if (sieve.accepts(row) && isBehind(row)) {
            boolean fits = kept.size() <= selection.limit() || order.compare(row, kept.peek()) < 0;
            if (fits) {
                kept.add(row);
            }
            if (kept.size() > selection.limit() + 1) {
                kept.poll();
            }
        }
        return !inOrder || kept.size() <= selection.limit();
    }

    /** Whether the row is behind the place after which the page begins. */
    private boolean isBehind(R row) {
        if (after == null) {
            return true;
        }
        int compared = Place.of(selection.order(), row).compareTo(after);
        return selection.descending() ? compared < 0 : compared > 0;
    }

    /** The rows of the page so far, in their order. */
    public List<R> rows() {
        var rows = new ArrayList<>(kept);
        rows.sort(order);
        return List.copyOf(rows.subList(0, Math.min(rows.size(), selection.limit())));
    }

    /** The page that follows, when there is more than this one holds. */
    public Optional<Selection> next() {
        if (kept.size() <= selection.limit()) {
            return Optional.empty();
        }
        return Optional.of(selection.after(selection.place(rows().getLast())));
    }
}
