package dev.reprise.form;

import dev.reprise.Check;

/**
 * A binary format: its name in messages, the four ASCII letters its files begin with, and its
 * version. A reader refuses another major version and accepts every minor one, older or newer.
 */
public record Format(String name, String magic, int major, int minor, int frameBytesMax) {
    /** The greatest bound of a frame. */
    public static final int FRAME_BYTES_MAX = 1 << 30;

    /** Checks that the letters, the versions and the bound fit their fields. */
    public Format {
        Check.argument(magic.length() == 4, "a format's magic has four letters: %s", magic);
        Check.argument(major >= 1 && major <= 255, "major version out of 1..255: %d", major);
        Check.argument(minor >= 0 && minor <= 255, "minor version out of 0..255: %d", minor);
        Check.argument(
                frameBytesMax >= 1 && frameBytesMax <= FRAME_BYTES_MAX,
                "frameBytesMax out of 1..%d: %d",
                FRAME_BYTES_MAX,
                frameBytesMax);
    }
}
