package dev.reprise.flow.guard;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Clocks, chance and threads that a workflow may not use, each in the plainest place. A trailing
 * comment marks the line of each finding and names its rule.
 */
@SuppressWarnings({
    "all",
    "deprecation",
    "removal",
    "try",
    // Error Prone is right about all of these, which is why the guard must find them.
    "BanSerializableRead",
    "CheckReturnValue",
    "DefaultCharset",
    "DefaultLocale",
    "EnumOrdinal",
    "FutureReturnValueIgnored",
    "IdentityHashMapUsage",
    "JavaTimeDefaultTimeZone",
    "JavaUtilDate",
    "LockNotBeforeTry",
    "NotifyNoArgs",
    "NonAtomicVolatileUpdate",
    "RandomModInteger",
    "ReturnValueIgnored",
    "SimpleDateFormatConstant",
    "StaticAssignmentInConstructor",
    "StreamResourceLeak",
    "StringCaseLocaleUsage",
    "SystemConsoleNull",
    "SystemOut",
    "ThreadPriorityCheck",
    "UnusedVariable",
    "WaitNotInLoop"
})
final class OffendingCalls {
    private OffendingCalls() {}

    static class CurrentTimeMillis {
        long run() {
            return System.currentTimeMillis(); // ! CLOCK
        }
    }

    static class NanoTime {
        long run() {
            return System.nanoTime(); // ! CLOCK
        }
    }

    static class InstantNow {
        Instant run() {
            return Instant.now(); // ! CLOCK
        }
    }

    static class LocalDateNow {
        LocalDate run() {
            return LocalDate.now(); // ! CLOCK
        }
    }

    static class LocalDateTimeNowInZone {
        LocalDateTime run(ZoneId zone) {
            return LocalDateTime.now(zone); // ! CLOCK
        }
    }

    static class ZonedDateTimeNow {
        ZonedDateTime run() {
            return ZonedDateTime.now(); // ! CLOCK
        }
    }

    static class YearNow {
        Year run() {
            return Year.now(); // ! CLOCK
        }
    }

    static class SystemClock {
        Clock run() {
            return Clock.systemUTC(); // ! CLOCK
        }
    }

    static class SystemInstantSource {
        InstantSource run() {
            return InstantSource.system(); // ! CLOCK
        }
    }

    static class NewDate {
        Date run() {
            return new Date(); // ! CLOCK
        }
    }

    static class CalendarInstance {
        Calendar run() {
            return Calendar.getInstance(); // ! CLOCK
        }
    }

    static class MathRandom {
        double run() {
            return Math.random(); // ! RANDOM
        }
    }

    static class NewRandom {
        int run() {
            return new Random().nextInt(6); // ! RANDOM
        }
    }

    static class NewSplittableRandom {
        int run() {
            return new SplittableRandom().nextInt(6); // ! RANDOM
        }
    }

    static class NewSecureRandom {
        byte[] run() {
            return new SecureRandom(new byte[] {1}).generateSeed(1); // ! RANDOM
        }
    }

    static class RandomUuid {
        UUID run() {
            return UUID.randomUUID(); // ! RANDOM
        }
    }

    static class ThreadLocalRandoms {
        int run() {
            return ThreadLocalRandom.current().nextInt(6); // ! RANDOM
        }
    }

    static class DefaultGenerator {
        RandomGenerator run() {
            return RandomGenerator.getDefault(); // ! RANDOM
        }
    }

    static class GeneratorByName {
        RandomGenerator run() {
            return RandomGenerator.of("L64X128MixRandom"); // ! RANDOM
        }
    }

    static class Shuffle {
        void run(List<String> list) {
            Collections.shuffle(list); // ! RANDOM
        }
    }

    static class ThreadSleep {
        void run() throws InterruptedException {
            Thread.sleep(10); // ! THREAD
        }
    }

    static class TimeUnitSleep {
        void run() throws InterruptedException {
            TimeUnit.SECONDS.sleep(1); // ! THREAD
        }
    }

    static class NewThread {
        Thread run(Runnable task) {
            return new Thread(task); // ! THREAD
        }
    }

    static class ThreadStart {
        void run(Thread thread) {
            thread.start(); // ! THREAD
        }
    }

    static class VirtualThread {
        void run(Runnable task) {
            Thread.ofVirtual().start(task); // ! THREAD
        }
    }

    static class ThreadYield {
        void run() {
            Thread.yield(); // ! THREAD
        }
    }

    static class NewExecutor {
        ExecutorService run() {
            return Executors.newCachedThreadPool(); // ! THREAD
        }
    }

    static class Submit {
        void run(ExecutorService executor) {
            executor.submit(() -> {}); // ! THREAD
        }
    }

    static class SupplyAsync {
        Object run() {
            return CompletableFuture.supplyAsync(() -> 1); // ! THREAD
        }
    }

    static class ThenApplyAsync {
        Object run(CompletableFuture<String> future) {
            return future.thenApplyAsync(String::length); // ! THREAD
        }
    }

    static class FutureJoin {
        Object run(CompletableFuture<String> future) {
            return future.join(); // ! THREAD
        }
    }

    static class FutureGet {
        Object run(Future<String> future) throws Exception {
            return future.get(); // ! THREAD
        }
    }

    static class ParallelStream {
        long run(List<String> list) {
            return list.parallelStream().count(); // ! THREAD
        }
    }

    static class Parallel {
        long run(List<String> list) {
            return list.stream().parallel().count(); // ! THREAD
        }
    }

    static class ParallelSort {
        void run(int[] numbers) {
            Arrays.parallelSort(numbers); // ! THREAD
        }
    }

    static class NewTimer {
        Timer run() {
            return new Timer(); // ! THREAD
        }
    }

    static class Lock {
        private final ReentrantLock lock = new ReentrantLock();

        void run() {
            lock.lock(); // ! THREAD
        }
    }

    static class Acquire {
        void run(Semaphore semaphore) throws InterruptedException {
            semaphore.acquire(); // ! THREAD
        }
    }

    static class LatchAwait {
        void run(CountDownLatch latch) throws InterruptedException {
            latch.await(); // ! THREAD
        }
    }

    static class QueueTake {
        Object run(ArrayBlockingQueue<String> queue) throws InterruptedException {
            return queue.take(); // ! THREAD
        }
    }

    static class Park {
        void run() {
            LockSupport.park(); // ! THREAD
        }
    }

    static class ObjectWait {
        synchronized void run() throws InterruptedException {
            wait(); // ! THREAD
        }
    }

    static class ObjectNotify {
        synchronized void run() {
            notifyAll(); // ! THREAD
        }
    }

    static class ThreadName {
        String run() {
            return Thread.currentThread().getName(); // ! THREAD
        }
    }

    static class ThreadLocals {
        Object run() {
            return ThreadLocal.withInitial(() -> 1); // ! THREAD
        }
    }
}
