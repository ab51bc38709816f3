package dev.reprise.engine.story;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a picture, at most so many whatever the length of the story: when there are too many,
 * each two become one, and from then on each row takes twice as many events.
 */
final class Sheet {
    private final int rowsMax;
    private final Lanes lanes = new Lanes();
    private List<Row> rows = new ArrayList<>();
    private int share = 1;
    private long events;
    private int width = 1;

    Sheet(int rowsMax) {
        this.rowsMax = rowsMax;
    }

    /**
     * Some events that followed each other.
     *
     * @param kinds how many of each kind
     * @param from the first column
     * @param to the last column
     * @param waits the columns in which somebody waits after them, a bit for each
     */
    record Row(
            Event first, Event last, Map<Event.Kind, Integer> kinds, int from, int to, int waits) {
        Row with(Row next) {
            var sums = new EnumMap<>(kinds);
            next.kinds.forEach((kind, count) -> sums.merge(kind, count, Integer::sum));
            return new Row(
                    first,
                    next.last,
                    sums,
                    Math.min(from, next.from),
                    Math.max(to, next.to),
                    next.waits);
        }

        int count() {
            return kinds.values().stream().mapToInt(it -> it).sum();
        }

        int count(Event.Kind kind) {
            return kinds.getOrDefault(kind, 0);
        }

        /** Whether there is something among them that a person should look at. */
        boolean isBad() {
            return kinds.keySet().stream().anyMatch(Event.Kind::isBad);
        }

        boolean waits(int column) {
            return (waits & 1 << column) != 0;
        }
    }

    /** Takes note of an event that is not shown. */
    void pass(Event event) {
        lanes.at(event);
        lanes.after(event);
    }

    void add(Event event) {
        int column = lanes.at(event);
        width = Math.max(width, Math.max(column + 1, lanes.width()));
        lanes.after(event);
        int waits = 0;
        for (int each = 0; each < Lanes.COLUMNS_MAX; each++) {
            waits |= lanes.waits(each) ? 1 << each : 0;
        }
        var kinds = new EnumMap<>(Map.of(event.kind(), 1));
        Event shown = event.shown();
        put(rows, new Row(shown, shown, kinds, column, column, waits));
        events++;
        if (rows.size() > rowsMax) {
            share *= 2;
            List<Row> fewer = new ArrayList<>();
            rows.forEach(row -> put(fewer, row));
            rows = fewer;
        }
    }

    /** Adds a row, or joins it to the last one as long as that has not its share. */
    private void put(List<Row> all, Row row) {
        if (!all.isEmpty() && all.getLast().count() + row.count() <= share) {
            all.add(all.removeLast().with(row));
        } else {
            all.add(row);
        }
    }

    List<Row> rows() {
        return rows;
    }

    /** How many events there are. */
    long events() {
        return events;
    }

    /** How many columns are used at most. */
    int width() {
        return width;
    }
}
