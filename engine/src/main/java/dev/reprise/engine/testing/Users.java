package dev.reprise.engine.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool.ManagedBlocker;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The threads of a test that have asked an engine for something, and what they do. */
final class Users {
    /** Where a thread is that has nothing to do, or waits for another that has. */
    private static final Set<String> IDLE =
            Set.of(
                    "java.util.concurrent.ThreadPoolExecutor.getTask",
                    "java.util.concurrent.ForkJoinPool.awaitWork",
                    "java.util.concurrent.ForkJoinTask.awaitDone",
                    "java.util.concurrent.FutureTask.awaitDone",
                    "java.util.concurrent.ThreadPoolExecutor.awaitTermination",
                    "java.util.concurrent.ThreadPerTaskExecutor.awaitTermination",
                    "java.util.concurrent.ForkJoinPool.awaitQuiescent",
                    "java.lang.Thread.join");

    /**
     * What they do.
     *
     * @param waits those that wait for futures, each as what it is parked at
     * @param busy one that does something else; null when none does
     */
    record Sight(List<Object> waits, @Nullable Thread busy) {
        /** Whether nothing will come of them before a future is there. */
        boolean isStill() {
            return busy == null;
        }

        /** Where the one is that does something else. */
        String place() {
            return busy == null ? "" : busy.getName() + Outlook.place(busy);
        }
    }

    private final Set<Thread> all = Collections.newSetFromMap(new WeakHashMap<>());

    /** The calling thread is one of them. */
    synchronized void note() {
        all.add(Thread.currentThread());
    }

    private synchronized List<Thread> all() {
        all.removeIf(it -> it.getState() == Thread.State.TERMINATED);
        return List.copyOf(all);
    }

    /** What they do now. */
    Sight sight() {
        List<Object> waits = new ArrayList<>();
        Thread busy = null;
        for (Thread each : all()) {
            Object future = waitsAt(each);
            if (future != null) {
                waits.add(future);
            } else if (!isIdle(each)) {
                busy = each;
            }
        }
        return new Sight(waits, busy);
    }

    /**
     * Where a thread is parked that waits for a future, which is a blocker of that future; null
     * when it does something else, or is about to go on.
     */
    static @Nullable Object waitsAt(Thread thread) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        return LockSupport.getBlocker(thread) instanceof ManagedBlocker blocker
                        && blocker.getClass().getNestHost() == CompletableFuture.class
                        && !interrupted
                        && !blocker.isReleasable()
                ? blocker
                : null;
    }

    private static boolean isIdle(Thread thread) {
        return switch (thread.getState()) {
            case NEW, RUNNABLE, BLOCKED -> false;
            case TERMINATED -> true;
            case WAITING, TIMED_WAITING -> {
                for (StackTraceElement frame : thread.getStackTrace()) {
                    if (IDLE.contains(frame.getClassName() + "." + frame.getMethodName())) {
                        yield true;
                    }
                }
                yield false;
            }
        };
    }
}
