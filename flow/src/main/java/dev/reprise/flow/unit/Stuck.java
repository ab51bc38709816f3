package dev.reprise.flow.unit;

/**
 * Work was given up, because the code that it drives did not stop for longer than the watchdog has
 * patience. The message tells where the code is.
 */
public final class Stuck extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Thread thread;

    Stuck(String message, Thread thread, StackTraceElement[] stack) {
        super(message);
        this.thread = thread;
        setStackTrace(stack);
    }

    /** The thread that drives, which may be lost. */
    public Thread thread() {
        return thread;
    }
}
