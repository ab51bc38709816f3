package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where things are in the picture of a pattern.
 *
 * @param solid boxes, gates and dots: nothing may be over them
 * @param frames what may be around others, but must not cut through them
 * @param lines points along each of the lines
 */
record PictureShapes(
        Area page, List<Area> solid, List<Area> frames, List<List<Point>> lines, List<Area> texts) {
    private static final Pattern STEP =
            Pattern.compile("([MLHCQ])(-?\\d+(?: -?\\d+)*)|(l|z)[-\\d ]*");
    private static final Set<String> BOXES =
            Set.of(
                    "task",
                    "effect",
                    "put",
                    "call",
                    "trigger",
                    "trigger passing",
                    "cancel",
                    "stop",
                    "node",
                    "more");
    private static final Set<String> FRAMES =
            Set.of("lock", "region", "milestone", "turns", "scope", "undo", "label", "definition");
    private static final int SHEETS = 8;
    private static final int SAMPLES = 8;

    /** A point of a line. */
    record Point(int x, int y) {}

    /** From the left upper corner to the right lower one. */
    record Area(String what, int left, int top, int right, int bottom) {
        static Area of(Markup.Element element) {
            int left = number(element, "x");
            int top = number(element, "y");
            return new Area(
                    element.style() + " " + element.attributes(),
                    left,
                    top,
                    left + number(element, "width"),
                    top + number(element, "height"));
        }

        boolean meets(Area other) {
            return left < other.right
                    && other.left < right
                    && top < other.bottom
                    && other.top < bottom;
        }

        boolean holds(Area other) {
            return left <= other.left
                    && other.right <= right
                    && top <= other.top
                    && other.bottom <= bottom;
        }

        boolean holdsInside(Point point) {
            return left + 1 < point.x
                    && point.x < right - 1
                    && top + 1 < point.y
                    && point.y < bottom - 1;
        }

        Area larger(int by) {
            return new Area(what, left, top, right + by, bottom + by);
        }
    }

    private static int number(Markup.Element element, String name) {
        return Integer.parseInt(element.attributes().getOrDefault(name, "0"));
    }

    static PictureShapes of(String svg) {
        var elements = Markup.of(svg).elements();
        var page = Area.of(elements.getFirst());
        var shapes =
                new PictureShapes(
                        page,
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>());
        elements.forEach(shapes::take);
        return shapes;
    }

    private void take(Markup.Element element) {
        var style = element.style();
        if (BOXES.contains(style)) {
            solid.add(Area.of(element));
        } else if (FRAMES.contains(style)) {
            frames.add(Area.of(element));
        } else if (style.equals("each")) {
            frames.add(Area.of(element).larger(SHEETS));
        } else if (style.equals("gate")) {
            var corner = points(element.attributes().get("d")).getFirst();
            int radius = Integer.parseInt(element.attributes().get("d").split("[l ]")[2]);
            solid.add(around("gate", corner.x + radius, corner.y, radius));
        } else if (style.equals("end")) {
            solid.add(
                    around(
                            "end",
                            number(element, "cx"),
                            number(element, "cy"),
                            number(element, "r")));
        } else if (style.startsWith("flow") || style.startsWith("fault")) {
            lines.add(points(element.attributes().get("d")));
        } else if (element.name().equals("text")) {
            texts.add(text(element));
        }
    }

    private static Area around(String what, int x, int y, int radius) {
        return new Area(what, x - radius, y - radius, x + radius, y + radius);
    }

    /** About: a letter is seven pixels wide, or half of that when it is nearer to an i. */
    private static Area text(Markup.Element element) {
        int letters = element.text().codePointCount(0, element.text().length());
        int width = letters * (element.style().equals("name") ? 7 : 6) * 3 / 4;
        int x = number(element, "x") - (element.style().contains("frame") ? 0 : width / 2);
        int y = number(element, "y");
        return new Area("text " + element.text(), x, y - 9, x + width, y + 2);
    }

    /** The points along a path, curves in small steps. */
    private static List<Point> points(String path) {
        var points = new ArrayList<Point>();
        var steps = STEP.matcher(path);
        int end = 0;
        while (steps.find()) {
            assertThat(steps.start()).as(path).isEqualTo(end);
            end = steps.end();
            if (steps.group(1) != null) {
                step(steps.group(1), steps.group(2).split(" "), points);
            }
        }
        assertThat(end).as(path).isEqualTo(path.length());
        return points;
    }

    private static void step(String kind, String[] words, List<Point> points) {
        int[] n = List.of(words).stream().mapToInt(Integer::parseInt).toArray();
        switch (kind) {
            case "H" -> straight(points, new Point(n[0], points.getLast().y));
            case "C" -> curve(points, n);
            case "M" -> points.add(new Point(n[0], n[1]));
            default -> straight(points, new Point(n[n.length - 2], n[n.length - 1]));
        }
    }

    private static void straight(List<Point> points, Point to) {
        var from = points.getLast();
        int length = Math.max(1, Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / 3);
        for (int i = 1; i <= length; i++) {
            points.add(
                    new Point(
                            (int) (from.x + (to.x - from.x) * (long) i / length),
                            (int) (from.y + (to.y - from.y) * (long) i / length)));
        }
    }

    private static void curve(List<Point> points, int[] n) {
        var from = points.getLast();
        for (int i = 1; i <= SAMPLES; i++) {
            double t = (double) i / SAMPLES;
            points.add(
                    new Point(
                            cubic(from.x, n[0], n[2], n[4], t),
                            cubic(from.y, n[1], n[3], n[5], t)));
        }
    }

    private static int cubic(int a, int b, int c, int d, double t) {
        double u = 1 - t;
        return (int) (a * u * u * u + 3 * b * u * u * t + 3 * c * u * t * t + d * t * t * t);
    }

    /**
     * No two boxes meet, frames are around or beside, lines go around boxes, all is on the page.
     */
    void assertTidy() {
        for (int i = 0; i < solid.size(); i++) {
            for (int j = i + 1; j < solid.size(); j++) {
                assertThat(solid.get(i).meets(solid.get(j)))
                        .as("%s meets %s", solid.get(i), solid.get(j))
                        .isFalse();
            }
        }
        for (int i = 0; i < frames.size(); i++) {
            var frame = frames.get(i);
            for (var box : solid) {
                assertThat(!frame.meets(box) || frame.holds(box))
                        .as("%s cuts %s", frame, box)
                        .isTrue();
            }
            for (int j = i + 1; j < frames.size(); j++) {
                var other = frames.get(j);
                assertThat(!frame.meets(other) || frame.holds(other) || other.holds(frame))
                        .as("%s cuts %s", frame, other)
                        .isTrue();
            }
        }
        for (var line : lines) {
            for (var box : solid) {
                assertThat(line.stream().noneMatch(box::holdsInside))
                        .as("%s goes through %s", line, box)
                        .isTrue();
            }
            assertThat(line).allMatch(it -> page.holds(new Area("", it.x, it.y, it.x, it.y)));
        }
        assertThat(solid).allMatch(page::holds);
        assertThat(frames).allMatch(page::holds);
        assertThat(texts).allMatch(page::holds);
    }
}
