package dev.reprise.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows as a table that a person can read. */
final class Table {
    private static final List<String> HEAD =
            List.of("case", "value", "baseline", "ratio", "target");
    private static final String GAP = "   ";

    private Table() {}

    static String of(List<Row> rows) {
        var lines = new ArrayList<List<String>>();
        lines.add(HEAD);
        for (var row : rows) {
            lines.add(cells(row));
        }
        int[] widths = new int[HEAD.size()];
        for (var line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        lines.add(1, List.of(rules(widths)));
        var text = new StringBuilder();
        for (var line : lines) {
            var padded = new ArrayList<String>();
            for (int i = 0; i < widths.length; i++) {
                padded.add(line.get(i) + " ".repeat(widths[i] - line.get(i).length()));
            }
            text.append(String.join(GAP, padded).stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String[] rules(int[] widths) {
        var rules = new String[widths.length];
        for (int i = 0; i < widths.length; i++) {
            rules[i] = "-".repeat(widths[i]);
        }
        return rules;
    }

    private static List<String> cells(Row row) {
        var unit = row.of().measure().unit();
        return List.of(
                row.of().name(),
                shown(row.measured(), unit),
                shown(row.baseline(), unit) + "  " + row.of().baseline().name(),
                ratio(row.ratio()),
                targets(row));
    }

    private static String targets(Row row) {
        var unit = row.of().measure().unit();
        var shown = new ArrayList<String>();
        for (var target : row.of().targets()) {
            shown.add(shown(target, unit) + (target.isMetBy(row) ? " met" : " MISSED"));
        }
        return String.join(", ", shown);
    }

    /** Such as {@code < 1,000 ns} or {@code ratio ≤ 3}. */
    static String shown(Target target, Unit unit) {
        return switch (target) {
            case Target.Below(double limit) -> "< " + shown(limit, unit);
            case Target.RatioAtMost(double limit) -> "ratio ≤ " + number(limit);
        };
    }

    /** Such as {@code 46.2 ± 1.3 ns}. */
    static String shown(Measured measured, Unit unit) {
        double scale = scale(measured.value(), unit);
        return number(measured.value() / scale)
                + " ± "
                + number(measured.error() / scale)
                + " "
                + symbol(measured.value(), unit);
    }

    private static String shown(double value, Unit unit) {
        return number(value / scale(value, unit)) + " " + symbol(value, unit);
    }

    private static double scale(double value, Unit unit) {
        return unit == Unit.BYTES && value >= 1 << 20 ? 1 << 20 : 1;
    }

    private static String symbol(double value, Unit unit) {
        return unit == Unit.BYTES && value >= 1 << 20 ? "MiB" : unit.symbol();
    }

    /** Three digits, or all of those before the point; no point in a whole number. */
    private static String number(double value) {
        boolean whole = value >= 100 || value == Math.rint(value);
        return String.format(Locale.ROOT, whole ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio < 0.1 ? "%.3f" : "%.2f", ratio);
    }
}
