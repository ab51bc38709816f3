package dev.reprise.choice;

/**
 * Something that can be done next.
 *
 * @param key its name, the same in every run
 * @param actor the strand it belongs to: actions of one actor happen one after the other, and
 *     strategies give their priorities to actors
 * @param footprint what it may conflict with
 */
public record Action(Key key, long actor, Footprint footprint) {
    /** An action that is its own actor and may conflict with anything. */
    public static Action of(Key key) {
        return new Action(key, key.code(), Footprint.ANY);
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
