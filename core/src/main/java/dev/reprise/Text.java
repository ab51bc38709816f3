package dev.reprise;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The two kinds of text that are written down: names, which are checked, and prose, which is made
 * to fit. Both are well-formed Unicode, so that what is read back is what was written.
 */
public final class Text {
    /** The longest name, in UTF-16 units: a type, an id, a task queue, a label. */
    public static final int NAME_CHARS_MAX = 1_000;

    /** The longest prose, in UTF-16 units: a message, a reason. What is longer is cut. */
    public static final int PROSE_CHARS_MAX = 16_384;

    private static final char REPLACEMENT = '\uFFFD';

    private Text() {}

    /**
     * Checks a name that must be there: not blank, not longer than {@link #NAME_CHARS_MAX}, without
     * control characters and broken surrogate pairs.
     *
     * @param what what the name is, for the message: "an activity type"
     */
    public static String name(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank: \"" + value + "\"");
        }
        return optionalName(what, value);
    }

    /** As {@link #name}, but an empty text is right too: it says that there is no name. */
    public static String optionalName(String what, String value) {
        int length = value.length();
        if (length > NAME_CHARS_MAX) {
            throw new IllegalArgumentException(
                    what
                            + " has at most "
                            + NAME_CHARS_MAX
                            + " characters, not "
                            + length
                            + ": \""
                            + value.substring(0, 40)
                            + "…\"");
        }
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < ' ' || c >= 0x7F) {
                i = checkedUnusual(what, value, i, c);
            }
        }
        return value;
    }

    /** The index of the last UTF-16 unit of the character at {@code i}, which must be allowed. */
    private static int checkedUnusual(String what, String value, int i, char c) {
        if (Character.isISOControl(c)) {
            throw new IllegalArgumentException(
                    what
                            + " must not contain control characters, but character "
                            + i
                            + " is U+"
                            + hex4(c));
        }
        if (Character.isSurrogate(c)) {
            if (!startsPair(value, i)) {
                throw new IllegalArgumentException(
                        what
                                + " is not well-formed Unicode: character "
                                + i
                                + " is half of a surrogate pair, U+"
                                + hex4(c));
            }
            return i + 1;
        }
        return i;
    }

    /**
     * Makes prose fit: what is longer than {@link #PROSE_CHARS_MAX} is cut and ends in "…", half a
     * surrogate pair becomes U+FFFD. Nothing that comes out of it is changed by a second time.
     */
    public static String prose(String value) {
        String text = value;
        if (text.length() > PROSE_CHARS_MAX) {
            int end = PROSE_CHARS_MAX - 1;
            text = text.substring(0, startsPair(text, end - 1) ? end - 1 : end) + "…";
        }
        @Nullable StringBuilder repaired = null;
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) {
                continue;
            }
            if (startsPair(text, i)) {
                i++;
            } else {
                repaired = repaired == null ? new StringBuilder(text) : repaired;
                repaired.setCharAt(i, REPLACEMENT);
            }
        }
        return repaired == null ? text : repaired.toString();
    }

    /**
     * The first {@code length} bytes as text, when they are well-formed UTF-8 without control
     * characters other than tabs and line breaks.
     */
    public static Optional<String> printable(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] >= 0 && !isPrintable(bytes[i])) {
                return Optional.empty();
            }
        }
        try {
            var buffer = ByteBuffer.wrap(bytes, 0, length);
            String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
            return text.chars().allMatch(Text::isPrintable) ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean isPrintable(int c) {
        return !Character.isISOControl(c) || c == '\n' || c == '\t' || c == '\r';
    }

    private static boolean startsPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    private static String hex4(char c) {
        String digits = Integer.toHexString(c);
        return "0".repeat(4 - digits.length()) + digits;
    }
}
