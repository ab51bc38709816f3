package dev.reprise.pattern.picture;

/**
 * A part of a picture. The flow comes to it at its left edge and leaves it at its right edge, both
 * on its axis.
 */
interface Block {
    Size size();

    default int width() {
        return size().width();
    }

    default int height() {
        return size().height();
    }

    default int axis() {
        return size().axis();
    }

    /** Whether anything goes on behind it. */
    default boolean leads() {
        return true;
    }

    /** Whether a line that comes to it ends there, so that it wants a head. */
    default boolean isTarget() {
        return true;
    }

    /** Draws what is its own, and says where the blocks inside of it are. */
    void draw(Canvas canvas, int x, int y);
}
