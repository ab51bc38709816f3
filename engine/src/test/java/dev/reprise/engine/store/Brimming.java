package dev.reprise.engine.store;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A medium on a disk that somebody fills, and makes room on again. */
public final class Brimming extends ForwardingMedium {
    private final Medium medium;
    private final Tap tap;

    private Brimming(Medium medium, Tap tap) {
        super(medium);
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
        return super.commit(group);
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
}
