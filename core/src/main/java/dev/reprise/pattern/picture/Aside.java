package dev.reprise.pattern.picture;

/** A frame with a block below it that is for when something inside has failed. */
final class Aside implements Block {
    private static final int GAP = 16;
    private static final int INDENT = 24;
    private static final int LINE = 24;
    private static final int TRUNK = 14;

    private final Frame frame;
    private final Block remedy;
    private final boolean rejoins;
    private final Size size;

    /**
     * Measures it.
     *
     * @param rejoins whether the flow goes on behind the frame after the remedy
     */
    Aside(Frame frame, Block remedy, boolean rejoins) {
        this.frame = frame;
        this.remedy = remedy;
        this.rejoins = rejoins && remedy.leads();
        int below = INDENT + LINE + remedy.width();
        size =
                new Size(
                        Math.max(frame.width(), below) + (this.rejoins ? 2 * TRUNK : 0),
                        frame.height() + GAP + remedy.height(),
                        frame.axis());
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public boolean leads() {
        return frame.leads() || rejoins;
    }

    @Override
    public boolean isTarget() {
        return false;
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int axis = y + axis();
        int line = y + frame.height() + GAP + remedy.axis();
        int from = x + INDENT;
        int left = from + LINE;
        canvas.place(frame, x, y);
        canvas.line("fault to", from, y + frame.height(), from, line, left, line);
        canvas.place(remedy, left, line - remedy.axis());
        if (frame.leads()) {
            canvas.line("flow", x + frame.width(), axis, x + width(), axis);
        }
        if (rejoins) {
            int trunk = x + width() - TRUNK;
            canvas.line(
                    "flow",
                    left + remedy.width(),
                    line,
                    trunk,
                    line,
                    trunk,
                    axis,
                    x + width(),
                    axis);
        }
    }
}
