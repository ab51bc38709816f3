package dev.reprise.pattern;

import java.util.List;

/** A pattern names what is not there. Nothing of it was run. */
public final class Unlinkable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int SHOWN_MAX = 100;

    private final transient List<String> problems;

    /** Refuses what has these problems, each a sentence. */
    public Unlinkable(List<String> problems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
    }

    /** All problems, each a sentence with the place it is about. */
    public List<String> problems() {
        return problems;
    }

    private static String message(List<String> problems) {
        var shown = problems.subList(0, Math.min(SHOWN_MAX, problems.size()));
        return "This pattern cannot be linked.\n  "
                + String.join("\n  ", shown)
                + (shown.size() < problems.size()
                        ? "\n  and " + (problems.size() - shown.size()) + " more"
                        : "");
    }
}
