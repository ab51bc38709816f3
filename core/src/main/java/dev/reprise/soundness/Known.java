package dev.reprise.soundness;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a state is known by: its outline. */
final class Known {
    /** No state: the run is over, or something is wrong already. */
    static final Known NOTHING = new Known(new byte[0]);

    private final byte[] outline;
    private final int hash;

    Known(byte[] outline) {
        this.outline = outline;
        this.hash = Arrays.hashCode(outline);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Known that
                && hash == that.hash
                && Arrays.equals(outline, that.outline);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
