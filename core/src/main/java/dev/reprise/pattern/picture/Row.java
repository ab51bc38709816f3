package dev.reprise.pattern.picture;

import java.util.List;

/**
 * Blocks one after the other, with lines between them.
 *
 * @param leads whether the last of them does
 */
record Row(List<Block> steps, Size size, boolean leads, boolean isTarget) implements Block {
    /** Room for a line with a head. */
    static final int GAP = 26;

    static Row of(List<Block> steps) {
        return new Row(
                List.copyOf(steps),
                Size.beside(steps, GAP),
                steps.getLast().leads(),
                steps.getFirst().isTarget());
    }

    static Row of(Block... steps) {
        return of(List.of(steps));
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int axis = y + axis();
        int at = x;
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            if (i > 0 && steps.get(i - 1).leads()) {
                canvas.lineTo(step, at - GAP, axis, at, axis);
            }
            canvas.place(step, at, axis - step.axis());
            at += step.width() + GAP;
        }
    }
}
