package dev.reprise.engine.story;

import dev.reprise.UnitId;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which column each unit has. A unit has one as long as it waits for something, and then another
 * may have it; the root always has the first. When there are too many, the last is for all others.
 */
final class Lanes {
    /** As many columns there are at most. */
    static final int COLUMNS_MAX = 12;

    private final TreeMap<UnitId, Integer> columns = new TreeMap<>();
    private final TreeMap<UnitId, Integer> waits = new TreeMap<>();
    private final TreeSet<UnitId> touched = new TreeSet<>();
    private final int[] users = new int[COLUMNS_MAX];
    private final int[] waiting = new int[COLUMNS_MAX];
    private long entry = -1;

    Lanes() {
        columns.put(UnitId.ROOT, 0);
        users[0] = 1;
    }

    /** The column of an event's unit: one that it has, or gets now. */
    int at(Event event) {
        if (event.entry() != entry) {
            entry = event.entry();
            touched.forEach(this::leave);
            touched.clear();
        }
        if (event.kind().isEnd()) {
            end();
        }
        return columns.computeIfAbsent(event.unit(), _ -> free());
    }

    /** Nobody waits any more. */
    private void end() {
        waits.clear();
        touched.clear();
        columns.keySet().removeIf(it -> !it.isRoot());
        Arrays.fill(users, 1, COLUMNS_MAX, 0);
        Arrays.fill(waiting, 0);
    }

    private int free() {
        int column = 1;
        while (column < COLUMNS_MAX - 1 && users[column] > 0) {
            column++;
        }
        users[column]++;
        return column;
    }

    /** The event is over: its unit waits for more, or for less. */
    void after(Event event) {
        UnitId unit = event.unit();
        if (event.kind() == Event.Kind.ASKED) {
            waits.merge(unit, 1, Integer::sum);
            waiting[at(event)]++;
        } else if (event.kind().closes() && waits.containsKey(unit)) {
            waits.computeIfPresent(unit, (_, count) -> count == 1 ? null : count - 1);
            waiting[at(event)]--;
        }
        touched.add(unit);
    }

    /** A unit that waits for nothing gives its column back, but not in the middle of an entry. */
    private void leave(UnitId unit) {
        if (!unit.isRoot() && !waits.containsKey(unit)) {
            Integer column = columns.remove(unit);
            if (column != null) {
                users[column]--;
            }
        }
    }

    /** Whether somebody has the column. */
    boolean isUsed(int column) {
        return users[column] > 0;
    }

    /** Whether somebody waits in the column. */
    boolean waits(int column) {
        return waiting[column] > 0;
    }

    /** One more than the last column that somebody has. */
    int width() {
        int width = COLUMNS_MAX;
        while (width > 1 && users[width - 1] == 0) {
            width--;
        }
        return width;
    }
}
