package dev.reprise.filter;

import dev.reprise.Check;
import dev.reprise.form.Malformed;
import java.util.Arrays;

/** A pattern for texts, in which some places stand for anything. */
final class Glob {
    private static final int ANY = -1;
    private static final int ONE = -2;

    private final int[] parts;
    private final boolean folded;

    private Glob(int[] parts, boolean folded) {
        this.parts = parts;
        this.folded = folded;
    }

    /**
     * The pattern.
     *
     * @param folded whether upper and lower case are the same
     */
    static Glob of(String pattern, boolean folded) {
        int[] parts = new int[pattern.length()];
        int size = 0;
        for (int i = 0; i < pattern.length(); ) {
            int letter = pattern.codePointAt(i);
            i += Character.charCount(letter);
            if (letter == '%') {
                if (size == 0 || parts[size - 1] != ANY) {
                    parts[size++] = ANY;
                }
            } else if (letter == '_') {
                parts[size++] = ONE;
            } else {
                if (letter == '\\') {
                    Check.argument(
                            i < pattern.length(),
                            "a pattern must not end in \\, which makes the next letter plain: '%s'",
                            Malformed.shown(pattern));
                    letter = pattern.codePointAt(i);
                    i += Character.charCount(letter);
                }
                parts[size++] = folded ? fold(letter) : letter;
            }
        }
        return new Glob(Arrays.copyOf(parts, size), folded);
    }

    /** The pattern that only this text is like. */
    static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    private static int fold(int letter) {
        return Character.toLowerCase(Character.toUpperCase(letter));
    }

    /** What everything begins with that is like this pattern. */
    String prefix() {
        var prefix = new StringBuilder();
        for (int part : parts) {
            if (part < 0) {
                break;
            }
            prefix.appendCodePoint(part);
        }
        return prefix.toString();
    }

    /** Whether only one text is like this pattern: {@link #prefix()}. */
    boolean isExact() {
        return Arrays.stream(parts).allMatch(it -> it >= 0);
    }

    /**
     * Whether the text is like this. What follows the last place for anything is tried further and
     * further to the right; what came before it need not be tried again.
     */
    boolean matches(String text) {
        int at = 0;
        int part = 0;
        int anyPart = -1;
        int anyAt = 0;
        while (at < text.length()) {
            int letter = text.codePointAt(at);
            if (part < parts.length && parts[part] == ANY) {
                anyPart = part++;
                anyAt = at;
            } else if (part < parts.length && is(parts[part], letter)) {
                part++;
                at += Character.charCount(letter);
            } else if (anyPart >= 0) {
                part = anyPart + 1;
                anyAt += Character.charCount(text.codePointAt(anyAt));
                at = anyAt;
            } else {
                return false;
            }
            if (part == parts.length && anyPart == parts.length - 1) {
                return true;
            }
        }
        while (part < parts.length && parts[part] == ANY) {
            part++;
        }
        return part == parts.length;
    }

    private boolean is(int part, int letter) {
        return part == ONE || part == (folded ? fold(letter) : letter);
    }
}
