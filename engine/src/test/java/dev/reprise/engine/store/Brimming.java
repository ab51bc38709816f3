package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A medium on a disk that somebody fills, and makes room on again. */
public final class Brimming implements Medium {
    private final Medium medium;
    private final Tap tap;

    private Brimming(Medium medium, Tap tap) {
        this.medium = medium;
        this.tap = tap;
    }

    /** By which the disk is filled. */
    public static final class Tap {
        private final AtomicBoolean full = new AtomicBoolean();
        private volatile long room = Long.MAX_VALUE;

        /** There is room. */
        public Tap() {}

        /** There is no room, or there is again. */
        public void full(boolean value) {
            full.set(value);
        }

        /** So much room is left. */
        public void room(long bytes) {
            room = bytes;
        }
    }

    /** The store in a folder, on such a disk. */
    public static Store open(Path folder, Tap tap) {
        return ThreadedStore.on(new Brimming(StoreFolder.open(folder), tap));
    }

    private void check() {
        if (tap.full.get()) {
            throw new StoreFailure(StoreFailure.Kind.FULL, "No space left on device.");
        }
    }

    @Override
    public long commit(Group group) {
        check();
        return medium.commit(group);
    }

    @Override
    public Medium reopened() {
        check();
        return new Brimming(medium.reopened(), tap);
    }

    @Override
    public OptionalLong room() {
        return OptionalLong.of(tap.room);
    }

    @Override
    public Epochs epochs() {
        return medium.epochs();
    }

    @Override
    public Optional<Head> head(RunId run) {
        return medium.head(run);
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        return medium.turns(run, from);
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return medium.snapshot(run);
    }

    @Override
    public OptionalLong request(RunId run, String id) {
        return medium.request(run, id);
    }

    @Override
    public Optional<byte[]> kept(String name) {
        return medium.kept(name);
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        return medium.heads(from);
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return medium.timersDue(until);
    }

    @Override
    public void close() {
        medium.close();
    }
}
