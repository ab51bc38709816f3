package dev.reprise.pattern.picture;

import java.util.List;

/**
 * Where the flow is split or comes together: a diamond with a sign, and its rule below it.
 *
 * @param rule some lines, perhaps none
 * @param meaning what it does, for who cannot read the sign
 */
record Gate(Sign sign, List<String> rule, String meaning) implements Block {
    private static final int LINE = 14;

    @Override
    public Size size() {
        int text =
                rule.stream().mapToInt(it -> Lettering.width(it, Lettering.NOTE)).max().orElse(0);
        int lines = rule.isEmpty() ? 0 : rule.size() * LINE + 2;
        int even = (text + 1) / 2 * 2;
        int side = 2 * sign.radius();
        return new Size(Math.max(side, even), side + lines, sign.radius());
    }

    @Override
    public boolean isTarget() {
        return width() == 2 * sign.radius();
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        int middle = x + width() / 2;
        int axis = y + axis();
        int radius = sign.radius();
        if (!isTarget()) {
            canvas.line("flow to", x, axis, middle - radius, axis);
            canvas.line("flow", middle + radius, axis, x + width(), axis);
        }
        canvas.begin(meaning);
        canvas.diamond(middle, axis, radius);
        sign.draw(canvas, middle, axis);
        for (int i = 0; i < rule.size(); i++) {
            canvas.text("note", rule.get(i), middle, axis + radius + 12 + i * LINE);
        }
        canvas.end();
    }
}
