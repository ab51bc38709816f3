package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.unit.Strand.Stop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of strand does when its code waits for something that its driver cannot give. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // nothing is thrown in between
abstract class BlockingContract {
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static final Thread FOR_EVER =
            Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                while (true) {
                                    LockSupport.park();
                                }
                            });

    abstract StrandContract kind();

    /** Waits for something that does not happen while the test lasts. */
    interface Waiting {
        void begin() throws Exception;
    }

    static Stream<Named<Waiting>> waits() {
        return Stream.of(
                Named.of("sleep", () -> Thread.sleep(Duration.ofHours(1))),
                Named.of("park", LockSupport::park),
                Named.of("park for a time", () -> LockSupport.parkNanos(3_600_000_000_000L)),
                Named.of("lock", BlockingContract::lock),
                Named.of("lock, interruptibly", BlockingContract::lockInterruptibly),
                Named.of("monitor", BlockingContract::enter),
                Named.of("wait", BlockingContract::await),
                Named.of("wait for a time", BlockingContract::awaitForAnHour),
                Named.of("queue", () -> new LinkedBlockingQueue<>().take()),
                Named.of("semaphore", () -> new Semaphore(0).acquire()),
                Named.of("latch", () -> new CountDownLatch(1).await()),
                Named.of("future", () -> new CompletableFuture<>().join()),
                Named.of("thread", FOR_EVER::join),
                Named.of("pipe", BlockingContract::readPipe),
                Named.of("socket", BlockingContract::readSocket));
    }

    private static void lock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void lockInterruptibly() throws InterruptedException {
        LOCK.lockInterruptibly();
        LOCK.unlock();
    }

    private static void enter() {
        synchronized (MONITOR) {
            assertThat(Thread.holdsLock(MONITOR)).isTrue();
        }
    }

    @SuppressWarnings({"WaitNotInLoop", "NakedNotify"})
    private static void await() throws InterruptedException {
        var own = new Object();
        synchronized (own) {
            own.wait();
        }
    }

    @SuppressWarnings("WaitNotInLoop")
    private static void awaitForAnHour() throws InterruptedException {
        var own = new Object();
        synchronized (own) {
            own.wait(3_600_000);
        }
    }

    private static void readPipe() throws IOException {
        Pipe pipe = Pipe.open();
        try (var sink = pipe.sink();
                var source = pipe.source()) {
            assertThat(sink.isOpen()).isTrue();
            source.read(ByteBuffer.allocate(1));
        }
    }

    private static void readSocket() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            socket.getInputStream().read();
        }
    }

    /** Has the monitor and the lock held by another thread meanwhile. */
    private static void whileHeld(Runnable work) throws InterruptedException {
        var held = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        Thread holder =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    LOCK.lock();
                                    try {
                                        synchronized (MONITOR) {
                                            held.countDown();
                                            done.await();
                                        }
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    } finally {
                                        LOCK.unlock();
                                    }
                                });
        held.await();
        try {
            work.run();
        } finally {
            done.countDown();
            holder.join();
        }
    }

    private static void begin(Waiting waiting) {
        try {
            waiting.begin();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("waits")
    void code_that_waits_on_its_own_is_found_at_once(Waiting waiting) throws InterruptedException {
        var passed = new AtomicBoolean();
        Strand strand =
                kind().strand(
                                self -> {
                                    self.pause();
                                    begin(waiting);
                                    passed.set(true);
                                });
        whileHeld(
                () -> {
                    assertThat(kind().drive(strand, 2)).containsExactly(Stop.PAUSED, Stop.BLOCKED);
                    assertThat(passed).isFalse();
                    assertThat(strand.stack())
                            .anyMatch(frame -> frame.getMethodName().equals("begin"));
                });
        kind().driving(strand::unwind);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void code_that_waits_before_its_first_pause_is_found(Waiting waiting)
            throws InterruptedException {
        Strand strand = kind().strand(_ -> begin(waiting));
        whileHeld(() -> assertThat(kind().drive(strand, 1)).containsExactly(Stop.BLOCKED));
        kind().driving(strand::unwind);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void lenient_code_is_waited_for(Waiting waiting) {
        var latch = new CountDownLatch(1);
        Strand strand =
                kind().strand(
                                self -> {
                                    self.lenient(true);
                                    begin(latch::await);
                                    self.lenient(false);
                                    self.pause();
                                    begin(waiting);
                                });
        Thread.ofVirtual()
                .start(
                        () -> {
                            LockSupport.parkNanos(2_000_000);
                            latch.countDown();
                        });
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.PAUSED);
        assertThat(strand.isBlocked()).isFalse();
        kind().driving(strand::unwind);
    }

    @Test
    void a_monitor_that_the_jdk_holds_is_waited_for() throws InterruptedException {
        var map = new ConcurrentHashMap<String, Integer>();
        var inside = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        Thread holder =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        map.computeIfAbsent(
                                                "key",
                                                _ -> {
                                                    inside.countDown();
                                                    begin(leave::await);
                                                    return 1;
                                                }));
        inside.await();
        var waited = new AtomicBoolean();
        Strand strand =
                kind().strand(
                                self -> {
                                    map.merge("key", 1, Integer::sum);
                                    self.pause();
                                });
        Thread releaser = released(strand, "ConcurrentHashMap", waited, leave);
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.PAUSED);
        assertThat(waited).isTrue();
        holder.join();
        releaser.join();
        assertThat(map).containsEntry("key", 2);
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.ENDED);
    }

    /** Lets go when the strand is seen to wait inside the JDK. */
    private static Thread released(
            Strand strand, String type, AtomicBoolean waited, CountDownLatch leave) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            int seen = 0;
                            while (seen < 20) {
                                var stack = strand.stack();
                                boolean there =
                                        Stream.of(stack)
                                                .limit(12)
                                                .anyMatch(it -> it.getClassName().contains(type));
                                seen = there ? seen + 1 : 0;
                                LockSupport.parkNanos(1_000_000);
                            }
                            waited.set(true);
                            leave.countDown();
                        });
    }

    @Test
    void a_lock_that_the_jdk_holds_is_waited_for() throws InterruptedException {
        var inside = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        var queue = new ArrayBlockingQueue<Object>(1);
        queue.add("item");
        var slow =
                new Object() {
                    @Override
                    public boolean equals(Object other) {
                        inside.countDown();
                        begin(leave::await);
                        return false;
                    }

                    @Override
                    public int hashCode() {
                        return 1;
                    }
                };
        Thread holder = Thread.ofPlatform().start(() -> assertThat(queue.contains(slow)).isFalse());
        inside.await();
        var waited = new AtomicBoolean();
        Strand strand =
                kind().strand(
                                self -> {
                                    assertThat(queue.size()).isEqualTo(1);
                                    self.pause();
                                });
        Thread releaser = released(strand, "ArrayBlockingQueue", waited, leave);
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.PAUSED);
        assertThat(waited).isTrue();
        holder.join();
        releaser.join();
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.ENDED);
    }

    @Test
    void code_that_was_found_blocking_and_comes_back_does_not_get_past_a_pause()
            throws InterruptedException {
        var queue = new LinkedBlockingQueue<String>();
        var passed = new AtomicBoolean();
        Strand strand =
                kind().strand(
                                self -> {
                                    begin(queue::take);
                                    self.pause();
                                    passed.set(true);
                                });
        assertThat(kind().drive(strand, 1)).containsExactly(Stop.BLOCKED);
        queue.put("late");
        Thread.sleep(5);
        assertThat(kind().driving(strand::unwind)).isTrue();
        assertThat(passed).isFalse();
        assertThat(strand.isEnded()).isTrue();
    }

    @Test
    void code_may_come_back_at_the_moment_it_is_dropped() throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            var latch = new CountDownLatch(1);
            Strand strand = kind().strand(_ -> begin(latch::await));
            assertThat(kind().drive(strand, 1)).containsExactly(Stop.BLOCKED);
            Thread releaser = Thread.ofPlatform().start(latch::countDown);
            assertThat(kind().driving(strand::unwind)).isTrue();
            releaser.join();
        }
    }

    @Test
    void the_others_of_a_driver_go_on_when_one_blocks() {
        Strand blocks = kind().strand(_ -> begin(() -> Thread.sleep(3_600_000)));
        Strand goesOn = kind().strand(Strand::pause);
        assertThat(
                        kind().driving(
                                        () ->
                                                java.util.List.of(
                                                        goesOn.resume(),
                                                        blocks.resume(),
                                                        goesOn.resume())))
                .containsExactly(Stop.PAUSED, Stop.BLOCKED, Stop.ENDED);
        assertThat(kind().driving(blocks::unwind)).isTrue();
    }
}
