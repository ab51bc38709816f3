package dev.reprise.engine.store;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

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
        private final AtomicBoolean tooLittle = new AtomicBoolean();
        private final AtomicInteger tried = new AtomicInteger();
        private volatile long room = Long.MAX_VALUE;
        private volatile Consumer<BooleanSupplier> copied = _ -> {};

        /** There is room. */
        public Tap() {}

        /** There is no room, or there is again. */
        public void full(boolean value) {
            full.set(value);
        }

        /** What is done before a copy is made, which may be given up. */
        public void copied(Consumer<BooleanSupplier> value) {
            copied = value;
        }

        /** There is enough room to try to open the store, and not to do it. */
        public void little() {
            tooLittle.set(true);
            full.set(false);
        }

        /** There is enough. */
        public void enough() {
            tooLittle.set(false);
        }

        /** How often it was tried. */
        public int tried() {
            return tried.get();
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
    public void lookForRoom() {
        check();
        super.lookForRoom();
    }

    @Override
    public Medium readable() {
        return new Brimming(medium.readable(), tap);
    }

    @Override
    public Medium reopened() {
        tap.tried.incrementAndGet();
        if (tap.tooLittle.get()) {
            throw new StoreFailure(StoreFailure.Kind.FULL, "No space left on device.");
        }
        return new Brimming(medium.reopened(), tap);
    }

    @Override
    public void backup(Path folder, BooleanSupplier givenUp) {
        tap.copied.accept(givenUp);
        super.backup(folder, givenUp);
    }

    @Override
    public OptionalLong room() {
        return OptionalLong.of(tap.room);
    }
}
