package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.flow.unit.Strand.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every kind of strand does: how code stops, goes on, and ends. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // nothing is thrown in between
abstract class StrandContract {
    abstract Strands strands();

    /** Code that is given its own strand. */
    final Strand strand(Consumer<Strand> code) {
        var self = new Strand[1];
        self[0] = strands().strand(() -> code.accept(self[0]));
        return self[0];
    }

    /** Drives on a thread of the right kind. */
    final <T> T driving(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread thread =
                strands().isInline()
                        ? Thread.ofPlatform().daemon().start(task)
                        : Thread.ofVirtual().start(task);
        try {
            thread.join();
            return task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    final List<Stop> drive(Strand strand, int resumes) {
        return driving(
                () -> {
                    var stops = new ArrayList<Stop>();
                    for (int i = 0; i < resumes; i++) {
                        stops.add(strand.resume());
                    }
                    return stops;
                });
    }

    // ---- Pausing ----

    @Test
    void code_goes_on_where_it_paused_until_it_ends() {
        var seen = new ArrayList<String>();
        Strand strand =
                strand(
                        self -> {
                            seen.add("a");
                            self.pause();
                            seen.add("b");
                            self.pause();
                            seen.add("c");
                        });
        assertThat(seen).isEmpty();
        assertThat(drive(strand, 1)).containsExactly(Stop.PAUSED);
        assertThat(seen).containsExactly("a");
        assertThat(drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.ENDED);
        assertThat(seen).containsExactly("a", "b", "c");
        assertThat(strand.thrown()).isEmpty();
    }

    @Test
    void code_pauses_a_hundred_thousand_times() {
        var count = new AtomicInteger();
        Strand strand =
                strand(
                        self -> {
                            while (count.incrementAndGet() < 100_000) {
                                self.pause();
                            }
                        });
        int resumes =
                driving(
                        () -> {
                            int n = 1;
                            while (strand.resume() == Stop.PAUSED) {
                                assertThat(count.get()).isEqualTo(n);
                                n++;
                            }
                            return n;
                        });
        assertThat(resumes).isEqualTo(100_000);
    }

    @Test
    void code_pauses_deep_in_its_stack() {
        var depth = new AtomicInteger();
        Strand strand = strand(self -> descend(self, 500, depth));
        assertThat(drive(strand, 502).getLast()).isEqualTo(Stop.ENDED);
        assertThat(depth).hasValue(501);
    }

    private static void descend(Strand self, int left, AtomicInteger depth) {
        self.pause();
        depth.incrementAndGet();
        if (left > 0) {
            descend(self, left - 1, depth);
        }
    }

    @Test
    void what_the_code_throws_ends_it_and_is_kept() {
        Strand strand =
                strand(
                        self -> {
                            self.pause();
                            throw new IllegalStateException("broken");
                        });
        assertThat(drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.ENDED);
        assertThat(strand.thrown().orElseThrow()).hasMessage("broken");
    }

    @Test
    void code_that_has_ended_cannot_be_resumed() {
        Strand strand = strand(_ -> {});
        assertThat(drive(strand, 1)).containsExactly(Stop.ENDED);
        assertThatThrownBy(() -> drive(strand, 1)).hasMessageContaining("ended");
    }

    @Test
    void a_stack_that_is_used_up_ends_the_code_and_nothing_else() {
        Strand strand = strand(StrandContract::endless);
        assertThat(drive(strand, 1)).containsExactly(Stop.ENDED);
        assertThat(strand.thrown().orElseThrow()).isInstanceOf(StackOverflowError.class);
        assertThat(drive(strand(Strand::pause), 2)).containsExactly(Stop.PAUSED, Stop.ENDED);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static void endless(Strand self) {
        endless(self);
    }

    @Test
    void only_the_code_of_a_strand_is_current() {
        var inside = new ArrayList<Boolean>();
        var other = new Strand[1];
        Strand strand =
                strand(
                        self -> {
                            inside.add(self.isCurrent());
                            inside.add(other[0].isCurrent());
                        });
        other[0] = strand(Strand::pause);
        drive(other[0], 1);
        drive(strand, 1);
        assertThat(inside).containsExactly(true, false);
        assertThat(strand.isCurrent()).isFalse();
        drive(other[0], 1);
    }

    @Test
    void the_stack_tells_where_the_code_paused() {
        Strand strand = strand(StrandContract::pausesHere);
        assertThat(strand.stack()).isEmpty();
        drive(strand, 1);
        assertThat(strand.stack()).anyMatch(frame -> frame.getMethodName().equals("pausesHere"));
        drive(strand, 1);
        driving(
                () -> {
                    while (strand.stack().length > 0) {
                        Thread.onSpinWait();
                    }
                    return true;
                });
        assertThat(strand.stack()).isEmpty();
    }

    private static void pausesHere(Strand self) {
        self.pause();
    }

    // ---- What belongs to the code's thread ----

    @Test
    void an_interrupt_neither_ends_a_pause_nor_gets_lost_in_one() {
        var seen = new ArrayList<Boolean>();
        var thread = new Thread[1];
        Strand strand =
                strand(
                        self -> {
                            thread[0] = Thread.currentThread();
                            Thread.currentThread().interrupt();
                            self.pause();
                            seen.add(Thread.interrupted());
                            self.pause();
                            seen.add(Thread.interrupted());
                        });
        assertThat(drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.PAUSED);
        thread[0].interrupt();
        assertThat(seen).containsExactly(true);
        assertThat(drive(strand, 1)).containsExactly(Stop.ENDED);
        assertThat(seen).containsExactly(true, true);
    }

    @Test
    void a_permit_for_the_codes_thread_does_not_end_a_pause() {
        var thread = new Thread[1];
        var passed = new AtomicInteger();
        Strand strand =
                strand(
                        self -> {
                            thread[0] = Thread.currentThread();
                            LockSupport.unpark(thread[0]);
                            for (int i = 0; i < 3; i++) {
                                self.pause();
                                passed.incrementAndGet();
                            }
                        });
        drive(strand, 1);
        LockSupport.unpark(thread[0]);
        assertThat(drive(strand, 1)).containsExactly(Stop.PAUSED);
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(thread[0]);
        }
        assertThat(passed).hasValue(1);
        assertThat(drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.ENDED);
    }

    @Test
    void a_driver_keeps_the_interrupt_that_it_brought() {
        Strand strand = strand(Strand::pause);
        assertThat(
                        driving(
                                () -> {
                                    Thread.currentThread().interrupt();
                                    strand.resume();
                                    boolean kept = Thread.interrupted();
                                    strand.resume();
                                    return kept;
                                }))
                .isTrue();
    }

    @Test
    void thread_locals_belong_to_the_strand() {
        var local = new ThreadLocal<String>();
        var inherited = new InheritableThreadLocal<String>();
        var seen = new ArrayList<String>();
        Strand one = strand(self -> keeps(self, local, "one", seen));
        Strand two = strand(self -> keeps(self, local, "two", seen));
        Strand three = strand(_ -> seen.add(local.get() + " " + inherited.get()));
        driving(
                () -> {
                    local.set("driver");
                    inherited.set("driver");
                    one.resume();
                    two.resume();
                    one.resume();
                    two.resume();
                    three.resume();
                    seen.add(local.get());
                    return seen;
                });
        assertThat(seen).containsExactly("null", "null", "one", "two", "null null", "driver");
    }

    private static void keeps(
            Strand self, ThreadLocal<String> local, String name, List<String> seen) {
        seen.add(String.valueOf(local.get()));
        local.set(name);
        self.pause();
        seen.add(local.get());
    }

    @Test
    void the_class_loader_of_the_driver_is_that_of_the_code() {
        var loader = new ClassLoader() {};
        var seen = new ClassLoader[1];
        Strand strand = strand(_ -> seen[0] = Thread.currentThread().getContextClassLoader());
        driving(
                () -> {
                    Thread.currentThread().setContextClassLoader(loader);
                    return strand.resume();
                });
        assertThat(seen[0]).isSameAs(loader);
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck")
    void to_yield_is_neither_a_pause_nor_a_wait() {
        var count = new AtomicInteger();
        Strand strand =
                strand(
                        self -> {
                            for (int i = 0; i < 1000; i++) {
                                Thread.yield();
                                count.incrementAndGet();
                            }
                            self.pause();
                            Thread.yield();
                            count.incrementAndGet();
                        });
        assertThat(drive(strand, 1)).containsExactly(Stop.PAUSED);
        assertThat(count).hasValue(1000);
        assertThat(drive(strand, 1)).containsExactly(Stop.ENDED);
        assertThat(count).hasValue(1001);
    }

    // ---- Locks held across a pause ----

    @Test
    void a_monitor_held_across_a_pause_keeps_others_out() {
        var monitor = new Object();
        var owned = new ArrayList<Boolean>();
        Strand holder =
                strand(
                        self -> {
                            synchronized (monitor) {
                                self.pause();
                                owned.add(Thread.holdsLock(monitor));
                            }
                            owned.add(Thread.holdsLock(monitor));
                        });
        var entered = new AtomicBoolean();
        Strand other =
                strand(
                        _ -> {
                            synchronized (monitor) {
                                entered.set(true);
                            }
                        });
        assertThat(drive(holder, 1)).containsExactly(Stop.PAUSED);
        assertThat(drive(other, 1)).containsExactly(Stop.BLOCKED);
        assertThat(entered).isFalse();
        assertThat(drive(holder, 1)).containsExactly(Stop.ENDED);
        assertThat(owned).containsExactly(true, false);
        driving(other::unwind);
    }

    @Test
    void a_lock_held_across_a_pause_belongs_to_its_strand() {
        var lock = new ReentrantLock();
        var seen = new ArrayList<Boolean>();
        Strand holder =
                strand(
                        self -> {
                            lock.lock();
                            self.pause();
                            seen.add(lock.isHeldByCurrentThread());
                            lock.unlock();
                        });
        Strand other = strand(_ -> seen.add(lock.tryLock()));
        drive(holder, 1);
        drive(other, 1);
        assertThat(lock.isLocked()).isTrue();
        assertThat(drive(holder, 1)).containsExactly(Stop.ENDED);
        assertThat(seen).containsExactly(false, true);
        assertThat(lock.isLocked()).isFalse();
    }

    // ---- Who drives ----

    @Test
    void each_resume_may_come_from_another_thread() {
        var count = new AtomicInteger();
        Strand strand =
                strand(
                        self -> {
                            while (count.incrementAndGet() < 200) {
                                self.pause();
                            }
                        });
        for (int i = 1; i < 200; i++) {
            assertThat(drive(strand, 1)).containsExactly(Stop.PAUSED);
            assertThat(count).hasValue(i);
        }
        assertThat(drive(strand, 1)).containsExactly(Stop.ENDED);
    }

    @Test
    void ten_thousand_strands_take_turns() {
        int size = 10_000;
        var counts = new int[size];
        var all = new ArrayList<Strand>();
        for (int i = 0; i < size; i++) {
            int mine = i;
            all.add(
                    strand(
                            self -> {
                                for (int round = 0; round < 3; round++) {
                                    counts[mine]++;
                                    self.pause();
                                }
                            }));
        }
        driving(
                () -> {
                    for (int round = 1; round <= 3; round++) {
                        for (Strand strand : all) {
                            assertThat(strand.resume()).isEqualTo(Stop.PAUSED);
                        }
                        assertThat(counts).containsOnly(round);
                    }
                    for (Strand strand : all) {
                        assertThat(strand.resume()).isEqualTo(Stop.ENDED);
                    }
                    return true;
                });
    }

    @Test
    void a_thread_of_either_kind_can_drive_by_way_of_strands() throws InterruptedException {
        for (Thread.Builder kind : List.of(Thread.ofPlatform().daemon(), Thread.ofVirtual())) {
            Strand strand = strand(Strand::pause);
            var task =
                    new FutureTask<>(
                            () -> {
                                var stops = new ArrayList<Stop>();
                                stops.add(strands().driving(strand::resume));
                                stops.add(strands().driving(strand::resume));
                                return stops;
                            });
            kind.start(task).join();
            assertThat(task.resultNow()).containsExactly(Stop.PAUSED, Stop.ENDED);
        }
    }

    @Test
    void what_work_throws_comes_out_of_the_detour_as_it_is() throws InterruptedException {
        for (Throwable thrown : List.of(new AssertionError("e"), new IllegalStateException("x"))) {
            var task =
                    new FutureTask<>(
                            () ->
                                    strands()
                                            .driving(
                                                    () -> {
                                                        throw Sneaky.as(thrown);
                                                    }));
            (strands().isInline() ? Thread.ofVirtual() : Thread.ofPlatform()).start(task).join();
            assertThat(task.exceptionNow()).isSameAs(thrown);
        }
    }

    private static final class Sneaky {
        @SuppressWarnings("unchecked")
        static <T extends Throwable> RuntimeException as(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    /** Somebody who takes stacks suspends the thread for a moment, at any moment. */
    @RepeatedTest(3)
    void stacks_taken_meanwhile_change_nothing() throws InterruptedException {
        var count = new AtomicInteger();
        Strand strand =
                strand(
                        self -> {
                            while (count.incrementAndGet() < 20_000) {
                                self.pause();
                            }
                        });
        drive(strand, 1);
        var done = new AtomicBoolean();
        Thread curious =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    while (!done.get()) {
                                        strand.stack();
                                    }
                                });
        int paused =
                driving(
                        () -> {
                            int n = 1;
                            while (strand.resume() == Stop.PAUSED) {
                                n++;
                            }
                            return n;
                        });
        done.set(true);
        curious.join();
        assertThat(count).hasValue(20_000);
        assertThat(paused).isEqualTo(19_999);
        assertThat(strand.isEnded()).isTrue();
    }

    @Test
    void wakers_without_end_change_nothing() throws InterruptedException {
        var count = new AtomicInteger();
        var thread = new Thread[1];
        Strand strand =
                strand(
                        self -> {
                            thread[0] = Thread.currentThread();
                            while (count.incrementAndGet() < 20_000) {
                                self.pause();
                            }
                        });
        drive(strand, 1);
        var done = new AtomicBoolean();
        Thread waker =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    while (!done.get()) {
                                        LockSupport.unpark(thread[0]);
                                        thread[0].interrupt();
                                    }
                                });
        Stop last =
                driving(
                        () -> {
                            Stop stop = Stop.PAUSED;
                            while (stop == Stop.PAUSED) {
                                stop = strand.resume();
                            }
                            return stop;
                        });
        done.set(true);
        waker.join();
        assertThat(last).isEqualTo(Stop.ENDED);
        assertThat(count).hasValue(20_000);
    }
}
