package dev.reprise.history;

/** A replay did not go as recorded: for those who would rather have it thrown. */
public final class Nondeterminism extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Mismatch mismatch;

    Nondeterminism(Mismatch mismatch) {
        super(mismatch.describe());
        this.mismatch = mismatch;
        if (mismatch instanceof Mismatch.Threw(_, var cause)) {
            initCause(cause);
        }
    }

    /** What differed. */
    public Mismatch mismatch() {
        return mismatch;
    }
}
