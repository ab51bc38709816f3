package dev.reprise.engine;

import dev.reprise.Check;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How fast time goes by for an engine: as fast as for everybody, or so many times as fast, for
 * those who want to see what becomes of it in a day and have ten minutes. Timers, schedules, waits
 * before another attempt, timeouts and retention follow it; what the engine and the disk do takes
 * as long as ever, so it comes out longer in this time.
 */
public final class Tempo implements InstantSource {
    /** The time that everybody has. */
    public static final Tempo REAL = new Tempo(1);

    private final int times;
    private final Instant begun = Instant.now();
    private final long begunNanos = System.nanoTime();

    private Tempo(int times) {
        Check.argument(times >= 1, "time goes by at least once as fast, not %d times", times);
        this.times = times;
    }

    /** Time that begins now, as it is, and goes by so many times as fast from now on. */
    public static Tempo times(int value) {
        return new Tempo(value);
    }

    @Override
    public Instant instant() {
        return times == 1 ? Instant.now() : steady();
    }

    /** How late it is where nobody ever sets the clock; only spans of it mean something. */
    Instant steady() {
        return begun.plusNanos(Math.multiplyExact(System.nanoTime() - begunNanos, times));
    }

    /** How many nanoseconds of everybody's time it takes until so much of this has gone by. */
    long nanosOf(Duration span) {
        return span.dividedBy(times).plusNanos(1).toNanos();
    }
}
