package dev.reprise.engine.rules;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.util.List;
import java.util.SequencedMap;

/** What is in a file, before anybody knows what it means. */
sealed interface Tree {
    /** Where it is. */
    Place place();

    /**
     * A place in a file.
     *
     * @param line from 1
     * @param column from 1
     * @param path how to get there: {@code rules[0].policy.maxRetries}
     */
    record Place(int line, int column, String path) {
        private static final int NESTING_MAX = 20;

        /** The path of an item here. */
        String item(int index) {
            return path + "[" + index + "]";
        }

        /** The path of an entry here. */
        String entry(String name) {
            return path.isEmpty() ? name : path + "." + name;
        }

        void checkDepth(int depth) {
            if (depth > NESTING_MAX) {
                throw refusal(Problem.LIMIT, "values nest more than " + NESTING_MAX + " deep.");
            }
        }

        void checkNew(boolean known) {
            if (known) {
                throw refusal(Problem.INCONSISTENT, "it is there twice.");
            }
        }

        Malformed refusal(Problem problem, String sentence) {
            String inside = path.isEmpty() ? "" : " (" + path + ")";
            return new Malformed(
                    problem, "rule file", "line " + line + ", column " + column + inside, sentence);
        }
    }

    /**
     * A single value.
     *
     * @param plain whether it is written without quotes
     */
    record Scalar(Place place, String text, boolean plain) implements Tree {}

    /** Values in order. */
    record Sequence(Place place, List<Tree> items) implements Tree {}

    /** Values by name, in the order of the file. */
    record Mapping(Place place, SequencedMap<String, Tree> entries) implements Tree {}

    /** The refusal of what is here. */
    default Malformed refusal(String sentence) {
        return place().refusal(Problem.SYNTAX, sentence);
    }

    /** The value as text; {@code null} is none. */
    default String text(String what) {
        if (this instanceof Scalar(_, var text, var plain)
                && !(plain && (text.isEmpty() || text.equals("null") || text.equals("~")))) {
            return text;
        }
        throw refusal(what + " is expected, not " + shown() + ".");
    }

    /** The values in order. */
    default List<Tree> items(String what) {
        if (this instanceof Sequence(_, var items)) {
            return items;
        }
        throw refusal(what + " is expected, a list, not " + shown() + ".");
    }

    /** The values by name. */
    default SequencedMap<String, Tree> entries(String what) {
        if (this instanceof Mapping(_, var entries)) {
            return entries;
        }
        throw refusal(what + " is expected, names with values, not " + shown() + ".");
    }

    /** The value as a message shows it. */
    default String shown() {
        return switch (this) {
            case Scalar(_, var text, var plain) ->
                    plain && text.isEmpty() ? "nothing" : quoted(text);
            case Sequence(_, var items) -> "a list of " + items.size();
            case Mapping(_, var entries) -> "names with values: " + entries.keySet();
        };
    }

    private static String quoted(String text) {
        return "\"" + (text.length() <= 80 ? text : text.substring(0, 80) + "…") + "\"";
    }
}
