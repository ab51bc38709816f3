package dev.reprise.fuzz;

import java.lang.reflect.Method;

/** How much a thread has allocated: asked by reflection, because core does not read the module. */
final class Allocation {
    private static final Object THREADS = threads();
    private static final Method ALLOCATED = method();

    private Allocation() {}

    /** The bytes that this thread has allocated since it began. */
    static long ofThisThread() {
        try {
            return (long) ALLOCATED.invoke(THREADS);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the bytes a thread has allocated cannot be asked for", e);
        }
    }

    private static Object threads() {
        try {
            return Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JVM does not manage threads", e);
        }
    }

    private static Method method() {
        try {
            return Class.forName("com.sun.management.ThreadMXBean")
                    .getMethod("getCurrentThreadAllocatedBytes");
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JVM does not count what a thread allocates", e);
        }
    }
}
