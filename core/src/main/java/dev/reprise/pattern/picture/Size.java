package dev.reprise.pattern.picture;

import java.util.List;

/**
 * How large a block is.
 *
 * @param axis how far from the top the flow comes in and goes out
 */
record Size(int width, int height, int axis) {
    /** Of blocks beside each other, whose axes are one line. */
    static Size beside(List<? extends Block> blocks, int gap) {
        int width = gap * (blocks.size() - 1);
        int above = 0;
        int below = 0;
        for (var block : blocks) {
            width += block.width();
            above = Math.max(above, block.axis());
            below = Math.max(below, block.height() - block.axis());
        }
        return new Size(width, above + below, above);
    }
}
