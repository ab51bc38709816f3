package dev.reprise.form;

import java.util.Locale;

/**
 * Input that is refused as a whole: nothing of it has been taken over. It says which rule the input
 * breaks, where, and what to do next.
 */
public final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** As many letters of a text are shown. */
    private static final int SHOWN_MAX = 40;

    private static final int NO_BREAK_SPACE = 0xA0;

    /** The rule that the input breaks. */
    public enum Problem {
        /** The input is of another format altogether. */
        FOREIGN,
        /** The input was written by a version that this reader does not understand. */
        VERSION,
        /** The input ends too early. */
        TRUNCATED,
        /** The bytes are not those that were written. */
        CHECKSUM,
        /** A number, a length or a depth is beyond its bound. */
        LIMIT,
        /** The text is not JSON, or not of the expected shape. */
        SYNTAX,
        /** Something is referred to that is not defined. */
        UNKNOWN,
        /** Two fields contradict each other. */
        INCONSISTENT,
        /** Things that must ascend do not. */
        ORDER,
        /** There is more input after the end. */
        TRAILING
    }

    private final Problem problem;
    private final String place;

    /**
     * Creates the refusal.
     *
     * @param what the kind of input, as a noun: "choice log", "transcript"
     * @param place where in the input: "byte 17", "line 3, column 9 (entry 2, field step)"
     * @param sentence what is wrong, with the value found and the value expected
     */
    public Malformed(Problem problem, String what, String place, String sentence) {
        super("This " + what + " cannot be read. At " + place + ": " + sentence);
        this.problem = problem;
        this.place = place;
    }

    /** A text of the input in a message: its beginning, without letters that nobody can see. */
    public static String shown(String text) {
        var shown = new StringBuilder();
        text.codePoints().limit(SHOWN_MAX).forEach(it -> shown.append(letter(it)));
        return text.codePointCount(0, text.length()) <= SHOWN_MAX
                ? shown.toString()
                : shown.append('…').toString();
    }

    private static String letter(int letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    String.format(Locale.ROOT, "U+%04X", letter);
            default -> letter == NO_BREAK_SPACE ? "U+00A0" : Character.toString(letter);
        };
    }

    /** The rule that the input breaks. */
    public Problem problem() {
        return problem;
    }

    /** Where in the input the rule is broken. */
    public String place() {
        return place;
    }
}
