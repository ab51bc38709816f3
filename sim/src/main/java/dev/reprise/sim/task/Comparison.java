package dev.reprise.sim.task;

/** How a register is compared with a value. */
public enum Comparison {
    /** The same. */
    EQ,
    /** Not the same. */
    NE,
    /** Less. */
    LT,
    /** Less or the same. */
    LE,
    /** Greater. */
    GT,
    /** Greater or the same. */
    GE;

    /** How it is written between two values. */
    public String sign() {
        return switch (this) {
            case EQ -> "==";
            case NE -> "!=";
            case LT -> "<";
            case LE -> "<=";
            case GT -> ">";
            case GE -> ">=";
        };
    }

    /** Whether {@code left} stands in this relation to {@code right}. */
    public boolean holds(int left, int right) {
        return switch (this) {
            case EQ -> left == right;
            case NE -> left != right;
            case LT -> left < right;
            case LE -> left <= right;
            case GT -> left > right;
            case GE -> left >= right;
        };
    }
}
