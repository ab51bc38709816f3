package dev.reprise.filter;

import dev.reprise.Check;
import dev.reprise.form.Malformed;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * One page of runs: which, in what order, how many, and after which. The order is total: runs that
 * are alike in the field are in the order of their ids.
 *
 * <p>A store that iterates by id gives a page in the order of ids as soon as it is full, and begins
 * the next one where this one ended. Any other order looks at every run within the {@link #bounds}
 * for every page, and keeps no more of them than a page has.
 *
 * @param order by which field: id, started, ended, updated or events
 * @param after the place after which the page begins, as {@link #place} says it
 */
public record Selection(
        Filter filter, Field.BuiltIn order, boolean descending, int limit, Optional<String> after) {
    /** How many runs a page has at most. */
    public static final int LIMIT_MAX = 10_000;

    /** How many runs a page has when nobody says. */
    public static final int LIMIT_DEFAULT = 100;

    /** How a time is written that is not there. */
    private static final String MISSING = "-";

    /** Checks the order, the limit and the place. */
    public Selection {
        Check.argument(
                order != Field.BuiltIn.TYPE && order != Field.BuiltIn.STATUS,
                "runs are in the order of id, started, ended, updated or events, not of %s",
                order.text());
        Check.argument(
                limit >= 1 && limit <= LIMIT_MAX,
                "a page has 1 to %d runs, not %d",
                LIMIT_MAX,
                limit);
        after.ifPresent(it -> Place.of(order, it));
    }

    /** The first page of what the filter accepts, in the order of ids. */
    public static Selection of(Filter filter) {
        return new Selection(filter, Field.BuiltIn.ID, false, LIMIT_DEFAULT, Optional.empty());
    }

    /**
     * Reads what {@link #toText()} wrote, or a person: a filter, {@code order by started desc},
     * {@code limit 50} and {@code after 'order-17'}, each of which may be left out.
     *
     * @throws Malformed with line, column and what was expected
     */
    public static Selection parse(String text) {
        return new Reading("selection", text).selection();
    }

    /** This selection written down: {@link #parse} reads it back. */
    public String toText() {
        return filter.toText()
                + " order by "
                + order.text()
                + (descending ? " desc" : "")
                + " limit "
                + limit
                + after.map(it -> " after " + Writing.text(it)).orElse("");
    }

    /** The same in the order of that field, from the beginning. */
    public Selection orderBy(Field field, boolean descending) {
        if (field instanceof Field.BuiltIn builtIn) {
            return new Selection(filter, builtIn, descending, limit, Optional.empty());
        }
        throw new IllegalArgumentException(
                "runs are in the order of id, started, ended, updated or events, not of the"
                        + " attribute "
                        + field.text());
    }

    /** The same with so many runs on a page. */
    public Selection limit(int value) {
        return new Selection(filter, order, descending, value, after);
    }

    /** The page after that place, as {@link #place} said it. */
    public Selection after(String place) {
        return new Selection(filter, order, descending, limit, Optional.of(place));
    }

    /** An empty page, to which rows are offered at that time. */
    public <R extends Row> Page<R> page(Instant now) {
        return new Page<>(this, now);
    }

    /** Where to look for the runs of this page, at that time. */
    public Bounds bounds(Instant now) {
        var bounds = filter.bounds(now);
        if (order != Field.BuiltIn.ID || after.isEmpty()) {
            return bounds;
        }
        return bounds.and(
                descending
                        ? Bounds.ALL.ids("", after)
                        : Bounds.ALL.ids(TextOrder.next(after.get()), Optional.empty()));
    }

    /** The place of a row in this order: the page after it begins behind this row. */
    public String place(Row row) {
        return Place.of(order, row).text(order);
    }

    /** The order of rows on a page. */
    public Comparator<Row> comparator() {
        Comparator<Row> ascending =
                (one, other) -> Place.of(order, one).compareTo(Place.of(order, other));
        return descending ? ascending.reversed() : ascending;
    }

    /** A run's place: the value of a field, as far as there is one, and its id. */
    record Place(Instant time, long events, String id) implements Comparable<Place> {
        static Place of(Field.BuiltIn order, Row row) {
            return switch (order) {
                case STARTED -> new Place(row.started(), 0, row.id());
                case UPDATED -> new Place(row.updated(), 0, row.id());
                case ENDED -> new Place(row.ended().orElse(Instant.MAX), 0, row.id());
                case EVENTS -> new Place(Instant.EPOCH, row.events(), row.id());
                case ID, TYPE, STATUS -> new Place(Instant.EPOCH, 0, row.id());
            };
        }

        static Place of(Field.BuiltIn order, String text) {
            TextOrder.checked("a place", text, Value.TEXT_CHARS_MAX + 64);
            if (order == Field.BuiltIn.ID) {
                return new Place(Instant.EPOCH, 0, text);
            }
            int blank = text.indexOf(' ');
            String key = text.substring(0, Math.max(0, blank));
            String id = text.substring(blank + 1);
            try {
                return switch (order) {
                    case EVENTS -> new Place(Instant.EPOCH, Long.parseLong(key), id);
                    case ENDED ->
                            new Place(
                                    key.equals(MISSING) ? Instant.MAX : Instant.parse(key), 0, id);
                    case ID, TYPE, STATUS, STARTED, UPDATED -> new Place(Instant.parse(key), 0, id);
                };
            } catch (DateTimeException | NumberFormatException e) {
                throw new IllegalArgumentException(
                        "'"
                                + Malformed.shown(text)
                                + "' is no place in the order of "
                                + order.text()
                                + ", such as "
                                + (order == Field.BuiltIn.EVENTS
                                        ? "'17 order-1'"
                                        : "'2026-01-31T12:00:00Z order-1'"));
            }
        }

        String text(Field.BuiltIn order) {
            return switch (order) {
                case ID, TYPE, STATUS -> id;
                case EVENTS -> events + " " + id;
                case STARTED, UPDATED, ENDED ->
                        (time.equals(Instant.MAX) ? MISSING : time) + " " + id;
            };
        }

        @Override
        public int compareTo(Place other) {
            int order = time.compareTo(other.time);
            if (order == 0) {
                order = Long.compare(events, other.events);
            }
            return order != 0 ? order : TextOrder.compare(id, other.id);
        }
    }
}
