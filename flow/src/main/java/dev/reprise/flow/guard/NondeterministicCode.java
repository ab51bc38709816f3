package dev.reprise.flow.guard;

import java.util.List;
import java.util.stream.Collectors;

/** A workflow is refused because its code could take another path in replay. */
public final class NondeterministicCode extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    NondeterministicCode(Class<?> workflow, List<Finding> findings) {
        super(sentence(workflow, findings));
        this.findings = List.copyOf(findings);
    }

    /** What was found, sorted by class and line. */
    public List<Finding> findings() {
        return findings;
    }

    private static String sentence(Class<?> workflow, List<Finding> findings) {
        var head =
                "Workflow "
                        + workflow.getName()
                        + " could take another path in replay: "
                        + findings.size()
                        + (findings.size() == 1 ? " finding.\n" : " findings.\n");
        return findings.stream().map(Finding::describe).collect(Collectors.joining("", head, ""));
    }
}
