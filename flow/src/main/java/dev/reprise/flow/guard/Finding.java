package dev.reprise.flow.guard;

import java.util.Comparator;
import java.util.List;

/**
 * A call or field access in a workflow's code whose answer replay could not give again.
 *
 * @param rule the rule that it breaks
 * @param call the call or field as a reader of the source would write it
 * @param at where it is written
 * @param via how the workflow's code gets there: from a method of the workflow, call by call; empty
 *     when it is written in such a method itself
 * @param instead what to use instead
 */
public record Finding(Rule rule, String call, Place at, List<Place> via, String instead) {
    static final Comparator<Finding> ORDER =
            Comparator.comparing((Finding it) -> it.at().type())
                    .thenComparingInt(it -> it.at().line())
                    .thenComparing(Finding::call)
                    .thenComparing(Finding::rule)
                    .thenComparing(it -> it.at().method())
                    .thenComparing(Finding::instead);

    /** Creates the finding with its own copy of the way. */
    public Finding {
        via = List.copyOf(via);
    }

    /**
     * A line of a method.
     *
     * @param type the binary name of the class
     * @param method the method's name; that of the enclosing method for a lambda
     * @param file the source file's name, or a hint that the class file does not say
     * @param line the line in it, or 0 when the class file does not say
     */
    public record Place(String type, String method, String file, int line) {
        /** As in a stack trace, with the class's name short: {@code Order.run(Order.java:42)}. */
        @Override
        public String toString() {
            return where() + "(" + file + (line > 0 ? ":" + line : "") + ")";
        }

        private String where() {
            return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + method;
        }
    }

    /** The whole finding for a reader: what, where, by which way, what instead, how to silence. */
    public String describe() {
        var text = new StringBuilder();
        text.append(rule).append(": ").append(call).append(' ').append(rule.title()).append(".\n");
        text.append("  at       ").append(at).append('\n');
        var label = "  reached  ";
        for (var place : via) {
            text.append(label).append(place).append('\n');
            label = "           ";
        }
        text.append("  instead  ").append(instead).append('\n');
        if (rule != Rule.UNEXPLAINED) {
            text.append("  or       annotate ")
                    .append(at.where())
                    .append(" or its class with @Allowed(value = Rule.")
                    .append(rule)
                    .append(", reason = \"...\"), if replay is sure to give the same\n");
        }
        return text.toString();
    }
}
