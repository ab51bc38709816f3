package dev.reprise.engine.store;

import org.jspecify.annotations.Nullable;

/** A store that cannot do what it is there for, with the reason and what to do about it. */
public final class StoreFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of reason. */
    public enum Kind {
        /** The disk is full. */
        FULL,
        /** Reading or writing failed. */
        IO,
        /** What is there is not what was written. */
        DAMAGED,
        /** Another process, or this one, has the store open. */
        IN_USE,
        /** It is no store, or one of a version that is not known. */
        FOREIGN,
        /** The disk is full on which a copy was to be made; the store itself is well. */
        COPY_FULL,
        /** What takes long was given up, since the store is closed, or opened anew. */
        GIVEN_UP,
        /** Too much is waiting to be written. */
        OVERLOADED,
        /** It failed before, and takes no changes until it is opened again. */
        REFUSING
    }

    private final Kind kind;

    /** Creates the failure; {@code sentence} says what happened, where, and what to do next. */
    public StoreFailure(Kind kind, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.kind = kind;
    }

    /** Creates a failure that has no other behind it. */
    public StoreFailure(Kind kind, String sentence) {
        this(kind, sentence, null);
    }

    /** What kind of reason. */
    public Kind kind() {
        return kind;
    }

    /** Whether there is no room for changes: when there is, the store can be resumed. */
    public boolean isFull() {
        return kind == Kind.FULL
                || (kind == Kind.REFUSING
                        && getCause() instanceof StoreFailure before
                        && before.isFull());
    }

    /** What later changes are told. */
    StoreFailure refusing() {
        return new StoreFailure(
                Kind.REFUSING,
                "This change was not written: the store takes no changes since it failed, because"
                        + " what it holds of the last ones is not known. Open it again. It failed"
                        + " so: "
                        + getMessage(),
                this);
    }
}
