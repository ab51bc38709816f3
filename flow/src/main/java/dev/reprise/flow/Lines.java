package dev.reprise.flow;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the line of a workflow's code in a stack. */
final class Lines {
    private static final String OURS = Lines.class.getPackageName();

    private Lines() {}

    /**
     * The innermost line that is neither ours nor the JDK's, such as {@code Order.run(O.java:7)}.
     * Behind the machine there is only who drives it.
     */
    static Optional<String> of(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .takeWhile(frame -> !frame.getClassName().equals(FlowMachine.class.getName()))
                .filter(Lines::isCode)
                .findFirst()
                .map(Lines::shown);
    }

    private static boolean isCode(StackTraceElement frame) {
        String type = frame.getClassName();
        String module = frame.getModuleName();
        int dot = type.lastIndexOf('.');
        String room = dot < 0 ? "" : type.substring(0, dot);
        return !room.equals(OURS)
                && !room.equals(OURS + ".unit")
                && !type.contains("$Proxy")
                && (module == null || !(module.startsWith("java.") || module.startsWith("jdk.")));
    }

    private static String shown(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.substring(type.lastIndexOf('.') + 1)
                + "."
                + frame.getMethodName()
                + "("
                + frame.getFileName()
                + ":"
                + frame.getLineNumber()
                + ")";
    }

    /** The first frames, a line each. */
    static String shown(StackTraceElement[] stack, int framesMax) {
        return Arrays.stream(stack)
                .limit(framesMax)
                .map(frame -> "    at " + frame + "\n")
                .collect(Collectors.joining());
    }
}
