package dev.reprise.soundness;

/** A pattern that can go wrong by its shape is refused, with what happens then. */
public final class NotSound extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Verdict.Unsound verdict;

    NotSound(Verdict.Unsound verdict) {
        super(verdict.sentence());
        this.verdict = verdict;
    }

    /** What was found. */
    public Verdict.Unsound verdict() {
        return verdict;
    }
}
