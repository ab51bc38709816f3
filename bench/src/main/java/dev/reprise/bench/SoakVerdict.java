package dev.reprise.bench;

import java.util.Locale;

/** What a soak says of one of its figures. */
enum SoakVerdict {
    /** It does not grow. */
    FLAT,
    /** It grows. */
    GROWS,
    /** It went up and down so much, or for so short a time, that a leak could hide. */
    UNCLEAR;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
