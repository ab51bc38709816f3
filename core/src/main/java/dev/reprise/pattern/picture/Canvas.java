package dev.reprise.pattern.picture;

import dev.reprise.form.Svg;
import java.util.ArrayDeque;
import java.util.Locale;

/** Where blocks are drawn: what is around before what is inside. */
final class Canvas {
    private static final int CORNER = 6;

    private final Svg svg = new Svg();
    private final ArrayDeque<Placed> waiting = new ArrayDeque<>();

    private record Placed(Block block, int x, int y) {}

    /** Will draw a block with its upper left corner there. */
    void place(Block block, int x, int y) {
        waiting.add(new Placed(block, x, y));
    }

    /** Draws all that is placed, and what is inside of it. */
    String draw() {
        while (!waiting.isEmpty()) {
            var next = waiting.remove();
            next.block.draw(this, next.x, next.y);
        }
        return svg.toString();
    }

    /** Begins a thing that tells what it is. */
    void begin(String meaning) {
        svg.open("g").text("title", meaning);
    }

    void end() {
        svg.close("g");
    }

    void rect(String style, int x, int y, int width, int height, int round) {
        svg.add(
                "rect", "class", style, "x", x, "y", y, "width", width, "height", height, "rx",
                round);
    }

    void circle(String style, int x, int y, int radius) {
        svg.add("circle", "class", style, "cx", x, "cy", y, "r", radius);
    }

    /** A text that is centred there. */
    void text(String style, String content, int x, int y) {
        svg.text("text", content, "class", style, "x", x, "y", y);
    }

    void path(String style, String steps) {
        svg.add("path", "class", style, "d", steps);
    }

    /** A square on its corner, with this middle. */
    void diamond(int x, int y, int radius) {
        int r = radius;
        path(
                "gate",
                String.format(
                        Locale.ROOT, "M%d %dl%d %d %d %d %d %dz", x - r, y, r, -r, r, r, -r, r));
    }

    /** A line along these points, each an x and a y, with rounded corners. */
    void line(String style, int... points) {
        var steps = new StringBuilder();
        steps.append('M').append(points[0]).append(' ').append(points[1]);
        for (int i = 2; i < points.length - 2; i += 2) {
            corner(steps, points, i);
        }
        int end = points.length - 2;
        steps.append('L').append(points[end]).append(' ').append(points[end + 1]);
        path(style, steps.toString());
    }

    private static void corner(StringBuilder steps, int[] points, int at) {
        int x = points[at];
        int y = points[at + 1];
        int before = radius(points[at - 2], points[at - 1], x, y);
        int after = radius(points[at + 2], points[at + 3], x, y);
        int radius = Math.min(before, after);
        steps.append('L')
                .append(x + radius * Integer.signum(points[at - 2] - x))
                .append(' ')
                .append(y + radius * Integer.signum(points[at - 1] - y))
                .append('Q')
                .append(x)
                .append(' ')
                .append(y)
                .append(' ')
                .append(x + radius * Integer.signum(points[at + 2] - x))
                .append(' ')
                .append(y + radius * Integer.signum(points[at + 3] - y));
    }

    /** Half of the way between two points at most: the other half is for the next corner. */
    private static int radius(int x, int y, int cornerX, int cornerY) {
        return Math.min(CORNER, (Math.abs(x - cornerX) + Math.abs(y - cornerY)) / 2);
    }

    /** A line to the left edge of a block: with a head, when it ends there. */
    void lineTo(Block target, int... points) {
        line(target.isTarget() ? "flow to" : "flow", points);
    }
}
