package dev.reprise.form;

import java.lang.reflect.Method;

/** What the current thread has allocated so far. */
public final class AllocatedBytes {
    private static final Object THREADS;
    private static final Method NOW;

    static {
        // By reflection: the module under test does not require the modules of the management
        // beans.
        try {
            THREADS =
                    Class.forName("java.lang.management.ManagementFactory")
                            .getMethod("getThreadMXBean")
                            .invoke(null);
            NOW =
                    Class.forName("com.sun.management.ThreadMXBean")
                            .getMethod("getCurrentThreadAllocatedBytes");
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JVM does not count allocated bytes", e);
        }
    }

    private AllocatedBytes() {}

    /** Bytes, ever growing: the difference of two calls is what was allocated between them. */
    public static long now() {
        try {
            return (long) NOW.invoke(THREADS);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JVM does not count allocated bytes", e);
        }
    }
}
