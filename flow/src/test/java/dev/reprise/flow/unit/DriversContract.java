package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that drive strands of every kind, when one of them gets stuck. */
@Timeout(60)
abstract class DriversContract {
    private static final Duration PATIENCE = Duration.ofMillis(400);

    private final AtomicBoolean spins = new AtomicBoolean(true);

    abstract Strands strands();

    @AfterEach
    void let_go() {
        spins.set(false);
    }

    private record Work(Strand strand, Runnable whenGivenUp) implements Watched {
        @Override
        public String describe(StackTraceElement[] stack) {
            return "stuck at " + List.of(stack);
        }

        @Override
        public void givenUp(Stuck stuck) {
            whenGivenUp.run();
        }
    }

    /** Drives a strand to its end, or until it is given up, as a machine does. */
    private static String driven(Strand strand) {
        return driven(strand, () -> {});
    }

    private static String driven(Strand strand, Runnable whenGivenUp) {
        Seat seat = Seat.mine();
        assertThat(seat.begin(new Work(strand, whenGivenUp))).isTrue();
        Strand.@Nullable Stop stop;
        do {
            seat.step();
            stop = strand.resume();
        } while (stop == Strand.Stop.PAUSED);
        return seat.end().map(_ -> "lost").orElse(String.valueOf(stop));
    }

    private Strand ordinary() {
        var self = new Strand[1];
        self[0] =
                strands()
                        .strand(
                                () -> {
                                    for (int i = 0; i < 100; i++) {
                                        self[0].pause();
                                    }
                                });
        return self[0];
    }

    private void spinHere() {
        while (spins.get()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void work_is_done_on_threads_of_the_right_kind() {
        try (var drivers = new Drivers(strands(), 2, PATIENCE)) {
            assertThat(drivers.submit(() -> strands().isAtHome()).join()).isTrue();
            var all = new ArrayList<CompletableFuture<String>>();
            for (int i = 0; i < 200; i++) {
                Strand strand = ordinary();
                all.add(drivers.submit(() -> driven(strand)));
            }
            assertThat(all).allMatch(it -> it.join().equals("ENDED"));
            assertThat(drivers.size()).isEqualTo(2);
            assertThat(drivers.abandoned()).isZero();
        }
    }

    @Test
    void what_work_throws_is_told_to_who_waits_for_it() {
        try (var drivers = new Drivers(strands(), 1, PATIENCE)) {
            var result =
                    drivers.submit(
                            () -> {
                                throw new IllegalStateException("broken");
                            });
            assertThatThrownBy(result::join)
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("broken");
            assertThat(drivers.submit(() -> 1).join()).isEqualTo(1);
        }
    }

    @Test
    void one_that_spins_is_abandoned_and_replaced_and_the_others_go_on() {
        try (var drivers = new Drivers(strands(), 2, PATIENCE)) {
            Strand spinning = strands().strand(this::spinHere);
            var stuck = drivers.submit(() -> driven(spinning));
            var others = new ArrayList<CompletableFuture<String>>();
            for (int i = 0; i < 100; i++) {
                Strand strand = ordinary();
                others.add(drivers.submit(() -> driven(strand)));
            }
            assertThat(others).allMatch(it -> it.join().equals("ENDED"));
            assertThatThrownBy(stuck::join)
                    .hasCauseInstanceOf(Stuck.class)
                    .hasMessageContaining("DriversContract.spinHere");
            assertThat(drivers.abandoned()).isEqualTo(1);
            assertThat(drivers.live()).isEqualTo(2);
            Strand later = ordinary();
            assertThat(drivers.submit(() -> driven(later)).join()).isEqualTo("ENDED");
            assertThat(((Stuck) stuck.exceptionNow()).getStackTrace())
                    .anyMatch(it -> it.getMethodName().equals("spinHere"));
        }
    }

    @Test
    void an_abandoned_thread_that_comes_back_ends() throws InterruptedException {
        try (var drivers = new Drivers(strands(), 1, PATIENCE)) {
            Strand spinning = strands().strand(this::spinHere);
            var stuck = drivers.submit(() -> driven(spinning));
            assertThatThrownBy(stuck::join).hasCauseInstanceOf(Stuck.class);
            Thread lost = ((Stuck) stuck.exceptionNow()).thread();
            spins.set(false);
            lost.join();
            assertThat(lost.isAlive()).isFalse();
            assertThat(drivers.live()).isEqualTo(1);
            assertThat(drivers.submit(Thread::currentThread).join()).isNotSameAs(lost);
        }
    }

    @Test
    void who_waits_is_told_even_when_the_work_ends_before_the_watchdog_has_said_so() {
        try (var drivers = new Drivers(strands(), 1, PATIENCE)) {
            Strand spinning = strands().strand(this::spinHere);
            var returned = new CountDownLatch(1);
            Runnable comeBack =
                    () -> {
                        spins.set(false);
                        try {
                            returned.await();
                            Thread.sleep(20);
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    };
            var stuck =
                    drivers.submit(
                            () -> {
                                String stop = driven(spinning, comeBack);
                                returned.countDown();
                                return stop;
                            });
            assertThatThrownBy(stuck::join).hasCauseInstanceOf(Stuck.class);
            assertThat(drivers.submit(() -> 1).join()).isEqualTo(1);
        }
    }

    @Test
    void a_detour_that_gets_stuck_is_left() throws InterruptedException {
        try (var watchdog = new Watchdog(PATIENCE)) {
            Strand spinning = strands().strand(this::spinHere);
            var task = new FutureTask<>(() -> strands().driving(() -> driven(spinning), watchdog));
            (strands().isInline() ? Thread.ofVirtual() : Thread.ofPlatform()).start(task).join();
            assertThat(task.exceptionNow())
                    .isInstanceOf(Stuck.class)
                    .hasMessageContaining("spinHere");
        }
    }

    @Test
    void code_that_waits_leniently_for_ever_is_given_up_and_its_driver_comes_back()
            throws InterruptedException {
        try (var drivers = new Drivers(strands(), 1, PATIENCE)) {
            var self = new Strand[1];
            self[0] =
                    strands()
                            .strand(
                                    () -> {
                                        self[0].lenient(true);
                                        while (spins.get()) {
                                            LockSupport.park();
                                        }
                                    });
            var stuck = drivers.submit(() -> driven(self[0]));
            assertThatThrownBy(stuck::join)
                    .hasCauseInstanceOf(Stuck.class)
                    .hasMessageContaining("LockSupport.park");
            ((Stuck) stuck.exceptionNow()).thread().join();
            assertThat(self[0].isBlocked()).isTrue();
        }
    }

    @Test
    void closed_drivers_finish_what_they_have_and_end() throws InterruptedException {
        var drivers = new Drivers(strands(), 3, PATIENCE);
        var all = new ArrayList<CompletableFuture<Thread>>();
        for (int i = 0; i < 50; i++) {
            all.add(drivers.submit(Thread::currentThread));
        }
        drivers.close();
        drivers.close();
        for (var each : all) {
            each.join().join();
        }
        assertThatThrownBy(() -> drivers.submit(() -> 1)).hasMessageContaining("closed");
        while (drivers.live() > 0) {
            Thread.onSpinWait();
        }
        assertThat(drivers.live()).isZero();
    }

    @Test
    void there_is_at_least_one() {
        assertThatThrownBy(() -> new Drivers(strands(), 0)).hasMessageContaining("0");
    }
}
