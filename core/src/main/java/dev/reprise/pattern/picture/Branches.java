package dev.reprise.pattern.picture;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Blocks below each other, between a gate that splits the flow and one where it comes together.
 * When nobody waits for them, the flow goes on above them, and each ends in a dot.
 */
final class Branches implements Block {
    private static final int GAP = 14;
    private static final int TRUNK = 10;
    private static final int LINE = 22;
    private static final int STEP = 12;
    private static final int LABEL_HEIGHT = 16;
    private static final int LABEL_LETTERS_MAX = 40;

    private final Gate split;
    private final List<String> labels;
    private final List<Block> bodies;
    private final Optional<Gate> join;
    private final boolean leads;

    /** How far below the top each of the bodies begins. */
    private final int[] tops;

    private final int bodiesLeft;
    private final int bodiesRight;
    private final Size size;

    /**
     * Measures them.
     *
     * @param labels what lets each of them be taken, or nothing
     * @param join where they come together; empty, when nobody waits
     */
    Branches(Gate split, List<String> labels, List<Block> bodies, Optional<Gate> join) {
        this.split = split;
        this.labels = labels.stream().map(it -> Lettering.cut(it, LABEL_LETTERS_MAX)).toList();
        this.bodies = List.copyOf(bodies);
        this.join = join;
        leads = join.isEmpty() || bodies.stream().anyMatch(Block::leads);
        tops = new int[bodies.size()];
        stack(0);
        int room = join.isEmpty() ? split.height() + GAP : Math.max(0, split.axis() - middle());
        int bottom = stack(room);
        int axis = join.isEmpty() ? split.axis() : straight(middle());
        int label =
                this.labels.stream()
                        .mapToInt(it -> Lettering.width(it, Lettering.NOTE))
                        .max()
                        .orElse(0);
        bodiesLeft = split.width() + TRUNK + label + LINE;
        bodiesRight =
                bodiesLeft
                        + bodies.stream().mapToInt(Block::width).max().orElse(0)
                        + (join.isEmpty() ? LINE + Dot.BRANCH_END.width() : 0);
        int right = leads ? bodiesRight + TRUNK : bodiesRight;
        int below = join.map(it -> it.height() - it.axis()).orElse(split.axis());
        size =
                new Size(
                        right + join.filter(_ -> leads).map(it -> LINE + it.width()).orElse(0),
                        Math.max(bottom, axis + Math.max(below, split.axis())),
                        axis);
    }

    /** Puts the bodies below each other, the first so far from the top; says where they end. */
    private int stack(int room) {
        int bottom = room;
        for (int i = 0; i < tops.length; i++) {
            int label = labels.get(i).isEmpty() ? 0 : LABEL_HEIGHT - bodies.get(i).axis();
            tops[i] = bottom + (i > 0 ? GAP : 0) + Math.max(0, label);
            bottom = tops[i] + bodies.get(i).height();
        }
        return bottom;
    }

    /** The middle between the axes of the first and the last body. */
    private int middle() {
        int last = tops.length - 1;
        return (tops[0] + bodies.getFirst().axis() + tops[last] + bodies.get(last).axis()) / 2;
    }

    /** The axis of a body that is almost there, so that the line to it has no step. */
    private int straight(int middle) {
        return IntStream.range(0, tops.length)
                .map(it -> tops[it] + bodies.get(it).axis())
                .filter(it -> Math.abs(it - middle) <= STEP)
                .findFirst()
                .orElse(middle);
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
    public void draw(Canvas canvas, int x, int y) {
        int axis = y + axis();
        canvas.place(split, x, axis - split.axis());
        int trunk = x + split.width() + TRUNK;
        for (int i = 0; i < tops.length; i++) {
            var body = bodies.get(i);
            int line = y + tops[i] + body.axis();
            int left = x + bodiesLeft;
            canvas.lineTo(body, x + split.width(), axis, trunk, axis, trunk, line, left, line);
            if (!labels.get(i).isEmpty()) {
                canvas.text("note", labels.get(i), (trunk + left) / 2, line - 5);
            }
            canvas.place(body, left, y + tops[i]);
            if (body.leads()) {
                leave(canvas, body, x, line, axis);
            }
        }
        if (join.isEmpty()) {
            canvas.line("flow", x + split.width(), axis, x + width(), axis);
        } else if (leads) {
            var gate = join.get();
            canvas.place(gate, x + width() - gate.width(), axis - gate.axis());
        }
    }

    private void leave(Canvas canvas, Block body, int x, int line, int axis) {
        int from = x + bodiesLeft + body.width();
        if (join.isEmpty()) {
            var dot = Dot.BRANCH_END;
            canvas.lineTo(dot, from, line, from + LINE, line);
            canvas.place(dot, from + LINE, line - dot.axis());
            return;
        }
        int trunk = x + bodiesRight + TRUNK;
        int gate = trunk + LINE;
        canvas.lineTo(join.get(), from, line, trunk, line, trunk, axis, gate, axis);
    }
}
