package dev.reprise.pattern.picture;

/** Nothing is done here: the flow passes. */
enum Pass implements Block {
    /** There is only one. */
    PASS;

    private static final Size SIZE = new Size(16, 20, 10);

    @Override
    public Size size() {
        return SIZE;
    }

    @Override
    public boolean isTarget() {
        return false;
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        canvas.line("flow", x, y + axis(), x + width(), y + axis());
    }
}
