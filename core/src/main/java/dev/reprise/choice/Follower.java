package dev.reprise.choice;

import org.jspecify.annotations.Nullable;

/** Follows one changing view from choice to choice, so that a choice costs what has changed. */
final class Follower {
    private @Nullable Enabled followed;
    private long revision;

    /**
     * Tells {@code listener} what changed in {@code enabled} since this was last called with it.
     *
     * @return false, having told nothing, when {@code enabled} is another view than last time or
     *     has forgotten: look at all of it; it is followed from here on if it counts its changes
     */
    @SuppressWarnings("ReferenceEquality") // revisions belong to one view, not to equal ones
    boolean catchUp(Enabled enabled, Enabled.Changes listener) {
        long now = enabled.revision();
        boolean told = followed == enabled && enabled.changesSince(revision, listener);
        if (now >= 0) {
            followed = enabled;
            revision = now;
        }
        return told;
    }

    /** Whether {@code enabled} is a view that can be followed. */
    static boolean canFollow(Enabled enabled) {
        return enabled.revision() >= 0;
    }

    /** Follows nothing: the next view is looked at as a whole. */
    void forget() {
        followed = null;
    }
}
