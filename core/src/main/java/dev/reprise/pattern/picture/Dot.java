package dev.reprise.pattern.picture;

/** Where a flow begins or ends. */
enum Dot implements Block {
    /** The run begins. */
    START(7, "The flow begins"),
    /** The run is over. */
    END(8, "The flow is over"),
    /** A branch is over that nobody waits for. */
    BRANCH_END(5, "A branch is over that nobody waits for");

    private final int radius;
    private final String meaning;

    Dot(int radius, String meaning) {
        this.radius = radius;
        this.meaning = meaning;
    }

    @Override
    public Size size() {
        return new Size(2 * radius, 2 * radius, radius);
    }

    @Override
    public boolean leads() {
        return this == START;
    }

    @Override
    public void draw(Canvas canvas, int x, int y) {
        canvas.begin(meaning);
        canvas.circle(this == START ? "start" : "end", x + radius, y + radius, radius);
        if (this == END) {
            canvas.circle("start", x + radius, y + radius, radius - 4);
        }
        canvas.end();
    }
}
