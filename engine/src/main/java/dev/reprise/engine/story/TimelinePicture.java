package dev.reprise.engine.story;

import dev.reprise.engine.run.Description;
import dev.reprise.form.Svg;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A story as a picture: time goes down, each unit of the run has a lane, a thick line where it
 * waits for something. Time that passed without an event is a break. Of a long story each row holds
 * several events.
 */
public final class TimelinePicture {
    /** A picture has at most so many rows. */
    public static final int ROWS_MAX = 256;

    private static final int WIDTH = 1100;
    private static final int MARGIN = 20;
    private static final int ROW = 22;
    private static final int BREAK = 20;
    private static final int TIME = 150;
    private static final int LANE = 22;
    private static final double LETTER = 6.6;
    private static final int GAP_WIDTH = 8;
    private static final Duration GAP = Duration.ofSeconds(10);

    private static final String STYLE =
            """
            <style>
            text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 12px; fill: #1f2937; }
            .title { font-size: 18px; font-weight: 600; } .note, .later { fill: #6b7280; }
            .entry { fill: #9ca3af; text-anchor: end; font-size: 10px; } .time { fill: #4b5563; text-anchor: end; }
            .unit { fill: #6d28d9; } .detail { fill: #4b5563; }
            .row { fill: #f8fafc; } .break { stroke: #d1d5db; stroke-dasharray: 2 4; }
            .lane { stroke: #cbd5e1; stroke-width: 1.5; } .waits { stroke: #93c5fd; stroke-width: 6; stroke-linecap: round; }
            .told { fill: #a21caf; stroke: #a21caf; } .asked { fill: #ffffff; stroke: #2563eb; stroke-width: 2; } .done { fill: #16a34a; stroke: #16a34a; }
            .failed, .ended { fill: #dc2626; stroke: #dc2626; } .tried { fill: #f59e0b; stroke: #f59e0b; } .dropped, .noted { fill: #d1d5db; stroke: #9ca3af; }
            .completed { fill: #15803d; stroke: #15803d; } .many { fill: #dbeafe; stroke: #60a5fa; } .many.bad { fill: #fee2e2; stroke: #dc2626; }
            .wrong { fill: #b91c1c; } .right { fill: #15803d; font-weight: 600; }
            </style>
            """;

    private final Description run;
    private final Sheet sheet;

    /** From when on times are counted: what a run that was taken back kept happened before. */
    private final Instant start;

    private final Svg lines = new Svg();
    private final Svg svg = new Svg();

    private TimelinePicture(Description run, Sheet sheet) {
        this.run = run;
        this.sheet = sheet;
        this.start =
                sheet.rows().stream()
                        .map(it -> it.first().at())
                        .min(Comparator.naturalOrder())
                        .orElse(run.started());
    }

    /**
     * The picture of a story, as SVG that needs nothing else.
     *
     * @param from the first entry that is drawn
     */
    public static String of(Description run, Iterator<Event> story, long from) {
        var sheet = new Sheet(ROWS_MAX);
        while (story.hasNext()) {
            Event event = story.next();
            if (event.entry() < from) {
                sheet.pass(event);
            } else {
                sheet.add(event);
            }
        }
        return new TimelinePicture(run, sheet).draw();
    }

    private String draw() {
        int y = MARGIN + 14;
        svg.text("text", run.run() + " · " + run.type(), "class", "title", "x", MARGIN, "y", y);
        y += 22;
        String note =
                run.status().name().toLowerCase(Locale.ROOT)
                        + ", started "
                        + run.started()
                        + ", "
                        + sheet.events()
                        + (sheet.events() == 1 ? " event" : " events");
        svg.text("text", note, "class", "note", "x", MARGIN, "y", y);
        y += 20;
        Sheet.Row before = null;
        for (Sheet.Row row : sheet.rows()) {
            y = row(before, row, y);
            before = row;
        }
        int height = y + MARGIN;
        var page = new Svg();
        page.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        page.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "width",
                WIDTH,
                "height",
                height,
                "viewBox",
                "0 0 " + WIDTH + " " + height);
        page.raw(STYLE);
        page.add("rect", "width", WIDTH, "height", height, "fill", "#ffffff");
        return page.raw(lines.toString()).raw(svg.toString()).close("svg").toString();
    }

    /** Draws one row below the one before it; where the next begins. */
    private int row(Sheet.@Nullable Row before, Sheet.Row row, int top) {
        int y = top;
        boolean gap = before != null && isGap(before.last().at(), row.first().at());
        int height = ROW + (gap ? BREAK : 0);
        if (before != null) {
            lanes(before, y - ROW / 2, y + height - ROW / 2);
        }
        if (before != null && gap) {
            later(before.last().at(), row.first().at(), y + BREAK / 2);
            y += BREAK;
        }
        int middle = y + ROW / 2;
        boolean sameEntry = before != null && before.last().entry() == row.first().entry();
        if (!sameEntry || row.count() > 1) {
            String entry = "#" + row.first().entry();
            svg.text("text", entry, "class", "entry", "x", MARGIN + 44, "y", middle + 4);
            String time = "+" + Wording.span(Duration.between(start, row.first().at()));
            svg.text("text", time, "class", "time", "x", MARGIN + TIME - 16, "y", middle + 4);
        }
        mark(row, middle);
        words(row, middle + 4);
        return y + ROW;
    }

    private static boolean isGap(Instant from, Instant to) {
        return Duration.between(from, to).compareTo(GAP) >= 0;
    }

    private int x(int column) {
        return MARGIN + TIME + column * LANE + LANE / 2;
    }

    private void lanes(Sheet.Row before, int from, int to) {
        for (int column = 0; column < sheet.width(); column++) {
            if (before.waits(column) || column == 0) {
                String style = before.waits(column) ? "waits" : "lane";
                int x = x(column);
                lines.add("line", "class", style, "x1", x, "y1", from, "x2", x, "y2", to);
            }
        }
    }

    private void later(Instant from, Instant to, int y) {
        int x = MARGIN + TIME + sheet.width() * LANE + 10;
        svg.add("line", "class", "break", "x1", MARGIN, "y1", y, "x2", x - 6, "y2", y);
        String words = Wording.span(Duration.between(from, to)) + " later";
        svg.text("text", words, "class", "later", "x", x, "y", y + 4);
    }

    private void mark(Sheet.Row row, int y) {
        if (row.count() > 1) {
            svg.add(
                    "rect",
                    "class",
                    row.isBad() ? "many bad" : "many",
                    "x",
                    x(row.from()) - 6,
                    "y",
                    y - 7,
                    "width",
                    x(row.to()) - x(row.from()) + 12,
                    "height",
                    14,
                    "rx",
                    6);
            return;
        }
        String style = row.first().kind().word();
        int x = x(row.from());
        if (row.first().kind().isEnd()) {
            svg.add(
                    "rect", "class", style, "x", x - 6, "y", y - 6, "width", 12, "height", 12, "rx",
                    2);
        } else {
            svg.add("circle", "class", style, "cx", x, "cy", y, "r", 5);
        }
    }

    private void words(Sheet.Row row, int y) {
        double x = MARGIN + TIME + sheet.width() * LANE + 10;
        Event event = row.first();
        if (row.count() > 1) {
            String many =
                    row.count()
                            + " events to #"
                            + row.last().entry()
                            + ": "
                            + tally(row)
                            + " · "
                            + event.sentence()
                            + " … "
                            + row.last().sentence();
            svg.text("text", cut(many, x), "class", "detail", "x", x, "y", y);
            return;
        }
        svg.open("text", "x", x, "y", y);
        if (!event.unit().isRoot()) {
            String unit = event.unit().toString();
            svg.text("tspan", unit, "class", "unit");
            x += unit.length() * LETTER + GAP_WIDTH;
        }
        String sentence = cut(event.sentence(), x);
        svg.text("tspan", sentence, "class", style(event.kind()), "dx", GAP_WIDTH / 4);
        x += sentence.length() * LETTER + GAP_WIDTH;
        String detail = cut(event.detail(), x);
        if (!detail.isEmpty()) {
            svg.text("tspan", detail, "class", "detail", "dx", GAP_WIDTH);
        }
        svg.close("text");
    }

    private static String tally(Sheet.Row row) {
        return Stream.of(Event.Kind.values())
                .filter(kind -> row.count(kind) > 0)
                .map(kind -> row.count(kind) + " " + kind.word())
                .collect(Collectors.joining(", "));
    }

    private static String style(Event.Kind kind) {
        return kind.isBad() ? "wrong" : kind == Event.Kind.COMPLETED ? "right" : "words";
    }

    private static String cut(String text, double x) {
        int room = (int) ((WIDTH - MARGIN - x) / LETTER);
        if (text.codePointCount(0, text.length()) <= room) {
            return text;
        }
        return room < 2 ? "" : text.substring(0, text.offsetByCodePoints(0, room - 1)) + "…";
    }
}
