package dev.reprise.flow.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a stack tells, line by line. */
class HaltTest {
    private static final String THREAD = "java.base/java.lang.VirtualThread.";
    private static final String LOCKS = "java.base/java.util.concurrent.locks.";

    static Stream<Arguments> stacks() {
        return Stream.of(
                told(Halt.BRIEF),
                told(Halt.BRIEF, THREAD + "tryYield", "java.base/java.lang.Thread.yield", "a.B.c"),
                told(Halt.BRIEF, THREAD + "run"),
                told(Halt.PARKED, THREAD + "park", LOCKS + "LockSupport.park", "a.B.c"),
                told(
                        Halt.PARKED,
                        THREAD + "parkNanos",
                        THREAD + "sleepNanos",
                        "java.base/java.lang.Thread.sleep",
                        "a.B.c"),
                told(
                        Halt.PARKED,
                        THREAD + "park",
                        LOCKS + "LockSupport.park",
                        LOCKS + "AbstractQueuedSynchronizer.acquire",
                        LOCKS + "ReentrantLock$Sync.lock",
                        LOCKS + "ReentrantLock.lock",
                        "a.B.c"),
                told(
                        Halt.BRIEF,
                        THREAD + "park",
                        LOCKS + "LockSupport.park",
                        LOCKS + "AbstractQueuedSynchronizer.acquire",
                        LOCKS + "ReentrantLock$Sync.lock",
                        LOCKS + "ReentrantLock.lock",
                        "java.base/jdk.internal.misc.InternalLock.lock",
                        "java.base/java.io.PrintStream.println",
                        "a.B.c"),
                told(
                        Halt.PARKED,
                        THREAD + "park",
                        LOCKS + "LockSupport.park",
                        LOCKS + "AbstractQueuedSynchronizer$ConditionObject.await",
                        "java.base/java.util.concurrent.LinkedBlockingQueue.take",
                        "a.B.c"),
                told(
                        Halt.PARKED,
                        THREAD + "park",
                        LOCKS + "LockSupport.park",
                        LOCKS + "AbstractQueuedSynchronizer.acquire",
                        "java.base/java.util.concurrent.Semaphore.acquire",
                        "a.B.c"),
                told(Halt.PARKED, "java.base/java.lang.Object.wait0", "a.B.c"),
                told(Halt.BRIEF, "java.base/java.util.concurrent.ConcurrentHashMap.merge", "a.B.c"),
                told(Halt.BRIEF, "java.logging/java.util.logging.Handler.publish", "a.B.c"),
                told(Halt.ENTERING, "a.B.c"),
                told(Halt.ENTERING, "javaly/a.B.c"));
    }

    private static Arguments told(Halt halt, String... frames) {
        return Arguments.of(halt, List.of(frames));
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void a_stack_tells_what_the_code_waits_for(Halt halt, List<String> frames) {
        var stack = frames.stream().map(HaltTest::frame).toArray(StackTraceElement[]::new);
        assertThat(Halt.of(stack)).isEqualTo(halt);
    }

    private static StackTraceElement frame(String name) {
        int slash = name.indexOf('/');
        int dot = name.lastIndexOf('.');
        return new StackTraceElement(
                "app",
                slash < 0 ? null : name.substring(0, slash),
                null,
                name.substring(slash + 1, dot),
                name.substring(dot + 1),
                "A.java",
                1);
    }
}
