package dev.reprise.schedule;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * A piece of a text that a person wrote, which knows where it is.
 *
 * @param whole the text
 */
record Piece(String whole, int start, int end) {
    /** As much of a text is shown on each side of a refused place. */
    private static final int SHOWN_MAX = 60;

    static Piece of(String text) {
        return new Piece(text, 0, text.length());
    }

    boolean isEmpty() {
        return start == end;
    }

    int length() {
        return end - start;
    }

    char at(int index) {
        return whole.charAt(start + index);
    }

    /** The index of the first such character, or -1. */
    int indexOf(char c) {
        int index = whole.indexOf(c, start, end);
        return index < 0 ? -1 : index - start;
    }

    /** How many characters at the beginning are such. */
    int countWhile(IntPredicate such) {
        int at = start;
        while (at < end && such.test(whole.charAt(at))) {
            at++;
        }
        return at - start;
    }

    Piece from(int index) {
        return new Piece(whole, start + index, end);
    }

    Piece upTo(int index) {
        return new Piece(whole, start, start + index);
    }

    Piece trimmed() {
        Piece rest = from(countWhile(Piece::isSpace));
        int length = rest.length();
        while (length > 0 && isSpace(rest.at(length - 1))) {
            length--;
        }
        return rest.upTo(length);
    }

    static boolean isSpace(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** The pieces between commas; empty ones, too. */
    List<Piece> items() {
        var items = new ArrayList<Piece>();
        Piece rest = this;
        for (int comma = rest.indexOf(','); comma >= 0; comma = rest.indexOf(',')) {
            items.add(rest.upTo(comma));
            rest = rest.from(comma + 1);
        }
        items.add(rest);
        return items;
    }

    /** The words between spaces. */
    List<Piece> words() {
        var words = new ArrayList<Piece>();
        Piece rest = trimmed();
        while (!rest.isEmpty()) {
            int length = rest.countWhile(c -> !isSpace(c));
            words.add(rest.upTo(length));
            rest = rest.from(length).trimmed();
        }
        return words;
    }

    boolean is(String word) {
        return length() == word.length() && whole.startsWith(word, start);
    }

    boolean startsWith(String word) {
        return length() >= word.length() && whole.startsWith(word, start);
    }

    boolean endsWith(String word) {
        return length() >= word.length() && whole.startsWith(word, end - word.length());
    }

    String upper() {
        return toString().toUpperCase(Locale.ROOT);
    }

    /** A whole number in a range. */
    int number(int min, int max, String expected) {
        int digits = countWhile(c -> c >= '0' && c <= '9');
        if (digits == 0 || digits != length() || digits > 6) {
            throw refused(expected);
        }
        int number = Integer.parseInt(toString());
        if (number < min || number > max) {
            throw refused(expected);
        }
        return number;
    }

    /** What was made, or the refusal of it here. */
    <T> T checked(Supplier<T> made) {
        return read("", made);
    }

    /** What was read from this piece, or its refusal. */
    <T> T read(String expected, Supplier<T> made) {
        try {
            return made.get();
        } catch (DateTimeException e) {
            throw refused(expected);
        } catch (IllegalArgumentException e) {
            throw refusal(e.getMessage() + ", in " + context() + ".");
        }
    }

    /** The refusal of this piece. */
    Malformed refused(String expected) {
        String found =
                isEmpty() ? start == whole.length() ? "the end" : "nothing" : quoted(start, end);
        return refusal("expected " + expected + ", found " + found + " in " + context() + ".");
    }

    private Malformed refusal(String sentence) {
        return new Malformed(Problem.SYNTAX, "schedule", "column " + (start + 1), sentence);
    }

    private String context() {
        return quoted(Math.max(0, start - SHOWN_MAX), Math.min(whole.length(), start + SHOWN_MAX));
    }

    private String quoted(int from, int to) {
        int last = Math.min(to, from + 2 * SHOWN_MAX);
        var shown = new StringBuilder(from > 0 && from < start ? "\"…" : "\"");
        for (int i = from; i < last; i++) {
            char c = whole.charAt(i);
            if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                String digits = Integer.toHexString(c).toUpperCase(Locale.ROOT);
                shown.append("U+").append("0".repeat(4 - digits.length())).append(digits);
            } else {
                shown.append(c);
            }
        }
        return shown.append(last < to || (to < whole.length() && to > end) ? "…\"" : "\"")
                .toString();
    }

    @Override
    public String toString() {
        return whole.substring(start, end);
    }
}
