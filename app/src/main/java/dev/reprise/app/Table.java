package dev.reprise.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns that are as wide as what is in them. */
final class Table {
    private static final int CELL_MAX = 60;

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        rows.add(List.of(heads));
    }

    void row(String... cells) {
        rows.add(List.of(cells).stream().map(Table::cut).toList());
    }

    private static String cut(String cell) {
        return cell.length() <= CELL_MAX ? cell : cell.substring(0, CELL_MAX - 1) + "…";
    }

    void print(PrintWriter out) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
