package dev.reprise.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual thread that only parks, with a scheduler that leaves it to be run: the least there is.
 */
final class BareThread implements Executor {
    private static final MethodHandle THREADS = threads();

    private final Thread thread;
    private Runnable ready = () -> {};

    BareThread() {
        thread = made(this, BareThread::parkForEver);
        thread.start();
        ready.run();
    }

    private static void parkForEver() {
        park();
    }

    private static void park() {
        while (true) {
            LockSupport.park();
        }
    }

    private static MethodHandle threads() {
        try {
            var builders = Class.forName("java.lang.ThreadBuilders");
            return MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
                    .findStatic(
                            builders,
                            "newVirtualThread",
                            MethodType.methodType(
                                    Thread.class,
                                    Executor.class,
                                    String.class,
                                    int.class,
                                    Runnable.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("java.lang is not opened to the benchmarks", e);
        }
    }

    private static Thread made(Executor scheduler, Runnable body) {
        try {
            return (Thread) THREADS.invokeExact(scheduler, (String) null, 0, body);
        } catch (Throwable e) {
            throw new IllegalStateException("no virtual thread could be made", e);
        }
    }

    @Override
    public void execute(Runnable task) {
        ready = task;
    }

    /** Lets it go on so many times; it parks again each time. */
    void resume(int times) {
        for (int i = 0; i < times; i++) {
            LockSupport.unpark(thread);
            ready.run();
        }
    }

    /** Two virtual threads of the default scheduler that wake each other; the caller is one. */
    static int pingPong(int exchanges) throws InterruptedException {
        var turn = new Turn();
        Thread self = Thread.currentThread();
        Thread other =
                Thread.startVirtualThread(
                        () -> {
                            for (int i = 0; i < exchanges; i++) {
                                turn.await(true);
                                turn.mine = false;
                                LockSupport.unpark(self);
                            }
                        });
        for (int i = 0; i < exchanges; i++) {
            turn.mine = true;
            LockSupport.unpark(other);
            turn.await(false);
        }
        other.join();
        return exchanges;
    }

    private static final class Turn {
        private volatile boolean mine;

        private void await(boolean wanted) {
            while (mine != wanted) {
                LockSupport.park();
            }
        }
    }
}
