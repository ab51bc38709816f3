package dev.reprise.pattern.picture;

/** A block with a border around it, and a label above it. */
final class Frame implements Block {
    private static final int LABEL_LETTERS_MAX = 56;
    private static final int SIDE = 16;
    private static final int TOP = 24;
    private static final int BOTTOM = 12;

    /** How far the sheets of a stack stick out. */
    private static final int SHEET = 4;

    private final Kind kind;
    private final String label;
    private final Block body;
    private final Size size;

    /** What a frame stands for. */
    enum Kind {
        LOCK("lock"),
        REGION("region"),
        MILESTONE("milestone"),
        TURNS("turns"),
        EACH("each"),
        SCOPE("scope"),
        UNDO("undo"),
        NODE("label"),
        DEFINITION("definition");

        private final String style;

        Kind(String style) {
            this.style = style;
        }
    }

    Frame(Kind kind, String label, Block body) {
        this.kind = kind;
        this.label = Lettering.cut(label, LABEL_LETTERS_MAX);
        this.body = body;
        int text = Lettering.width(this.label, Lettering.NOTE);
        int width = Math.max(body.width() + 2 * SIDE, text + SIDE);
        int sheets = kind == Kind.EACH ? 2 * SHEET : 0;
        size = new Size(width + sheets, TOP + body.height() + BOTTOM + sheets, TOP + body.axis());
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public boolean leads() {
        return body.leads();
    }

    @Override
    public boolean isTarget() {
        return false;
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int sheets = kind == Kind.EACH ? 2 : 0;
        int width = width() - sheets * SHEET;
        int height = height() - sheets * SHEET;
        canvas.begin(label);
        for (int i = sheets; i > 0; i--) {
            canvas.rect("sheet", x + i * SHEET, y + i * SHEET, width, height, 8);
        }
        canvas.rect(kind.style, x, y, width, height, 8);
        canvas.text("note frame", label, x + 10, y + 16);
        canvas.end();
        int axis = y + axis();
        int left = x + SIDE;
        if (kind != Kind.DEFINITION) {
            canvas.lineTo(body, x, axis, left, axis);
        }
        canvas.place(body, left, y + TOP);
        if (body.leads()) {
            canvas.line("flow", left + body.width(), axis, x + width(), axis);
        }
    }
}
