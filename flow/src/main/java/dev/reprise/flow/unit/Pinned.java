package dev.reprise.flow.unit;

/**
 * Thrown where code wants to pause but cannot leave its thread, because a class initialiser or a
 * native method called it. It is no failure of the code's own work, so do not catch it.
 */
public final class Pinned extends Error {
    private static final long serialVersionUID = 1L;

    Pinned() {
        super(
                "Code cannot pause inside a class initialiser, or when native code called it. What to"
                        + " do: move the call out of the static initialiser or the call-back.");
    }
}
