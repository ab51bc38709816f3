package dev.reprise.sim.explore;

/**
 * What is wrong.
 *
 * @param what about what: with the kind, by which two of them are the same
 * @param message in words
 */
public record Flaw(Kind kind, String what, String message) {
    /** What kind of thing. */
    public enum Kind {
        /** Something does not hold that was to hold always, or holds that never was to. */
        BROKEN,
        /** Something that was to come about has not when all was over. */
        MISSED,
        /** What is checked at the end does not hold. */
        END,
        /** A run does not end, and nothing more happens. */
        OPEN,
        /** The code of a run cannot be carried out: most often, it took another path on replay. */
        STUCK,
        /** It goes on and on. */
        ENDLESS,
        /** The scenario or the engine threw what nobody expected. */
        THROWN,
        /** The engine has broken a promise, whatever the scenario is: please report it. */
        ENGINE
    }

    /** Whether it is the same, seen elsewhere. */
    boolean isLike(Flaw other) {
        return kind == other.kind && what.equals(other.what);
    }

    @Override
    public String toString() {
        return message;
    }
}
