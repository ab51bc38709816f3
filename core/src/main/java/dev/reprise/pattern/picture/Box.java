package dev.reprise.pattern.picture;

/**
 * Something with a name.
 *
 * @param note a second line, perhaps empty
 * @param meaning the whole of it, as it is written
 */
record Box(Kind kind, String name, String note, String meaning) implements Block {
    private static final int NAME_LETTERS_MAX = 28;
    private static final int NOTE_LETTERS_MAX = 36;
    private static final int WIDTH_MIN = 44;
    private static final int PADDING = 12;

    /** What a box stands for. */
    enum Kind {
        TASK("task"),
        EFFECT("effect"),
        PUT("put"),
        CALL("call"),
        TRIGGER("trigger"),
        TRANSIENT_TRIGGER("trigger passing"),
        CANCEL("cancel"),
        STOP("stop"),
        NODE("node"),
        MORE("more");

        private final String style;

        Kind(String style) {
            this.style = style;
        }

        private boolean isRound() {
            return switch (this) {
                case TRIGGER, TRANSIENT_TRIGGER, STOP, NODE -> true;
                case TASK, EFFECT, PUT, CALL, CANCEL, MORE -> false;
            };
        }
    }

    /** The same, but what is too long is cut. */
    Box {
        name = Lettering.cut(name, NAME_LETTERS_MAX);
        note = Lettering.cut(note, NOTE_LETTERS_MAX);
    }

    @Override
    public Size size() {
        int text =
                Math.max(
                        Lettering.width(name, Lettering.NAME),
                        Lettering.width(note, Lettering.NOTE));
        int height = note.isEmpty() ? 32 : 44;
        return new Size(Math.max(WIDTH_MIN, text + 2 * PADDING), height, height / 2);
    }

    @Override
    public boolean leads() {
        return kind != Kind.STOP;
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int middle = x + width() / 2;
        canvas.begin(meaning);
        canvas.rect(kind.style, x, y, width(), height(), kind.isRound() ? height() / 2 : 5);
        if (kind == Kind.EFFECT) {
            canvas.path("mark", "M" + (x + 5) + " " + (y + 2) + "v" + (height() - 4));
        }
        if (kind == Kind.CALL) {
            String side = "v" + height();
            canvas.path(
                    "rail",
                    "M" + (x + 5) + " " + y + side + "M" + (x + width() - 5) + " " + y + side);
        }
        canvas.text("name", name, middle, y + (note.isEmpty() ? 21 : 19));
        if (!note.isEmpty()) {
            canvas.text("note", note, middle, y + 35);
        }
        canvas.end();
    }
}
