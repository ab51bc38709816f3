package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Value.Hint;
import java.util.List;

/**
 * Tells date patterns that are the same in every locale: those that write numbers only. {@code
 * DateTimeFormatter.ofPattern("uuuu-MM-dd")} is as sure as with a locale, and everywhere.
 */
final class Patterns {
    private static final Member OF_PATTERN =
            new Member(
                    "java/time/format/DateTimeFormatter",
                    "ofPattern",
                    "(Ljava/lang/String;)Ljava/time/format/DateTimeFormatter;");

    /** Letters that stand for numbers however often they are repeated. */
    private static final String NUMBERS = "uyDdHhKkmsSAnNXx";

    /** Letters that stand for numbers once or twice, and for names from then on. */
    private static final String SHORT_NUMBERS = "MLQq";

    private Patterns() {}

    /** Whether a call makes a formatter from a constant pattern without names in it. */
    static boolean isNumeric(Member call, List<Value> arguments) {
        return call.equals(OF_PATTERN)
                && arguments.size() == 1
                && arguments.getFirst().hint() instanceof Hint.Text(var pattern)
                && isNumeric(pattern);
    }

    static boolean isNumeric(String pattern) {
        boolean quoted = false;
        int run = 0;
        for (int at = 0; at < pattern.length(); at++) {
            char letter = pattern.charAt(at);
            run = at > 0 && pattern.charAt(at - 1) == letter ? run + 1 : 1;
            quoted ^= letter == '\'';
            boolean plain = quoted || !Character.isLetter(letter) || isNumber(letter, run);
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNumber(char letter, int run) {
        return NUMBERS.indexOf(letter) >= 0 || (SHORT_NUMBERS.indexOf(letter) >= 0 && run <= 2);
    }
}
