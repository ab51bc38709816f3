package dev.reprise.engine.store;

import dev.reprise.Check;

/**
 * The epochs of a whole store.
 *
 * @param store the one that claimed the store last; 0 when none did
 * @param greatest the greatest that was ever used, for the store or for a run
 */
public record Epochs(long store, long greatest) {
    /** Those of a store that nobody has used. */
    public static final Epochs NONE = new Epochs(0, 0);

    /** Checks that one is not greater than the greatest. */
    public Epochs {
        Check.argument(
                0 <= store && store <= greatest,
                "epoch %d is not among the epochs up to %d",
                store,
                greatest);
    }

    Epochs claimedBy(long epoch) {
        return new Epochs(epoch, epoch);
    }

    Epochs used(long epoch) {
        return epoch <= greatest ? this : new Epochs(store, epoch);
    }
}
