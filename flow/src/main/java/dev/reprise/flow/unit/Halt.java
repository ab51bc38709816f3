package dev.reprise.flow.unit;

/** What code that no longer runs waits for, as its stack tells. */
enum Halt {
    /** It goes on soon: it yielded, or waits for what the JDK itself holds for a moment. */
    BRIEF,
    /** It is parked, or waits for a monitor to be notified. */
    PARKED,
    /** It enters a monitor; or it does not wait at all, which only its state can tell. */
    ENTERING;

    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";
    private static final String LOCKS = "java.util.concurrent.locks.";

    static Halt of(StackTraceElement[] stack) {
        int at = 0;
        boolean parked = false;
        while (at < stack.length && isOfThread(stack[at])) {
            parked |= stack[at].getMethodName().startsWith("park");
            at++;
        }
        if (at == stack.length) {
            return BRIEF; // it is about to start, or has just ended
        }
        StackTraceElement top = stack[at];
        if (parked) {
            return isLockOfJdk(stack, at) ? BRIEF : PARKED;
        }
        if (top.getClassName().equals("java.lang.Object")
                && top.getMethodName().startsWith("wait")) {
            return PARKED;
        }
        return isOfJdk(top) ? BRIEF : ENTERING;
    }

    private static boolean isOfThread(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.equals(VIRTUAL_THREAD)
                || type.startsWith("java.lang.System$")
                || type.equals(LOCKS + "LockSupport");
    }

    /** Whether the JDK waits for a lock of its own, such as that of a stream that all share. */
    private static boolean isLockOfJdk(StackTraceElement[] stack, int from) {
        int at = from;
        boolean acquires = false;
        while (at < stack.length && stack[at].getClassName().startsWith(LOCKS + "Abstract")) {
            acquires = stack[at].getMethodName().startsWith("acquire");
            at++;
        }
        boolean locks = false;
        while (at < stack.length && isOfLock(stack[at])) {
            locks = true;
            at++;
        }
        return acquires && locks && at < stack.length && isOfJdk(stack[at]);
    }

    private static boolean isOfLock(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.startsWith(LOCKS + "Reentrant")
                || type.equals("jdk.internal.misc.InternalLock");
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String module = frame.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
