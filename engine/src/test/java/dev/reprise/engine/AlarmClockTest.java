package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An alarm that sleeps by a clock that somebody sets. */
@Timeout(60)
final class AlarmClockTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofMillis(50);

    private volatile Duration wrong = Duration.ZERO;
    private final Semaphore rung = new Semaphore(0);
    private final AlarmClock alarm =
            new AlarmClock(() -> Instant.now().plus(wrong), Tempo.REAL::steady, Duration::toNanos);

    @BeforeEach
    void begin() {
        alarm.begin(rung::release);
    }

    @AfterEach
    void close() {
        alarm.close();
    }

    private boolean rings() throws InterruptedException {
        return rung.tryAcquire(20, TimeUnit.SECONDS);
    }

    private boolean isSilent() throws InterruptedException {
        return !rung.tryAcquire(200, TimeUnit.MILLISECONDS);
    }

    @Test
    void it_goes_off_once_at_its_time_by_either_clock() throws InterruptedException {
        alarm.set(Instant.now().plus(SOON));
        assertThat(rings()).isTrue();
        assertThat(isSilent()).isTrue();
        alarm.set(Instant.MAX, Tempo.REAL.steady().plus(SOON));
        assertThat(rings()).isTrue();
        alarm.set(Instant.now().plus(SOON), Instant.MAX);
        assertThat(rings()).isTrue();
        assertThat(isSilent()).isTrue();
    }

    @Test
    void a_clock_that_is_set_back_meanwhile_does_not_make_it_late() throws InterruptedException {
        alarm.set(Instant.now().plus(SOON), Tempo.REAL.steady().plus(SOON));
        wrong = HOUR.negated();
        assertThat(rings()).isTrue();
    }

    @Test
    void what_is_set_for_a_moment_waits_for_that_moment() throws InterruptedException {
        alarm.set(Instant.now().plus(SOON), Instant.MAX);
        wrong = HOUR.negated();
        assertThat(isSilent()).isTrue();
        alarm.set(Instant.now().minus(HOUR).plus(SOON), Instant.MAX);
        assertThat(rings()).isTrue();
    }
}
