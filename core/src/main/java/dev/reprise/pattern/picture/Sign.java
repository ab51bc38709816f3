package dev.reprise.pattern.picture;

/** What is in a {@link Gate}. */
enum Sign {
    /** All at once. */
    ALL,
    /** Those that are let. */
    SOME,
    /** One, by a condition. */
    ONE,
    /** One, which the scheduler picks. */
    FREE,
    /** One, by what comes first from outside. */
    AWAIT,
    /** Whoever comes. */
    ANY;

    /** How far it is from the middle of the gate to its corners. */
    int radius() {
        return this == ANY ? 8 : 13;
    }

    /** Draws it with this middle. */
    void draw(Canvas canvas, int x, int y) {
        switch (this) {
            case ALL -> canvas.path("sign", "M" + (x - 6) + " " + y + "h12m-6 -6v12");
            case ONE -> canvas.path("sign", "M" + (x - 4) + " " + (y - 4) + "l8 8m0 -8l-8 8");
            case SOME -> canvas.circle("sign", x, y, 5);
            case AWAIT -> {
                canvas.circle("sign", x, y, 6);
                canvas.path("sign", "M" + x + " " + (y - 3) + "v3h3");
            }
            case FREE -> canvas.text("name", "?", x, y + 5);
            case ANY -> {}
        }
    }
}
