package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The watchdog, with a clock that the test moves. */
class WatchdogTest {
    private static final long SECOND = 1_000_000_000L;

    private long now;
    private final Watchdog watchdog = Watchdog.onCall(Duration.ofSeconds(8), () -> now);
    private final List<Stuck> told = new ArrayList<>();
    private final Seat seat = watchdog.seat(told::add);

    private static final class Work implements Watched {
        final List<Stuck> givenUp = new ArrayList<>();
        @Nullable Runnable whileDescribed;
        boolean refuses;

        @Override
        public @Nullable Strand strand() {
            return null;
        }

        @Override
        public String describe(StackTraceElement[] stack) {
            if (whileDescribed != null) {
                whileDescribed.run();
            }
            return "it stands in " + stack[0].getMethodName();
        }

        @Override
        public void givenUp(Stuck stuck) {
            givenUp.add(stuck);
            if (refuses) {
                throw new IllegalStateException("broken work");
            }
        }
    }

    private void lookEverySecond(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += SECOND;
            watchdog.look();
        }
    }

    @Test
    void work_that_does_not_come_along_is_given_up_once() {
        var work = new Work();
        assertThat(seat.begin(work)).isTrue();
        watchdog.look();
        lookEverySecond(7);
        assertThat(told).isEmpty();
        lookEverySecond(1);
        assertThat(told).hasSize(1);
        assertThat(told.getFirst()).hasMessageStartingWith("it stands in ");
        assertThat(told.getFirst().thread()).isSameAs(Thread.currentThread());
        assertThat(work.givenUp).isEqualTo(told);
        lookEverySecond(30);
        assertThat(told).hasSize(1);
        assertThat(seat.end()).containsSame(told.getFirst());
        assertThat(seat.isLost()).isTrue();
    }

    @Test
    void work_that_steps_is_left_alone() {
        seat.begin(new Work());
        for (int i = 0; i < 10; i++) {
            lookEverySecond(7);
            seat.step();
        }
        assertThat(told).isEmpty();
        assertThat(seat.end()).isEmpty();
        assertThat(seat.isLost()).isFalse();
    }

    @Test
    void the_same_work_begun_again_counts_anew() {
        var work = new Work();
        for (int i = 0; i < 10; i++) {
            seat.begin(work);
            lookEverySecond(7);
            assertThat(seat.end()).isEmpty();
        }
        assertThat(told).isEmpty();
    }

    @Test
    void a_process_that_stood_still_as_a_whole_is_not_stuck() {
        seat.begin(new Work());
        watchdog.look();
        now += 3600 * SECOND;
        watchdog.look();
        now += 3600 * SECOND;
        watchdog.look();
        assertThat(told).isEmpty();
        seat.step();
        lookEverySecond(8);
        assertThat(told).isEmpty();
        assertThat(seat.end()).isEmpty();
    }

    @Test
    void work_that_comes_along_while_it_is_described_is_not_given_up() {
        var work = new Work();
        work.whileDescribed = seat::step;
        seat.begin(work);
        lookEverySecond(20);
        assertThat(told).isEmpty();
        assertThat(work.givenUp).isEmpty();
        work.whileDescribed = seat::end;
        lookEverySecond(20);
        assertThat(told).isEmpty();
        assertThat(seat.isLost()).isFalse();
    }

    @Test
    void work_inside_other_work_is_part_of_it() {
        var outer = new Work();
        var inner = new Work();
        assertThat(seat.begin(outer)).isTrue();
        assertThat(seat.begin(inner)).isFalse();
        lookEverySecond(10);
        assertThat(outer.givenUp).hasSize(1);
        assertThat(inner.givenUp).isEmpty();
        assertThat(seat.end()).isPresent();
    }

    @Test
    void a_seat_that_stays_idle_is_dropped_and_comes_back() {
        seat.begin(new Work());
        watchdog.look();
        assertThat(watchdog.seats()).isEqualTo(1);
        seat.end();
        lookEverySecond(40);
        assertThat(watchdog.seats()).isZero();
        seat.begin(new Work());
        lookEverySecond(10);
        assertThat(told).hasSize(1);
    }

    @Test
    void a_listener_that_throws_harms_nobody() {
        Seat broken =
                watchdog.seat(
                        _ -> {
                            throw new IllegalStateException("broken listener");
                        });
        broken.begin(new Work());
        seat.begin(new Work());
        lookEverySecond(10);
        assertThat(told).hasSize(1);
    }

    @Test
    void whoever_waits_is_told_even_when_the_work_throws() {
        var work = new Work();
        work.refuses = true;
        seat.begin(work);
        lookEverySecond(10);
        assertThat(told).hasSize(1);
    }

    @Test
    void patience_is_positive() {
        assertThatThrownBy(() -> new Watchdog(Duration.ZERO)).hasMessageContaining("PT0S");
    }

    @Test
    void to_end_what_never_began_is_refused() {
        assertThatThrownBy(seat::end).hasMessageContaining("began");
    }
}
