package dev.reprise.sim;

/** A lane of a {@link Picture}: the outside, a worker, or a task. */
record PictureLane(Kind kind, int number) implements Comparable<PictureLane> {
    /** Whose lane it is, in the order from top to bottom. */
    enum Kind {
        OUTSIDE,
        WORKER,
        TASK
    }

    static final PictureLane OUTSIDE = new PictureLane(Kind.OUTSIDE, 0);

    static PictureLane worker(int id) {
        return new PictureLane(Kind.WORKER, id);
    }

    static PictureLane task(int task) {
        return new PictureLane(Kind.TASK, task);
    }

    @Override
    public int compareTo(PictureLane other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : Integer.compare(number, other.number);
    }
}
