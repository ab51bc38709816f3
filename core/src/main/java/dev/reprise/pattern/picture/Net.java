package dev.reprise.pattern.picture;

import dev.reprise.pattern.picture.Layers.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The nodes of a graph from the left to the right, with the ways between them. */
final class Net implements Block {
    private static final int LINE = 34;
    private static final int LABEL_LETTERS_MAX = 28;
    private static final int LABEL_HEIGHT = 14;
    private static final int TRACK = 18;
    private static final int LANE = 8;
    private static final int TURN = 12;
    private static final int BEND = 6;

    /** A way with what lets it be gone; {@code edge} is from node to node. */
    record Way(Layers.Edge edge, String label) {}

    private final List<Block> nodes;
    private final List<Way> ways;
    private final boolean leads;
    private final Layers layers;

    /** The ways that lead back, the shortest first: it goes below the others. */
    private final List<Integer> backs;

    private final int[] lefts;
    private final int[] widths;
    private final Axes axes;
    private final Size size;

    /**
     * Measures it.
     *
     * @param nodes the first is where it begins, and the last where it ends when it does
     */
    Net(List<Block> nodes, List<Way> ways, boolean leads) {
        this.nodes = List.copyOf(nodes);
        this.ways =
                ways.stream()
                        .map(it -> new Way(it.edge, Lettering.cut(it.label, LABEL_LETTERS_MAX)))
                        .toList();
        this.leads = leads;
        layers = new Layers(nodes.size(), ways.stream().map(Way::edge).toList(), leads);
        backs =
                IntStream.range(0, ways.size())
                        .filter(layers::isBack)
                        .boxed()
                        .sorted(Comparator.comparingInt(this::span))
                        .toList();
        axes = new Axes(layers, this::above, this::below, top());
        widths = layers.layers().stream().mapToInt(this::widest).toArray();
        lefts = new int[widths.length];
        lefts[0] = TURN + LANE * backsInto(0) + 4;
        for (int i = 1; i < lefts.length; i++) {
            lefts[i] = lefts[i - 1] + widths[i - 1] + between(i - 1);
        }
        int last = lefts.length - 1;
        int right = lefts[last] + widths[last] + LANE * backsFrom(last);
        int axis = axes.of(layers.node(0));
        boolean straight = leads && axes.of(layers.node(nodes.size() - 1)) == axis;
        size = new Size(straight ? right : right + 2 * TURN, axes.height(), axis);
    }

    /** The room above the nodes for what leads back. */
    private int top() {
        return backs.isEmpty() ? 0 : backs.size() * TRACK + TURN;
    }

    private int span(int way) {
        var edge = ways.get(way).edge;
        return layers.node(edge.from()).layer - layers.node(edge.to()).layer;
    }

    private int above(Item item) {
        return item.node < 0 ? BEND : nodes.get(item.node).axis();
    }

    private int below(Item item) {
        return item.node < 0 ? BEND : nodes.get(item.node).height() - nodes.get(item.node).axis();
    }

    private int widest(List<Item> layer) {
        return layer.stream()
                .mapToInt(it -> it.node < 0 ? 0 : nodes.get(it.node).width())
                .max()
                .orElse(0);
    }

    private int backsFrom(int layer) {
        return (int)
                backs.stream()
                        .filter(it -> layers.node(ways.get(it).edge.from()).layer == layer)
                        .count();
    }

    private int backsInto(int layer) {
        return (int)
                backs.stream()
                        .filter(it -> layers.node(ways.get(it).edge.to()).layer == layer)
                        .count();
    }

    /** The room between a layer and the next one. */
    private int between(int layer) {
        int label = 0;
        for (int i = 0; i < ways.size(); i++) {
            if (!layers.isBack(i) && layers.chain(i).getFirst().layer == layer) {
                label = Math.max(label, Lettering.width(ways.get(i).label, Lettering.NOTE));
            }
        }
        return LINE + label + LANE * (backsFrom(layer) + backsInto(layer + 1));
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public boolean isTarget() {
        return false;
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int axis = y + axis();
        var first = nodes.getFirst();
        canvas.lineTo(first, x, axis, x + lefts[0], axis);
        for (int i = 0; i < nodes.size(); i++) {
            var item = layers.node(i);
            canvas.place(nodes.get(i), x + lefts[item.layer], y + axes.of(item) - above(item));
        }
        var labels = new Labels(canvas);
        for (int i = 0; i < ways.size(); i++) {
            if (!layers.isBack(i)) {
                forth(canvas, labels, i, x, y);
            }
        }
        backs(canvas, x, y);
        if (leads) {
            var last = layers.node(nodes.size() - 1);
            int line = y + axes.of(last);
            int from = x + lefts[last.layer] + nodes.getLast().width();
            int turn = x + width() - TURN;
            if (line == axis) {
                canvas.line("flow", from, line, x + width(), line);
            } else {
                canvas.line("flow", from, line, turn, line, turn, axis, x + width(), axis);
            }
        }
        labels.draw();
    }

    /** The right edge of what is at that item. */
    private int right(Item item) {
        return lefts[item.layer]
                + (item.node < 0 ? widths[item.layer] : nodes.get(item.node).width());
    }

    private void forth(Canvas canvas, Labels labels, int way, int x, int y) {
        var chain = layers.chain(way);
        var steps = new StringBuilder();
        int line = y + axes.of(chain.getFirst());
        steps.append('M').append(x + right(chain.getFirst())).append(' ').append(line);
        for (int i = 1; i < chain.size(); i++) {
            var from = chain.get(i - 1);
            var to = chain.get(i);
            int start = x + lefts[from.layer] + widths[from.layer];
            int end = x + lefts[to.layer];
            int next = y + axes.of(to);
            int middle = (start + end) / 2;
            steps.append('H').append(start);
            if (line == next) {
                steps.append('H').append(end);
            } else {
                steps.append('C').append(middle).append(' ').append(line).append(' ');
                steps.append(middle).append(' ').append(next).append(' ');
                steps.append(end).append(' ').append(next);
            }
            if (i == 1) {
                labels.add(ways.get(way).label, start, line, end, next);
            }
            line = next;
        }
        var target = nodes.get(chain.getLast().node);
        canvas.path(target.isTarget() ? "flow to" : "flow", steps.toString());
    }

    private void backs(Canvas canvas, int x, int y) {
        int[] from = new int[lefts.length];
        int[] to = new int[lefts.length];
        for (int i = 0; i < backs.size(); i++) {
            var way = ways.get(backs.get(i));
            var source = layers.node(way.edge.from());
            var target = layers.node(way.edge.to());
            int line = y + axes.of(target);
            int track = y + (backs.size() - i) * TRACK;
            int up = x + lefts[source.layer] + widths[source.layer] + LANE * ++from[source.layer];
            int down = x + lefts[target.layer] - TURN - LANE * to[target.layer]++;
            int end = x + lefts[target.layer];
            int start = y + axes.of(source);
            canvas.lineTo(
                    nodes.get(target.node),
                    x + right(source),
                    start,
                    up,
                    start,
                    up,
                    track,
                    down,
                    track,
                    down,
                    line,
                    end,
                    line);
            if (!way.label.isEmpty()) {
                canvas.text("note over", way.label, (up + down) / 2, track - 4);
            }
        }
    }

    /** The labels of ways, each somewhere on its way where no other one is. */
    private static final class Labels {
        private final Canvas canvas;
        private final List<Label> placed = new ArrayList<>();

        private record Label(String text, int x, int y, int half) {
            boolean meets(Label other) {
                return Math.abs(x - other.x) < half + other.half
                        && Math.abs(y - other.y) < LABEL_HEIGHT;
            }
        }

        Labels(Canvas canvas) {
            this.canvas = canvas;
        }

        void add(String text, int left, int top, int right, int bottom) {
            if (text.isEmpty()) {
                return;
            }
            int half = Lettering.width(text, Lettering.NOTE) / 2 + 2;
            var candidates =
                    IntStream.of(4, 5, 6, 3, 7, 2)
                            .mapToObj(it -> on(text, half, it, left, top, right, bottom))
                            .toList();
            placed.add(
                    candidates.stream()
                            .filter(it -> placed.stream().noneMatch(it::meets))
                            .findFirst()
                            .orElse(candidates.getFirst()));
        }

        /** So many eighths of the way along the curve. */
        private static Label on(
                String text, int half, int eighths, int left, int top, int right, int bottom) {
            int bent = eighths * eighths * (3 * 8 - 2 * eighths);
            int y = top + (bottom - top) * bent / 512;
            int x = (left * 3 + right * 5 - 8) / 8 + (right - left) * (eighths - 5) / 16;
            int centred = Math.clamp(x, left + half, Math.max(left + half, right - half - 8));
            return new Label(text, centred, y - 4, half);
        }

        void draw() {
            for (var label : placed) {
                canvas.text("note over", label.text, label.x, label.y);
            }
        }
    }
}
