package dev.reprise.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns that are as wide as what is in them. */
final class Table {
    private static final int CELL_MAX = 60;

    private final List<List<String>> rows = new ArrayList<>();
    private boolean whole;

    Table(String... heads) {
        rows.add(List.of(heads));
    }

    /** From now on no cell is cut: what is long stands in the last column. */
    Table whole() {
        whole = true;
        return this;
    }

    void row(String... cells) {
        rows.add(List.of(cells).stream().map(this::cut).toList());
    }

    private String cut(String cell) {
        return whole || cell.length() <= CELL_MAX ? cell : cell.substring(0, CELL_MAX - 1) + "…";
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
