package dev.reprise.engine;

import dev.reprise.RunId;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes ids that nobody has: UUIDs of version 7, the milliseconds since 1970 and 74 random bits.
 * Runs that begin at about the same time are near each other in a store, so that less of it has to
 * be gone through for each; and a list of them is in the order in which they began.
 */
final class FreshIds implements Supplier<RunId> {
    private static final int TIME_SHIFT = 16;
    private static final long VERSION = 0x7000;
    private static final long BESIDE_VERSION = 0x0FFF;
    private static final long VARIANT = Long.MIN_VALUE;
    private static final long BESIDE_VARIANT = -1L >>> 2;

    private final InstantSource clock;
    private final LongSupplier randoms;

    FreshIds(InstantSource clock, LongSupplier randoms) {
        this.clock = clock;
        this.randoms = randoms;
    }

    @Override
    public RunId get() {
        long first = clock.millis() << TIME_SHIFT;
        first |= VERSION | (randoms.getAsLong() & BESIDE_VERSION);
        long second = VARIANT | (randoms.getAsLong() & BESIDE_VARIANT);
        return new RunId(new UUID(first, second).toString());
    }
}
