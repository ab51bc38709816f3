package dev.reprise.flow.guard;

import java.util.List;
import java.util.function.Consumer;

/**
 * The determinism guard: reads the class files of a workflow's code before the workflow is taken,
 * and names every call whose answer replay could not give again.
 *
 * <p>It begins with the constructors, the instance methods and the static initialiser of the
 * workflow's class, and follows calls, lambdas and method references through the code in its {@link
 * Extent}. Static methods count when they are called. A call through an interface leads to those
 * classes only that the followed code creates, and to all permitted ones of a sealed interface; so
 * an activity behind its stub is never looked at. Nor is what is handed to {@code Flow.sideEffect},
 * which exists to run such code.
 *
 * <p>A finding is certain as far as one method can show it. What the guard does not see: code
 * behind reflection (that, too, is a finding), code of foreign libraries, an unordered collection
 * that comes in as a parameter of an ordered or general type, and what two threads do to an object.
 */
public final class Guard {
    private Guard() {}

    /** All findings in a workflow's code, sorted by class, line and call. */
    public static List<Finding> scan(Class<?> workflow) {
        return scan(workflow, Extent.HOME);
    }

    /**
     * All findings in a workflow's code, sorted by class, line and call.
     *
     * @throws IllegalArgumentException when the workflow's class has no class file to read
     */
    public static List<Finding> scan(Class<?> workflow, Extent extent) {
        var library = new Library(workflow, extent);
        var reach = new Reach(library);
        reach.from(library.workflow());
        var found = new Inspection(library, reach).findings();
        return found.stream().sorted(Finding.ORDER).distinct().toList();
    }

    /**
     * As {@link #check(Class, Extent, Strictness, Consumer)}, with the extent {@link Extent#HOME}.
     */
    public static void check(Class<?> workflow, Strictness strictness, Consumer<String> warn) {
        check(workflow, Extent.HOME, strictness, warn);
    }

    /**
     * Scans a workflow's code and does with the findings what the strictness says.
     *
     * @param warn takes the description of each finding, under {@link Strictness#WARN} only
     * @throws NondeterministicCode when there is a finding, under {@link Strictness#ERROR} only
     * @throws IllegalArgumentException when the workflow's class has no class file to read, except
     *     under {@link Strictness#OFF}
     */
    public static void check(
            Class<?> workflow, Extent extent, Strictness strictness, Consumer<String> warn) {
        switch (strictness) {
            case OFF -> {}
            case WARN -> scan(workflow, extent).forEach(finding -> warn.accept(finding.describe()));
            case ERROR -> {
                var findings = scan(workflow, extent);
                if (!findings.isEmpty()) {
                    throw new NondeterministicCode(workflow, findings);
                }
            }
        }
    }
}
