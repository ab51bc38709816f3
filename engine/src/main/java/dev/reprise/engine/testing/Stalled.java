package dev.reprise.engine.testing;

/**
 * A test waits for something that will not come. The message says what each open run waits for, and
 * what to do about it.
 */
public final class Stalled extends AssertionError {
    private static final long serialVersionUID = 1L;

    Stalled(String message) {
        super(message);
    }
}
