package dev.reprise.choice;

/**
 * An execution took a way that its recording did not: thrown at the first difference, before
 * anything is done that was not recorded.
 */
public final class Divergence extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Difference difference;

    Divergence(Difference difference) {
        super(difference.describe());
        this.difference = difference;
    }

    /** What differs. */
    public Difference difference() {
        return difference;
    }
}
