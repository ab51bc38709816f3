package dev.reprise.flow.unit;

/**
 * Thrown through the code of a strand that is being dropped. It is no failure and has no stack
 * trace; whoever catches it must throw it on.
 */
public final class Unwinding extends Error {
    private static final long serialVersionUID = 1L;

    Unwinding() {
        super("this run is being thrown away: let this pass", null, false, false);
    }
}
