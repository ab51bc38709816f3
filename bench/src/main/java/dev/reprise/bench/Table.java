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
            case Target.AtLeast(double limit) -> "≥ " + shown(limit, unit);
            case Target.AtMost(double limit) -> "≤ " + shown(limit, unit);
            case Target.RatioAtMost(double limit) -> "ratio ≤ " + number(limit);
        };
    }

    /** Such as {@code 46.2 ± 1.3 ns}. */
    static String shown(Measured measured, Unit unit) {
        var scale = Scale.of(measured.value(), unit);
        var shown =
                number(measured.value() / scale.size)
                        + " ± "
                        + number(measured.error() / scale.size)
                        + " "
                        + scale.symbol;
        return shown.stripTrailing();
    }

    private static String shown(double value, Unit unit) {
        var scale = Scale.of(value, unit);
        return (number(value / scale.size) + " " + scale.symbol).stripTrailing();
    }

    /** In what a value is shown, so that it is no long row of digits. */
    private record Scale(double size, String symbol) {
        static Scale of(double value, Unit unit) {
            return switch (unit) {
                case BYTES -> value < 1 << 20 ? new Scale(1, "B") : new Scale(1 << 20, "MiB");
                case NS -> value < 1e7 ? new Scale(1, "ns") : new Scale(1e6, "ms");
                case PER_SECOND, COUNT, PERCENT -> new Scale(1, unit.symbol());
            };
        }
    }

    /** Three digits, or all of those before the point; no point in a whole number. */
    static String number(double value) {
        boolean whole = value >= 100 || value == Math.rint(value);
        return String.format(Locale.ROOT, whole ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio < 0.1 ? "%.3f" : "%.2f", ratio);
    }
}
