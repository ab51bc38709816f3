package dev.reprise.engine.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WatchmanTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private Instant now = Instant.EPOCH;
    private final Watchman watchman = Watchman.unmanned(() -> now);
    private final List<Instant> told = new ArrayList<>();

    private Deadline in(Duration span) {
        Instant at = now.plus(span);
        var deadline = new Deadline(at, () -> told.add(at));
        watchman.watch(deadline);
        return deadline;
    }

    @Test
    void deadlines_are_told_in_their_order_once_and_not_before_their_time() {
        in(SECOND.multipliedBy(3));
        in(SECOND);
        in(SECOND.multipliedBy(2));
        watchman.look();
        assertThat(told).isEmpty();
        now = now.plus(SECOND.multipliedBy(2));
        watchman.look();
        watchman.look();
        assertThat(told).containsExactly(Instant.ofEpochSecond(1), Instant.ofEpochSecond(2));
        now = now.plus(SECOND);
        watchman.look();
        assertThat(told).hasSize(3);
    }

    @Test
    void what_is_cancelled_is_not_told() {
        var taken = in(SECOND);
        watchman.look();
        var fresh = in(SECOND);
        assertThat(taken.cancel()).isTrue();
        assertThat(taken.cancel()).isFalse();
        assertThat(fresh.cancel()).isTrue();
        now = now.plus(SECOND);
        watchman.look();
        assertThat(told).isEmpty();
    }

    @Test
    void one_that_throws_does_not_keep_others_from_being_told() {
        watchman.watch(
                new Deadline(
                        now,
                        () -> {
                            throw new IllegalStateException("on purpose");
                        }));
        in(Duration.ZERO);
        watchman.look();
        assertThat(told).hasSize(1);
    }

    @Test
    void it_looks_often_while_deadlines_are_set_and_sleeps_until_the_next_otherwise() {
        in(SECOND);
        assertThat(watchman.look()).isEqualTo(Duration.ofMillis(10).toNanos());
        assertThat(watchman.look()).isEqualTo(SECOND.toNanos());
        now = now.plus(SECOND);
        assertThat(watchman.look()).isEqualTo(Long.MAX_VALUE - Deadline.nanos(now));
    }

    @Test
    void what_was_cancelled_is_swept_out() {
        var far = new ArrayList<Deadline>();
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 1_000; j++) {
                far.add(in(Duration.ofDays(365)));
            }
            watchman.look();
            far.forEach(Deadline::cancel);
            far.clear();
            assertThat(watchman.kept()).isLessThanOrEqualTo(2_048);
        }
    }

    @Test
    void what_is_cancelled_soon_is_not_kept_at_all() {
        watchman.look();
        for (int i = 0; i < 1_000; i++) {
            assertThat(in(Duration.ofDays(365)).cancel()).isTrue();
        }
        assertThat(watchman.isStackEmpty()).isTrue();
        var below = in(SECOND);
        var above = in(SECOND);
        below.cancel();
        above.cancel();
        assertThat(watchman.isStackEmpty()).isFalse(); // one that is not on top stays until a look
        watchman.look();
        assertThat(watchman.isStackEmpty()).isTrue();
        assertThat(watchman.kept()).isZero();
    }

    @Test
    void times_at_the_ends_of_all_time_do_no_harm() {
        watchman.watch(new Deadline(Instant.MAX, () -> told.add(Instant.MAX)));
        in(Duration.ZERO);
        watchman.look();
        assertThat(told).hasSize(1);
        assertThat(Deadline.nanos(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
        assertThat(Deadline.nanos(Instant.MIN)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void its_thread_tells_near_deadlines_and_those_set_by_many_at_once() throws Exception {
        int threads = 4;
        int each = 2_000;
        var all = new CountDownLatch(threads * each);
        try (var real = Watchman.start(InstantSource.system())) {
            var setters = new ArrayList<Thread>();
            for (int i = 0; i < threads; i++) {
                setters.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            for (int j = 0; j < each; j++) {
                                                real.watch(counting(real.now(), j, all));
                                            }
                                        }));
            }
            for (Thread setter : setters) {
                setter.join();
            }
            all.await();
        }
        assertThat(all.getCount()).isZero();
    }

    private static Deadline counting(Instant now, int j, CountDownLatch all) {
        return new Deadline(now.plusMillis(j % 50), all::countDown);
    }
}
