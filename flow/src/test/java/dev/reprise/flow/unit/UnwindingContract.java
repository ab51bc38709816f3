package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.unit.Strand.Stop;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How every kind of strand is dropped. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // nothing is thrown in between
abstract class UnwindingContract {
    abstract StrandContract kind();

    @Test
    void paused_code_is_ended_by_an_error_and_cleans_up() {
        var seen = new ArrayList<String>();
        Strand strand =
                kind().strand(
                                self -> {
                                    try {
                                        self.pause();
                                        seen.add("went on");
                                    } finally {
                                        seen.add("cleaned up, unwinding " + self.isUnwinding());
                                    }
                                });
        kind().drive(strand, 1);
        assertThat(strand.isUnwinding()).isFalse();
        assertThat(kind().driving(strand::unwind)).isTrue();
        assertThat(seen).containsExactly("cleaned up, unwinding true");
        assertThat(strand.thrown().orElseThrow()).isInstanceOf(Unwinding.class);
        assertThat(kind().driving(strand::unwind)).isTrue();
    }

    @Test
    void code_that_never_ran_never_will() {
        var ran = new AtomicBoolean();
        Strand strand = kind().strand(_ -> ran.set(true));
        assertThat(strand.unwind()).isTrue();
        assertThat(strand.isStarted()).isFalse();
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.ENDED);
        assertThat(ran).isFalse();
    }

    @Test
    void code_that_has_ended_is_left_alone() {
        Strand strand = kind().strand(_ -> {});
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isTrue();
        assertThat(strand.isUnwinding()).isFalse();
    }

    @Test
    void every_further_pause_throws_again() {
        var thrown = new AtomicInteger();
        Strand strand =
                kind().strand(
                                self -> {
                                    for (int i = 0; i < 100; i++) {
                                        try {
                                            self.pause();
                                        } catch (Unwinding _) {
                                            thrown.incrementAndGet();
                                        }
                                    }
                                });
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isTrue();
        assertThat(thrown).hasValue(100);
        assertThat(strand.thrown()).isEmpty();
    }

    @Test
    void code_that_swallows_it_for_ever_is_given_up_and_counted() {
        var thrown = new AtomicInteger();
        Strand strand =
                kind().strand(
                                self -> {
                                    while (true) {
                                        try {
                                            self.pause();
                                        } catch (Throwable _) {
                                            thrown.incrementAndGet();
                                        }
                                    }
                                });
        long before = Strands.lost();
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isFalse();
        assertThat(thrown).hasValue(Strand.SWALLOWED_MAX);
        assertThat(Strands.lost()).isEqualTo(before + 1);
        assertThat(kind().driving(strand::unwind)).isFalse();
        assertThat(thrown).hasValue(Strand.SWALLOWED_MAX);
        assertThat(Strands.lost()).isEqualTo(before + 1);
    }

    @Test
    void code_that_swallows_it_as_often_as_it_may_ends() {
        Strand strand =
                kind().strand(
                                self -> {
                                    for (int i = 0; i < Strand.SWALLOWED_MAX; i++) {
                                        try {
                                            self.pause();
                                        } catch (Unwinding _) {
                                            // again
                                        }
                                    }
                                });
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isTrue();
    }

    @Test
    void another_thread_that_calls_is_told_and_counts_for_nothing() throws InterruptedException {
        var told = new AtomicInteger();
        var started = new Thread[1];
        Strand strand =
                kind().strand(
                                self -> {
                                    try {
                                        self.pause();
                                    } finally {
                                        started[0] =
                                                Thread.ofPlatform().start(() -> ask(self, told));
                                    }
                                });
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isTrue();
        started[0].join();
        assertThat(told).hasValue(Strand.SWALLOWED_MAX + 5);
        assertThat(strand.isEnded()).isTrue();
    }

    private static void ask(Strand strand, AtomicInteger told) {
        for (int i = 0; i < Strand.SWALLOWED_MAX + 5; i++) {
            try {
                strand.pause();
            } catch (Unwinding _) {
                told.incrementAndGet();
            }
        }
    }

    // ---- Code that blocks ----

    @Test
    void blocked_code_is_interrupted() {
        var interrupted = new AtomicBoolean();
        Strand strand =
                kind().strand(
                                _ -> {
                                    try {
                                        Thread.sleep(3_600_000);
                                    } catch (InterruptedException _) {
                                        interrupted.set(true);
                                    }
                                });
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.BLOCKED);
        assertThat(kind().driving(strand::unwind)).isTrue();
        assertThat(interrupted).isTrue();
    }

    @Test
    void code_that_blocks_while_it_cleans_up_is_interrupted_too() {
        var interrupts = new AtomicInteger();
        Strand strand =
                kind().strand(
                                self -> {
                                    try {
                                        self.pause();
                                    } finally {
                                        for (int i = 0; i < 5; i++) {
                                            try {
                                                Thread.sleep(3_600_000);
                                            } catch (InterruptedException _) {
                                                interrupts.incrementAndGet();
                                            }
                                        }
                                    }
                                });
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isTrue();
        assertThat(interrupts).hasValue(5);
    }

    @Test
    void code_that_blocks_for_ever_is_given_up() {
        var lock = new ReentrantLock();
        long before = Strands.lost();
        Strand holder =
                kind().strand(
                                self -> {
                                    lock.lock();
                                    try {
                                        self.pause();
                                    } finally {
                                        lock.unlock();
                                    }
                                });
        Strand strand =
                kind().strand(
                                self -> {
                                    try {
                                        self.pause();
                                    } finally {
                                        lock.lock();
                                        lock.unlock();
                                    }
                                });
        kind().drive(holder, 1);
        kind().drive(strand, 1);
        assertThat(kind().driving(strand::unwind)).isFalse();
        assertThat(Strands.lost()).isEqualTo(before + 1);
        assertThat(kind().driving(holder::unwind)).isTrue();
    }

    @Test
    void code_in_a_foreign_monitor_is_given_up_without_hanging() throws InterruptedException {
        var monitor = new Object();
        var held = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        Thread holder =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    synchronized (monitor) {
                                        held.countDown();
                                        while (done.getCount() > 0) {
                                            LockSupport.parkNanos(1_000_000);
                                        }
                                    }
                                });
        held.await();
        Strand strand =
                kind().strand(
                                _ -> {
                                    synchronized (monitor) {
                                        assertThat(Thread.holdsLock(monitor)).isTrue();
                                    }
                                });
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.BLOCKED);
        assertThat(kind().driving(strand::unwind)).isFalse();
        done.countDown();
        holder.join();
    }

    // ---- Nothing stays ----

    @Test
    void strands_that_ended_or_were_dropped_leave_nothing_behind() throws InterruptedException {
        var kept = new ArrayList<WeakReference<Object>>();
        for (int i = 0; i < 50; i++) {
            kept.add(remains(i));
        }
        assertThat(Garbage.isCollected(kept)).isTrue();
    }

    /** What the code of a strand holds, when the strand is gone. */
    private WeakReference<Object> remains(int number) {
        var held = new Object();
        var reference = new WeakReference<>(held);
        Strand strand =
                kind().strand(
                                self -> {
                                    List<Object> mine = List.of(held);
                                    self.pause();
                                    assertThat(mine).hasSize(1);
                                });
        if (number % 2 == 0) {
            assertThat(kind().drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.ENDED);
        } else {
            kind().drive(strand, 1);
            assertThat(kind().driving(strand::unwind)).isTrue();
        }
        return reference;
    }
}
