package dev.reprise.filter;

import dev.reprise.form.Malformed;

/** The order of texts in filters, and of run ids in a store: that of their code points. */
final class TextOrder {
    private static final int SURROGATES = Character.MAX_SURROGATE + 1 - Character.MIN_SURROGATE;

    private TextOrder() {}

    static int compare(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char x = one.charAt(i);
            char y = other.charAt(i);
            if (x != y) {
                return Integer.compare(rank(x), rank(y));
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    /** Halves of surrogate pairs stand for characters beyond all others. */
    private static int rank(char c) {
        return Character.isSurrogate(c) ? c + Character.MAX_VALUE : c;
    }

    static String least(String one, String other) {
        return compare(one, other) <= 0 ? one : other;
    }

    static String greatest(String one, String other) {
        return compare(one, other) >= 0 ? one : other;
    }

    /** The first text after this one. */
    static String next(String text) {
        return text + '\0';
    }

    /**
     * The first text after all that begin with {@code prefix}, or empty when none comes after them.
     */
    static String afterPrefix(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1;
                if (next == Character.MIN_SURROGATE) {
                    next += SURROGATES;
                }
                return prefix.substring(0, end) + Character.toString(next);
            }
        }
        return "";
    }

    /** Checks a text of at most {@code charsMax} UTF-16 units: no half of a surrogate pair. */
    static String checked(String what, String text, int charsMax) {
        if (text.length() > charsMax) {
            throw new IllegalArgumentException(
                    what
                            + " has at most "
                            + charsMax
                            + " characters, not "
                            + text.length()
                            + ": '"
                            + Malformed.shown(text)
                            + "'");
        }
        for (int i = 0; i < text.length(); i++) {
            int letter = text.codePointAt(i);
            if (letter >= Character.MIN_SURROGATE && letter <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(
                        what
                                + " is not well-formed Unicode: character "
                                + i
                                + " is half of a surrogate pair");
            }
            i += Character.charCount(letter) - 1;
        }
        return text;
    }
}
