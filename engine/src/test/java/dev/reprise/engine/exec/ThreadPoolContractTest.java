package dev.reprise.engine.exec;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** So is the JDK's own pool: what is asked of ours is what others do. */
final class ThreadPoolContractTest extends ExecutorContract {
    @Override
    ExecutorService twoThreads() {
        return Executors.newFixedThreadPool(
                2,
                task -> {
                    var thread = new Thread(task);
                    thread.setUncaughtExceptionHandler((_, _) -> {});
                    return thread;
                });
    }
}
