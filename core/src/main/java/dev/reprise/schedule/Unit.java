package dev.reprise.schedule;

import java.util.List;
import java.util.TreeSet;

/** A field of local time: its range, and what its numbers are called. */
enum Unit {
    SECOND("second", 0, 59, List.of()),
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY("day", 1, 31, List.of()),
    MONTH(
            "month",
            1,
            12,
            List.of(
                    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV",
                    "DEC")),
    WEEKDAY("weekday", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")),
    YEAR("year", When.YEAR_MIN, When.YEAR_MAX, List.of());

    final String word;
    final int min;
    final int max;
    private final List<String> names;

    Unit(String word, int min, int max, List<String> names) {
        this.word = word;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    String expected() {
        String names =
                this.names.isEmpty()
                        ? ""
                        : ", or " + this.names.getFirst() + " to " + this.names.getLast();
        return (this == HOUR ? "an " : "a ") + word + " from " + min + " to " + max + names;
    }

    /** One number or name. */
    int read(Piece piece) {
        int name = names.indexOf(piece.upper());
        return name >= 0 ? name + min : piece.number(min, max, expected());
    }

    /** A number, a range, or all, in steps or not. */
    TreeSet<Integer> readItem(Piece item) {
        int slash = item.indexOf('/');
        Piece span = slash < 0 ? item : item.upTo(slash);
        int first = min;
        int last = max;
        if (!span.is("*")) {
            int dash = span.indexOf('-');
            first = read(dash < 0 ? span : span.upTo(dash));
            if (dash >= 0) {
                last = end(span.from(dash + 1), first);
            } else {
                last = slash < 0 ? first : max;
            }
        }
        int step = 1;
        if (slash >= 0) {
            int most = Math.max(1, max - min);
            step = item.from(slash + 1).number(1, most, "a step from 1 to " + most);
        }
        var numbers = new TreeSet<Integer>();
        for (int number = first; number <= last; number += step) {
            numbers.add(number);
        }
        return numbers;
    }

    /** The end of a range. A week may end with Sunday. */
    private int end(Piece piece, int first) {
        int end = read(piece);
        int last = this == WEEKDAY && end == 0 && first > 0 ? 7 : end;
        if (last < first) {
            throw piece.refused("the end of a range that is not before its beginning");
        }
        return last;
    }

    /** A list of all that {@link #readItem} reads. */
    TreeSet<Integer> readList(Piece list) {
        var numbers = new TreeSet<Integer>();
        for (var item : list.items()) {
            numbers.addAll(readItem(item));
        }
        return numbers;
    }
}
