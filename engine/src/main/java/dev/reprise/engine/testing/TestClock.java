package dev.reprise.engine.testing;

import dev.reprise.Check;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is put forward. It outlives crashes. */
final class TestClock implements InstantSource {
    private volatile Instant now;

    TestClock(Instant now) {
        this.now = now;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void put(Instant to) {
        Check.argument(
                !to.isBefore(now), "the clock is at %s and cannot be put back to %s", now, to);
        now = to;
    }

    @Override
    public String toString() {
        return now.toString();
    }
}
