package dev.reprise.sim;

import dev.reprise.form.Svg;
import dev.reprise.sim.PictureColumn.Rest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A run as a picture: a lane for the outside, for each worker and for each task, a column for each
 * step. It is written like a score: when a line is full, the next begins below it, so that it is
 * never wider than a screen. What reaches from lane to lane does so within one step, and so within
 * one line.
 */
public final class Picture {
    /** As many steps are shown, the last ones. */
    public static final int STEPS_MAX = 400;

    /**
     * With more lanes than these, a line of the score has only those in which something happens.
     */
    private static final int LANES_MAX = 16;

    private static final int COLUMNS = 20;
    private static final int COLUMN = 68;
    private static final int LABEL = 150;
    private static final int ROW = 28;
    private static final int BOX = 60;
    private static final int BOX_HEIGHT = 20;
    private static final int MARGIN = 20;
    private static final int WIDTH_MIN = 900;
    private static final double LETTER = 6.6;
    private static final int TEXT_MAX = 10;
    private static final int NAME_MAX = 21;

    private static final String STYLE =
            """
            <style>
            text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 11px; fill: #1f2937; }
            .title { font-size: 18px; font-weight: 600; }
            .failed { fill: #b91c1c; } .passed { fill: #15803d; }
            .message { font-size: 13px; } .note, .legend { fill: #4b5563; }
            .number { text-anchor: middle; fill: #6b7280; font-size: 10px; } .number.failed { fill: #b91c1c; font-weight: 700; }
            .in { text-anchor: middle; font-size: 10.5px; pointer-events: none; }
            .lane { fill: #f8fafc; } .lane.task { fill: #ffffff; }
            .fault { fill: #fecaca; fill-opacity: 0.55; } .bad { stroke: #dc2626 !important; stroke-width: 2; }
            .ready { stroke: #cbd5e1; stroke-width: 1.5; } .waiting { fill: #fde68a; } .parked { fill: url(#hatch); }
            .chosen { fill: #7c3aed; }
            .local, .goes { fill: #f3f4f6; stroke: #9ca3af; } .shared { fill: #e0f2fe; stroke: #0284c7; }
            .stolen { fill: #ffedd5; stroke: #ea580c; } .parks { fill: #ffffff; stroke: #9ca3af; stroke-dasharray: 3 2; }
            .reads { fill: #dbeafe; stroke: #60a5fa; } .writes { fill: #93c5fd; stroke: #1d4ed8; }
            .locks { fill: #ede9fe; stroke: #7c3aed; } .waits { fill: #fef3c7; stroke: #d97706; }
            .permits { fill: #ccfbf1; stroke: #0d9488; } .spawn { fill: #dcfce7; stroke: #16a34a; }
            .ends { fill: #d1d5db; stroke: #4b5563; } .outside { fill: #fae8ff; stroke: #a21caf; }
            .stuck { fill: #fee2e2; stroke: #dc2626; stroke-dasharray: 4 2; }
            .arrow { stroke-width: 1.6; fill: none; } .runs { stroke: #9ca3af; stroke-width: 1; stroke-dasharray: 1 3; }
            .steals { stroke: #ea580c; } .wakes { stroke: #0284c7; } .unblocks { stroke: #d97706; } .spawns { stroke: #16a34a; }
            .head { stroke: none; } .head.steals { fill: #ea580c; } .head.wakes { fill: #0284c7; }
            .head.unblocks { fill: #d97706; } .head.spawns { fill: #16a34a; }
            </style>
            """;

    private final Simulation run;
    private final SummaryWords words;
    private final List<PictureColumn> columns;
    private final int width;
    private final Svg svg = new Svg();

    private Picture(Simulation run) {
        this.run = run;
        words = new SummaryWords(run.plan(), run.world().tasks);
        columns = PictureColumns.last(run, STEPS_MAX);
        int shown = Math.min(COLUMNS, columns.size());
        width = Math.max(WIDTH_MIN, MARGIN * 2 + LABEL + shown * COLUMN);
    }

    /** The picture of the last run of a simulation, as SVG that needs nothing else. */
    public static String of(Simulation run) {
        return new Picture(run).draw();
    }

    private String draw() {
        int y = title(MARGIN + 14);
        y = new PictureLegend(columns).draw(svg, MARGIN, y + 8, width - MARGIN);
        for (int from = 0; from < columns.size(); from += COLUMNS) {
            y = band(columns.subList(from, Math.min(columns.size(), from + COLUMNS)), y + 10);
        }
        var page = new Svg();
        page.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        int height = y + MARGIN;
        page.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "width",
                width,
                "height",
                height,
                "viewBox",
                "0 0 " + width + " " + height);
        page.raw(STYLE).open("defs");
        for (var style : List.of("steals", "wakes", "unblocks", "spawns")) {
            head(page, style);
        }
        page.open(
                "pattern",
                "id",
                "hatch",
                "width",
                6,
                "height",
                6,
                "patternUnits",
                "userSpaceOnUse",
                "patternTransform",
                "rotate(45)");
        page.add("rect", "width", 6, "height", 6, "fill", "#f1f5f9");
        page.add("rect", "width", 2, "height", 6, "fill", "#cbd5e1").close("pattern").close("defs");
        page.add("rect", "width", width, "height", height, "fill", "#ffffff");
        return page.raw(svg.toString()).close("svg").toString();
    }

    private static void head(Svg page, String style) {
        page.open(
                "marker",
                "id",
                style,
                "viewBox",
                "0 0 8 8",
                "refX",
                7,
                "refY",
                4,
                "markerWidth",
                5,
                "markerHeight",
                5,
                "orient",
                "auto");
        page.add("path", "d", "M0,0 L8,4 L0,8 z", "class", "head " + style);
        page.close("marker");
    }

    private int title(int top) {
        int y = top;
        var flaw = run.flaw();
        if (flaw == null) {
            line("title passed", "Passed after " + Summary.counted(run.steps(), "step"), y);
        } else {
            line("title failed", flaw.kind() + " at step " + flaw.step(), y);
            for (var line : wrapped(flaw.message(), lettersMax())) {
                y += 18;
                line("message", line, y);
            }
        }
        long made = run.choices().stream().filter(choice -> choice != 0).count();
        y += 20;
        line(
                "note",
                Summary.caseLine(run.plan())
                        + "; "
                        + Summary.counted(run.steps(), "step")
                        + ", "
                        + Summary.counted(made, "choice")
                        + " other than the default"
                        + (run.steps() > STEPS_MAX
                                ? "; only the last " + STEPS_MAX + " steps are shown"
                                : ""),
                y);
        return y + 14;
    }

    private void line(String style, String content, int y) {
        svg.text("text", content, "class", style, "x", MARGIN, "y", y);
    }

    /** How many letters of a message fit in a line. */
    private int lettersMax() {
        return (int) ((width - 2 * MARGIN) / 6.9);
    }

    private static List<String> wrapped(String message, int letters) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : message.split("\\s+")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > letters) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Draws one line of the score, and says where it ends. */
    private int band(List<PictureColumn> shown, int top) {
        var lanes = lanes(shown);
        int first = top + 18;
        int bottom = first + lanes.size() * ROW;
        for (int i = 0; i < lanes.size(); i++) {
            lane(lanes.get(i), shown, first + i * ROW);
        }
        for (int i = 0; i < shown.size(); i++) {
            column(shown.get(i), lanes, MARGIN + LABEL + i * COLUMN, top, first, bottom);
        }
        long leftOut =
                shown.stream()
                        .flatMap(it -> alive(it).stream())
                        .filter(it -> !lanes.contains(it))
                        .distinct()
                        .count();
        int y = bottom;
        if (leftOut > 0) {
            y += 16;
            line("note", "and " + leftOut + " more, in whose lanes nothing happens here", y);
        }
        var flaw = run.flaw();
        if (flaw != null && shown.getLast().isFailing() && columns.size() > COLUMNS) {
            for (var line : wrapped(flaw.toString(), lettersMax())) {
                y += 18;
                line("message failed", line, y);
            }
        }
        return y + 14;
    }

    private static List<PictureLane> lanes(List<PictureColumn> shown) {
        var all = new TreeSet<PictureLane>();
        var active = new TreeSet<PictureLane>();
        for (var column : shown) {
            all.addAll(alive(column));
            column.boxes().forEach(it -> active.add(it.lane()));
            for (var arrow : column.arrows()) {
                active.add(arrow.from());
                active.add(arrow.to());
            }
        }
        all.addAll(active);
        return List.copyOf(all.size() <= LANES_MAX ? all : active);
    }

    /** The lanes that have something to show even when nothing runs in them. */
    private static Set<PictureLane> alive(PictureColumn column) {
        var alive = new TreeSet<PictureLane>();
        column.rests()
                .forEach(
                        (lane, rests) -> {
                            if (rests.before() != Rest.NONE || rests.after() != Rest.NONE) {
                                alive.add(lane);
                            }
                        });
        return alive;
    }

    private void lane(PictureLane lane, List<PictureColumn> shown, int top) {
        boolean task = lane.kind() == PictureLane.Kind.TASK;
        int left = MARGIN + LABEL;
        int centre = top + ROW / 2;
        svg.add(
                "rect",
                "class",
                task ? "lane task" : "lane",
                "x",
                MARGIN,
                "y",
                top,
                "width",
                LABEL + shown.size() * COLUMN,
                "height",
                ROW - 1);
        svg.text("text", name(lane), "class", "name", "x", MARGIN + 4, "y", centre + 4);
        var halves = new ArrayList<Rest>();
        for (var column : shown) {
            var rests = column.rests().get(lane);
            halves.add(rests == null ? Rest.NONE : rests.before());
            halves.add(rests == null ? Rest.NONE : rests.after());
        }
        for (int from = 0; from < halves.size(); ) {
            int to = from + 1;
            while (to < halves.size() && halves.get(to) == halves.get(from)) {
                to++;
            }
            rest(halves.get(from), left + from * COLUMN / 2, left + to * COLUMN / 2, centre);
            from = to;
        }
    }

    private void rest(Rest rest, int from, int to, int y) {
        switch (rest) {
            case NONE -> {}
            case READY -> svg.add("line", "class", "ready", "x1", from, "y1", y, "x2", to, "y2", y);
            case WAITS -> bar("waiting", from, to, y, 4);
            case PARKED -> bar("parked", from, to, y, 8);
        }
    }

    private void bar(String style, int from, int to, int y, int half) {
        svg.add(
                "rect", "class", style, "x", from, "y", y - half, "width", to - from, "height",
                half * 2);
    }

    private String name(PictureLane lane) {
        return switch (lane.kind()) {
            case OUTSIDE -> "outside";
            case WORKER -> "worker " + lane.number();
            case TASK -> {
                int program = run.world().tasks.program(lane.number());
                yield cut(words.task(lane.number()) + " " + words.program(program), NAME_MAX);
            }
        };
    }

    private static String cut(String content, int letters) {
        return content.length() <= letters
                ? content
                : content.codePoints()
                                .limit(letters - 1L)
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining())
                        + "…";
    }

    private void column(
            PictureColumn column,
            List<PictureLane> lanes,
            int left,
            int top,
            int first,
            int bottom) {
        int centre = left + COLUMN / 2;
        if (column.isFailing()) {
            svg.add(
                    "rect",
                    "class",
                    "fault",
                    "x",
                    left,
                    "y",
                    top,
                    "width",
                    COLUMN,
                    "height",
                    bottom - top,
                    "rx",
                    3);
        }
        svg.text(
                "text",
                (column.isFailing() ? "✗ " : "") + column.label(),
                "class",
                column.isFailing() ? "number failed" : "number",
                "x",
                centre,
                "y",
                top + 12);
        if (column.isChosen()) {
            double beside = column.label().length() * LETTER / 2 + (column.isFailing() ? 14 : 6);
            svg.add("circle", "class", "chosen", "cx", centre - beside, "cy", top + 8, "r", 3);
        }
        for (var arrow : column.arrows()) {
            if (arrow.style().equals("runs")) {
                arrow(arrow, column, lanes, centre, first);
            }
        }
        for (var box : column.boxes()) {
            box(box, column.isFailing(), left, first + lanes.indexOf(box.lane()) * ROW);
        }
        for (var arrow : column.arrows()) {
            if (!arrow.style().equals("runs")) {
                arrow(arrow, column, lanes, centre, first);
            }
        }
    }

    private void box(PictureColumn.Box box, boolean failing, int left, int top) {
        svg.open("g");
        svg.text("title", box.words());
        svg.add(
                "rect",
                "class",
                box.style() + (failing ? " bad" : ""),
                "x",
                left + (COLUMN - BOX) / 2,
                "y",
                top + (ROW - BOX_HEIGHT) / 2,
                "width",
                BOX,
                "height",
                BOX_HEIGHT,
                "rx",
                4);
        svg.text(
                "text",
                cut(box.text(), TEXT_MAX),
                "class",
                "in",
                "x",
                left + COLUMN / 2,
                "y",
                top + ROW / 2 + 4);
        svg.close("g");
    }

    private void arrow(
            PictureColumn.Arrow arrow,
            PictureColumn column,
            List<PictureLane> lanes,
            int centre,
            int first) {
        int from = lanes.indexOf(arrow.from());
        int to = lanes.indexOf(arrow.to());
        if (from == to) {
            return;
        }
        int x =
                centre
                        + switch (arrow.style()) {
                            case "steals" -> -24;
                            case "spawns" -> -16;
                            case "wakes" -> 16;
                            case "unblocks" -> 24;
                            default -> 0;
                        };
        int down = from < to ? 1 : -1;
        int fromEdge = has(column, arrow.from()) ? BOX_HEIGHT / 2 : 0;
        int toEdge = has(column, arrow.to()) ? BOX_HEIGHT / 2 : 2;
        int start = first + from * ROW + ROW / 2 + down * fromEdge;
        int end = first + to * ROW + ROW / 2 - down * toEdge;
        boolean plain = arrow.style().equals("runs");
        svg.open("g");
        svg.text("title", arrow.words());
        if (plain) {
            svg.add("line", "class", "arrow runs", "x1", x, "y1", start, "x2", x, "y2", end);
        } else {
            svg.add(
                    "line",
                    "class",
                    "arrow " + arrow.style(),
                    "x1",
                    x,
                    "y1",
                    start,
                    "x2",
                    x,
                    "y2",
                    end,
                    "marker-end",
                    "url(#" + arrow.style() + ")");
        }
        svg.close("g");
    }

    private static boolean has(PictureColumn column, PictureLane lane) {
        return column.boxes().stream().anyMatch(it -> it.lane().equals(lane));
    }
}
