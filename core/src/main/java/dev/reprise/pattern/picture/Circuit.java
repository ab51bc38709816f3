package dev.reprise.pattern.picture;

import java.util.List;

/** A block that is gone through again and again: a line leads back above it. */
final class Circuit implements Block {
    private static final int LABEL_LETTERS_MAX = 40;
    private static final int TRACK = 18;
    private static final int ABOVE = 32;
    private static final int BELOW = 22;
    private static final int TURN = 14;

    private static final Gate BACK = new Gate(Sign.ANY, List.of(), "Another round begins here");
    private static final Gate TEST = new Gate(Sign.ONE, List.of(), "Another round, or on");

    private final String label;
    private final boolean testedBefore;
    private final Block body;
    private final int bodyLeft;
    private final Size size;

    /**
     * Measures it.
     *
     * @param label how often it is gone through
     * @param testedBefore whether it may be gone through never
     */
    Circuit(String label, boolean testedBefore, Block body) {
        this.label = Lettering.cut(label, LABEL_LETTERS_MAX);
        this.testedBefore = testedBefore;
        this.body = body;
        int text = Lettering.width(this.label, Lettering.NOTE);
        var first = testedBefore ? TEST : BACK;
        bodyLeft = first.width() + (testedBefore ? text + 12 : 0) + Row.GAP;
        int behind = testedBefore ? 3 * TURN : Row.GAP + TEST.width();
        int axis = ABOVE + Math.max(body.axis(), TEST.axis());
        int below = Math.max(body.height() - body.axis(), TEST.axis());
        size =
                new Size(
                        Math.max(bodyLeft + body.width() + behind, text + 2 * TEST.width()),
                        axis + below + (testedBefore ? BELOW : 0),
                        axis);
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public boolean leads() {
        return testedBefore || body.leads();
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int axis = y + axis();
        var first = testedBefore ? TEST : BACK;
        int left = x + bodyLeft;
        canvas.place(first, x, axis - first.axis());
        canvas.lineTo(body, x + first.width(), axis, left, axis);
        canvas.place(body, left, axis - body.axis());
        if (testedBefore) {
            before(canvas, x, y, left + body.width());
        } else if (body.leads()) {
            after(canvas, x, y, left + body.width());
        }
    }

    private void before(Canvas canvas, int x, int y, int right) {
        int axis = y + axis();
        int gate = x + TEST.width() / 2;
        canvas.text("note", label, (x + TEST.width() + x + bodyLeft) / 2, axis - 6);
        if (body.leads()) {
            int turn = right + TURN;
            canvas.line(
                    "flow to",
                    right,
                    axis,
                    turn,
                    axis,
                    turn,
                    y + TRACK,
                    gate,
                    y + TRACK,
                    gate,
                    axis - TEST.axis());
        }
        int bottom = y + height() - TURN / 2;
        int turn = x + width() - TURN;
        canvas.line(
                "flow",
                gate,
                axis + TEST.axis(),
                gate,
                bottom,
                turn,
                bottom,
                turn,
                axis,
                x + width(),
                axis);
    }

    private void after(Canvas canvas, int x, int y, int right) {
        int axis = y + axis();
        int test = x + width() - TEST.width();
        canvas.line("flow to", right, axis, test, axis);
        canvas.place(TEST, test, axis - TEST.axis());
        int from = test + TEST.width() / 2;
        int to = x + BACK.width() / 2;
        canvas.line(
                "flow to",
                from,
                axis - TEST.axis(),
                from,
                y + TRACK,
                to,
                y + TRACK,
                to,
                axis - BACK.axis());
        canvas.text("note", label, (from + to) / 2, y + TRACK - 5);
    }
}
