package dev.reprise.sim.explore;

import dev.reprise.form.Svg;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A story as a picture: time goes down, and everybody has a lane. An arrow goes from what brought
 * something about to it; a square in the lane of the store is a write.
 */
final class StoryPicture {
    private static final String STORE = "store";
    private static final int MARGIN = 20;
    private static final int LANE = 64;
    private static final int ROW = 26;
    private static final int TITLE = 30;
    private static final int LABELS = 74;
    private static final double LETTER = 6.7;
    private static final int LINE_MAX = 110;

    private static final String STYLE =
            """
            <style>
            svg { background: #ffffff; }
            text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 12.5px; fill: #1f2937; }
            .flaw { font-size: 15px; font-weight: 600; fill: #b91c1c; } .label { fill: #4b5563; font-weight: 600; }
            .number { fill: #9ca3af; text-anchor: end; font-size: 10.5px; } .source { fill: #6d28d9; font-size: 11.5px; }
            .row { fill: #f8fafc; } .lane { stroke: #d1d5db; stroke-width: 1.5; } .death { stroke: #dc2626; stroke-width: 1.5; stroke-dasharray: 5 4; }
            .dot { fill: #2563eb; } .client { fill: #a21caf; } .engine { fill: #dc2626; } .clock { fill: #d97706; } .activity { fill: #16a34a; }
            .write { fill: #64748b; } .written { stroke: #94a3b8; stroke-dasharray: 1 3; } .cause { stroke: #475569; stroke-width: 1.4; fill: none; }
            .tip { fill: #475569; } .again { fill: #6b7280; font-size: 11.5px; font-family: ui-monospace, Menlo, Consolas, monospace; }
            </style>
            """;

    private final Finding finding;
    private final List<String> lanes;
    private final Svg svg = new Svg();

    private StoryPicture(Finding finding) {
        this.finding = finding;
        this.lanes = lanes(finding.story());
    }

    /** The picture of what was found, as SVG that needs nothing else. */
    static String of(Finding finding) {
        return new StoryPicture(finding).draw();
    }

    /** Clients to the left, then runs and their units, then what is around them. */
    private static List<String> lanes(List<Line> story) {
        Set<String> all = new LinkedHashSet<>();
        all.add(Tale.CLIENT);
        var runs = new TreeSet<String>();
        story.forEach(it -> runs.add(it.lane()));
        List<String> around = List.of(Tale.ACTIVITY, STORE, Tale.ENGINE, Tale.CLOCK);
        runs.removeAll(around);
        all.addAll(runs);
        for (String each : around) {
            boolean met =
                    each.equals(STORE)
                            ? story.stream().anyMatch(it -> it.write() > 0)
                            : story.stream().anyMatch(it -> it.lane().equals(each));
            if (met) {
                all.add(each);
            }
        }
        return List.copyOf(all);
    }

    private String draw() {
        List<Line> story = finding.story();
        List<String> flaw = wrapped(finding.flaw().message());
        int top = MARGIN + flaw.size() * TITLE + LABELS;
        int height = top + story.size() * ROW + 2 * MARGIN + ROW;
        int texts = x(lanes.size()) + 6;
        int longest =
                story.stream()
                        .mapToInt(it -> it.text().length() + it.source().length() + 4)
                        .max()
                        .orElse(0);
        int width = Math.max(900, texts + (int) (longest * LETTER) + MARGIN);
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + width + " " + height,
                "width",
                width,
                "height",
                height,
                "role",
                "img");
        svg.raw(STYLE);
        for (int i = 0; i < flaw.size(); i++) {
            svg.text(
                    "text", flaw.get(i), "class", "flaw", "x", MARGIN, "y", MARGIN + i * TITLE + 6);
        }
        lanes(top, top + story.size() * ROW);
        for (int i = 0; i < story.size(); i++) {
            row(i, top, texts, width);
        }
        svg.text(
                "text",
                "again: " + finding.schedule(),
                "class",
                "again",
                "x",
                MARGIN,
                "y",
                top + story.size() * ROW + ROW);
        return svg.close("svg").toString();
    }

    private void lanes(int top, int bottom) {
        for (int i = 0; i < lanes.size(); i++) {
            int x = x(i);
            svg.add("line", "class", "lane", "x1", x, "y1", top - 8, "x2", x, "y2", bottom);
            svg.text(
                    "text",
                    lanes.get(i),
                    "class",
                    "label",
                    "x",
                    x,
                    "y",
                    top - 14,
                    "transform",
                    "rotate(-28 " + x + " " + (top - 14) + ")");
        }
    }

    private void row(int i, int top, int texts, int width) {
        List<Line> story = finding.story();
        Line line = story.get(i);
        int y = y(i, top);
        int x = x(lanes.indexOf(line.lane()));
        svg.open("g", "class", "step", "id", "step-" + (i + 1));
        if (i % 2 == 1) {
            svg.add(
                    "rect",
                    "class",
                    "row",
                    "x",
                    texts - 10,
                    "y",
                    y - ROW / 2,
                    "width",
                    width - texts,
                    "height",
                    ROW);
        }
        if (line.lane().equals(Tale.ENGINE)) {
            int last = x(lanes.size() - 1);
            svg.add("line", "class", "death", "x1", x(0), "y1", y, "x2", last, "y2", y);
        }
        if (line.write() > 0 && (i == 0 || story.get(i - 1).write() != line.write())) {
            int store = x(lanes.indexOf(STORE));
            svg.add("line", "class", "written", "x1", x, "y1", y, "x2", store, "y2", y);
            svg.add(
                    "rect", "class", "write", "x", store - 5, "y", y - 5, "width", 10, "height",
                    10);
        }
        if (line.cause() > 0) {
            cause(
                    x(lanes.indexOf(story.get(line.cause() - 1).lane())),
                    y(line.cause() - 1, top),
                    x,
                    y);
        }
        String kind =
                Set.of(Tale.CLIENT, Tale.ENGINE, Tale.CLOCK, Tale.ACTIVITY).contains(line.lane())
                        ? line.lane()
                        : "run";
        svg.add("circle", "class", "dot " + kind, "cx", x, "cy", y, "r", 5);
        svg.text("text", Integer.toString(i + 1), "class", "number", "x", MARGIN + 4, "y", y + 4);
        svg.open("text", "x", texts, "y", y + 4);
        svg.text("tspan", line.text());
        if (!line.source().isEmpty()) {
            svg.text("tspan", line.source(), "class", "source", "dx", 10);
        }
        svg.close("text").close("g");
    }

    private void cause(int fromX, int fromY, int toX, int toY) {
        if (fromX == toX) {
            return; // one lane tells it by itself
        }
        int side = fromX < toX ? -1 : 1;
        int tip = toX + side * 6;
        svg.add(
                "path",
                "class",
                "cause",
                "d",
                "M"
                        + fromX
                        + " "
                        + fromY
                        + " C"
                        + fromX
                        + " "
                        + toY
                        + " "
                        + (fromX + tip) / 2
                        + " "
                        + toY
                        + " "
                        + tip
                        + " "
                        + toY);
        svg.add(
                "path",
                "class",
                "tip",
                "d",
                "M" + tip + " " + toY + " l" + side * 7 + " -4 l0 8 z");
    }

    private static int x(int lane) {
        return MARGIN + 40 + lane * LANE;
    }

    private static int y(int row, int top) {
        return top + row * ROW + ROW / 2;
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            if (!line.isEmpty() && line.length() + word.length() >= LINE_MAX) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
