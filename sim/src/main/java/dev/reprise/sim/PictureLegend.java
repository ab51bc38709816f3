package dev.reprise.sim;

import dev.reprise.form.Svg;
import java.util.ArrayList;
import java.util.List;

/** What the colours and arrows of a {@link Picture} mean: only those that are in it. */
final class PictureLegend {
    private static final int ROW = 22;
    private static final int SAMPLE = 26;
    private static final double LETTER = 6.1;

    private record Entry(String element, String style, String words) {}

    private static final List<Entry> ENTRIES =
            List.of(
                    new Entry("box", "local", "a worker runs a task of its own lane"),
                    new Entry("box", "shared", "of the shared queue"),
                    new Entry("box", "stolen", "of another worker's lane"),
                    new Entry("box", "reads", "reads a cell"),
                    new Entry("box", "writes", "writes a cell"),
                    new Entry("box", "locks", "locks and conditions"),
                    new Entry("box", "waits", "sleeps, waits, joins"),
                    new Entry("box", "permits", "takes or gives permits"),
                    new Entry("box", "spawn", "spawns"),
                    new Entry("box", "goes", "yields or jumps"),
                    new Entry("box", "ends", "ends"),
                    new Entry("box", "outside", "happens outside"),
                    new Entry("box", "parks", "finds nothing"),
                    new Entry("box", "stuck", "cannot go on"),
                    new Entry("arrow", "steals", "steals"),
                    new Entry("arrow", "wakes", "wakes a worker"),
                    new Entry("arrow", "unblocks", "lets a task go on"),
                    new Entry("arrow", "spawns", "starts a task"),
                    new Entry("rest", "waiting", "a task waits"),
                    new Entry("rest", "parked", "a worker is parked"),
                    new Entry("dot", "chosen", "a choice other than the default"));

    private final List<Entry> entries = new ArrayList<>();

    PictureLegend(List<PictureColumn> columns) {
        ENTRIES.stream().filter(it -> isUsed(it, columns)).forEach(entries::add);
    }

    private static boolean isUsed(Entry entry, List<PictureColumn> columns) {
        return columns.stream()
                .anyMatch(
                        column ->
                                switch (entry.element) {
                                    case "box" ->
                                            column.boxes().stream()
                                                    .anyMatch(it -> it.style().equals(entry.style));
                                    case "arrow" ->
                                            column.arrows().stream()
                                                    .anyMatch(it -> it.style().equals(entry.style));
                                    case "dot" -> column.isChosen();
                                    default -> rests(column, entry.style);
                                });
    }

    private static boolean rests(PictureColumn column, String style) {
        var rest = style.equals("parked") ? PictureColumn.Rest.PARKED : PictureColumn.Rest.WAITS;
        return column.rests().values().stream()
                .anyMatch(it -> it.before() == rest || it.after() == rest);
    }

    /** Draws it from here down, and says where it ends. */
    int draw(Svg svg, int left, int top, int right) {
        double x = left;
        int y = top;
        for (var entry : entries) {
            double width = SAMPLE + 6 + entry.words.length() * LETTER + 16;
            if (x + width > right && x > left) {
                x = left;
                y += ROW;
            }
            sample(svg, entry, x, y);
            svg.text("text", entry.words, "class", "legend", "x", x + SAMPLE + 6, "y", y + 4);
            x += width;
        }
        return entries.isEmpty() ? top : y + ROW;
    }

    private static void sample(Svg svg, Entry entry, double x, int y) {
        switch (entry.element) {
            case "box" ->
                    svg.add(
                            "rect",
                            "class",
                            entry.style,
                            "x",
                            x,
                            "y",
                            y - 7,
                            "width",
                            SAMPLE,
                            "height",
                            14,
                            "rx",
                            3);
            case "arrow" ->
                    svg.add(
                            "line",
                            "class",
                            "arrow " + entry.style,
                            "x1",
                            x,
                            "y1",
                            y,
                            "x2",
                            x + SAMPLE - 4,
                            "y2",
                            y,
                            "marker-end",
                            "url(#" + entry.style + ")");
            case "dot" ->
                    svg.add("circle", "class", "chosen", "cx", x + SAMPLE - 6, "cy", y, "r", 3);
            default ->
                    svg.add(
                            "rect",
                            "class",
                            entry.style,
                            "x",
                            x,
                            "y",
                            y - 5,
                            "width",
                            SAMPLE,
                            "height",
                            10);
        }
    }
}
