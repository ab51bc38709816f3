package dev.reprise.pattern.picture;

import java.util.List;

/** A block, and below it what it may call. */
final class Bodies implements Block {
    private static final int GAP = 18;

    private final Block main;
    private final List<Frame> definitions;
    private final Size size;

    Bodies(Block main, List<Frame> definitions) {
        this.main = main;
        this.definitions = List.copyOf(definitions);
        int width = main.width();
        int height = main.height();
        for (var definition : definitions) {
            width = Math.max(width, definition.width());
            height += GAP + definition.height();
        }
        size = new Size(width, height, main.axis());
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public boolean leads() {
        return main.leads();
    }

    @Override
    public boolean isTarget() {
        return main.isTarget();
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        canvas.place(main, x, y);
        if (main.leads()) {
            canvas.line("flow", x + main.width(), y + axis(), x + width(), y + axis());
        }
        int top = y + main.height();
        for (var definition : definitions) {
            canvas.place(definition, x, top + GAP);
            top += GAP + definition.height();
        }
    }
}
