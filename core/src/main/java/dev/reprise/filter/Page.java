package dev.reprise.filter;

import dev.reprise.filter.Selection.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the runs of one page. In the order of ids rows must be offered in that order, and it says
 * when nothing more is needed; in any other order all rows must be offered. It keeps at most two
 * pages of rows, and one more than a page has at the end, to know whether another page follows. Not
 * for use by several threads.
 */
public final class Page<R extends Row> {
    private final Selection selection;
    private final Sieve sieve;
    private final Comparator<Place> order;
    private final boolean inOrder;
    private final @Nullable Place after;
    private final List<Kept<R>> kept = new ArrayList<>();
    private @Nullable Place last;

    /** A row with its place, which is asked for again and again. */
    private record Kept<R>(Place place, R row) {}

    Page(Selection selection, Instant now) {
        this.selection = selection;
        this.sieve = selection.filter().at(now);
        this.order = selection.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        this.inOrder = selection.order() == Field.BuiltIn.ID && !selection.descending();
        this.after = selection.after().map(it -> Place.of(selection.order(), it)).orElse(null);
    }

    /** Takes the row if it belongs on the page. Answers whether another could still belong. */
    public boolean offer(R row) {
        if (sieve.accepts(row)) {
            var place = Place.of(selection.order(), row);
            boolean isBehind = after == null || order.compare(place, after) > 0;
            if (isBehind && (last == null || order.compare(place, last) < 0)) {
                kept.add(new Kept<>(place, row));
                if (kept.size() > 2 * selection.limit() + 1) {
                    cut();
                }
            }
        }
        return !inOrder || kept.size() <= selection.limit();
    }

    /** Takes the rows of another page of the same selection, to which other rows were offered. */
    public void join(Page<R> other) {
        for (Kept<R> each : other.kept) {
            offer(each.row);
        }
    }

    /** Leaves a page and one more. Rows that came in order, or the other way round, cost little. */
    private void cut() {
        kept.sort((one, other) -> order.compare(one.place, other.place));
        kept.subList(selection.limit() + 1, kept.size()).clear();
        last = kept.getLast().place;
    }

    /** The rows of the page so far, in their order. */
    public List<R> rows() {
        return kept.stream()
                .sorted((one, other) -> order.compare(one.place, other.place))
                .limit(selection.limit())
                .map(Kept::row)
                .toList();
    }

    /** The page that follows, when there is more than this one holds. */
    public Optional<Selection> next() {
        if (kept.size() <= selection.limit()) {
            return Optional.empty();
        }
        return Optional.of(selection.after(selection.place(rows().getLast())));
    }
}
