package dev.reprise.choice;

import java.util.Arrays;

/**
 * One rule of an abstract schedule: somebody at the place {@code reader} comes to the thing when
 * somebody at the place {@code writer} was the last to change it; or just not then.
 *
 * @param reader the order of the kind of the one who comes
 * @param writer the order of the kind of the last one who changed it, or {@link #START}
 * @param thing the thing, as footprints number it
 * @param wanted whether it is to happen, or not to happen
 */
record Constraint(int reader, int writer, long thing, boolean wanted) {
    /** Nobody has changed the thing yet. */
    static final int START = -1;

    /** The thing that actions come to which may touch anything. */
    static final long ANYTHING = Long.MIN_VALUE;

    /** Whether the action is one that is to come to the thing. */
    boolean isReader(Action action) {
        return action.key().kind().order() == reader
                && (Arrays.binarySearch(action.footprint().reads(), thing) >= 0
                        || isChangedBy(action));
    }

    /** Whether the action changes the thing. */
    boolean isChangedBy(Action action) {
        var footprint = action.footprint();
        return footprint.isAny()
                ? thing == ANYTHING
                : Arrays.binarySearch(footprint.writes(), thing) >= 0;
    }

    Constraint negated() {
        return new Constraint(reader, writer, thing, !wanted);
    }

    Constraint from(int otherWriter) {
        return new Constraint(reader, otherWriter, thing, wanted);
    }
}
