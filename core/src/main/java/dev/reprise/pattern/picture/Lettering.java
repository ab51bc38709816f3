package dev.reprise.pattern.picture;

import java.util.stream.Collectors;

/** How wide text is, near enough: fonts differ, so rather too wide. */
final class Lettering {
    /** The size of names. */
    static final int NAME = 13;

    /** The size of everything else. */
    static final int NOTE = 11;

    private static final String NARROW = "fijlrtI.,:;'|!()[]{} \"";
    private static final String WIDE = "mwMW@%…";

    /** From here on letters may be as wide as they are high. */
    private static final int FULL_WIDTH = 0x1100;

    private Lettering() {}

    /** How many pixels text of that size needs. */
    static int width(String text, int size) {
        int hundredths = text.codePoints().map(Lettering::hundredths).sum();
        return (hundredths * size + 99) / 100;
    }

    private static int hundredths(int letter) {
        if (NARROW.indexOf(letter) >= 0) {
            return 38;
        }
        if (WIDE.indexOf(letter) >= 0) {
            return 95;
        }
        return letter >= FULL_WIDTH ? 110 : Character.isUpperCase(letter) ? 72 : 60;
    }

    /** The text, or its beginning when it has more letters than these. */
    static String cut(String text, int letters) {
        return text.codePointCount(0, text.length()) <= letters
                ? text
                : text.codePoints()
                                .limit(letters - 1L)
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining())
                        + "…";
    }
}
