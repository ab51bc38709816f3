package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.history.ChildOptions.ParentClose;

/**
 * What a run has to do with another and has not been told the end of: a child, or a message that is
 * on its way.
 *
 * @param position the entry that holds the command
 * @param other the other run
 * @param begun whether it is known that the child has started
 * @param cancelledAt the entry that holds the command by which the child is cancelled, or -1
 * @param close what becomes of the child when this leg ends first
 * @param closing whether the leg that asked for it has ended: nobody is told any more
 */
record Bond(
        BondId id,
        long position,
        Kind kind,
        RunId other,
        boolean begun,
        long cancelledAt,
        ParentClose close,
        boolean closing) {
    /** What it is about. */
    enum Kind {
        /** The other is a child. */
        CHILD,
        /** A signal is sent to the other. */
        SIGNAL,
        /** The other is asked to cancel. */
        CANCEL
    }

    static Bond child(BondId id, long position, RunId other, ParentClose close) {
        return new Bond(id, position, Kind.CHILD, other, false, -1, close, false);
    }

    static Bond message(BondId id, long position, Kind kind, RunId other) {
        return new Bond(id, position, kind, other, false, -1, ParentClose.ABANDON, false);
    }

    Bond asBegun() {
        return new Bond(id, position, kind, other, true, cancelledAt, close, closing);
    }

    Bond cancelledBy(long entry) {
        return new Bond(id, position, kind, other, begun, entry, close, closing);
    }

    Bond asClosing() {
        return new Bond(id, position, kind, other, begun, cancelledAt, close, true);
    }

    /** Whether nothing is left to be done when the leg that asked for it ends. */
    boolean endsWithLeg() {
        return kind == Kind.CHILD && begun && close == ParentClose.ABANDON;
    }
}
