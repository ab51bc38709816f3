package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a store is written on. It keeps groups, each whole or not at all, and does not judge them:
 * the {@link Scribe} has. Only one thread commits at a time; others may read meanwhile, and see
 * each group whole or not at all.
 */
public interface Medium extends AutoCloseable {
    /**
     * Makes a group durable: first its changes in their order, then its heads and epochs. When this
     * returns it is synced.
     *
     * @return how many bytes that took
     * @throws StoreFailure when that is not certain
     */
    long commit(Group group);

    /** The epochs of the store. */
    Epochs epochs();

    /** What is known of a run. */
    Optional<Head> head(RunId run);

    /** Whether to ask it for a head costs no more than to remember the head. */
    default boolean isAtHand() {
        return false;
    }

    /** See {@link Store#turns}. */
    Cursor<byte[]> turns(RunId run, long from);

    /** See {@link Store#snapshot}. */
    Optional<RunSnapshot> snapshot(RunId run);

    /** See {@link Store#request}. */
    OptionalLong request(RunId run, String id);

    /** See {@link Store#requests}. */
    Cursor<KnownRequest> requests(RunId run);

    /** See {@link Store#kept}. */
    Optional<byte[]> kept(String name);

    /** See {@link Store#heads}. */
    Cursor<Head> heads(@Nullable RunId from);

    /** See {@link Store#milestones}. */
    default List<RunId> milestones(@Nullable RunId from, int parts) {
        return List.of();
    }

    /** See {@link Store#timersDue}. */
    Cursor<DueTimer> timersDue(Instant until);

    /** About how many bytes it takes, where that can be known at once. */
    default OptionalLong size() {
        return OptionalLong.empty();
    }

    /** Whether groups can be committed; otherwise it can only be read. */
    default boolean takesChanges() {
        return true;
    }

    /**
     * Looks whether there may be room to open it anew. Whatever comes of it, it is as it was.
     *
     * @throws StoreFailure when there is not
     */
    default void lookForRoom() {}

    /**
     * A medium that can be read, in the place of this one, which has failed and is closed then. It
     * has a {@linkplain #rest rest}.
     *
     * @throws StoreFailure when it cannot be read: then this one cannot, either, and is only asked
     *     for this once more, or closed
     */
    default Medium readable() {
        return this;
    }

    /**
     * A medium on what is there that takes changes, beside this one, which can be read until it is
     * closed.
     *
     * @throws StoreFailure when there is no room yet, or it cannot be opened: then this one goes on
     */
    default Medium reopened() {
        throw new StoreFailure(
                StoreFailure.Kind.REFUSING, "This store cannot be resumed. Open it again.");
    }

    /** While it is not closed, nobody does what takes long. */
    interface Rest extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Has everybody give up who makes a copy of its files, or compacts it. When this returns nobody
     * does, and nobody begins before the rest is over.
     */
    default Rest rest() {
        return () -> {};
    }

    /**
     * See {@link Store#backup}.
     *
     * @param givenUp whether nobody waits for it any more: then it ends soon, by a failure
     */
    default void backup(Path folder, BooleanSupplier givenUp) {
        throw new UnsupportedOperationException("what is kept in memory has no backup");
    }

    /** See {@link Store#compact}. */
    default void compact() {}

    /** How many bytes can be written about; empty when nobody knows. */
    default OptionalLong room() {
        return OptionalLong.empty();
    }

    /**
     * Gives back what it holds of the system. All cursors are closed, it has a {@linkplain #rest
     * rest}, and nothing is called.
     */
    @Override
    void close();
}
