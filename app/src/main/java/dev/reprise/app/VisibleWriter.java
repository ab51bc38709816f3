package dev.reprise.app;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;

/**
 * Lets through what is to be read, and shows what a terminal would obey: {@code U+001B} instead of
 * an escape. Texts of runs come from services, models and strangers. Only line breaks and tabs are
 * obeyed.
 */
final class VisibleWriter extends FilterWriter {
    private VisibleWriter(Writer out) {
        super(out);
    }

    /** A printer for words; colours do not pass it. */
    static PrintWriter over(PrintWriter out) {
        return new PrintWriter(new VisibleWriter(out), true);
    }

    /** A text as it is shown. */
    static String shown(String text) {
        var shown = new StringBuilder();
        text.chars().forEach(it -> shown.append(shown((char) it)));
        return shown.toString();
    }

    private static String shown(char letter) {
        return isObeyed(letter)
                ? String.format(Locale.ROOT, "U+%04X", (int) letter)
                : Character.toString(letter);
    }

    /** Control characters, and those that turn the direction of the text around them. */
    private static boolean isObeyed(char letter) {
        return switch (letter) {
            case '\n', '\t' -> false;
            case '\u061C', '\u200E', '\u200F' -> true;
            default ->
                    Character.isISOControl(letter)
                            || (letter >= '\u202A' && letter <= '\u202E')
                            || (letter >= '\u2066' && letter <= '\u2069');
        };
    }

    @Override
    public void write(int letter) throws IOException {
        out.write(shown((char) letter));
    }

    @Override
    public void write(char[] letters, int from, int count) throws IOException {
        out.write(shown(new String(letters, from, count)));
    }

    @Override
    public void write(String text, int from, int count) throws IOException {
        out.write(shown(text.substring(from, from + count)));
    }
}
