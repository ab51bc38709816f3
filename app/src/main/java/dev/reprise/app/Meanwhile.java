package dev.reprise.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Says how far something has come that does not say so itself, while its caller waits for it: what
 * it has done is looked at from outside, now and then.
 */
final class Meanwhile implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);

    private final Ticker ticker;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    private Meanwhile(Ticker ticker, Duration look, Supplier<String> line) {
        this.ticker = ticker;
        thread = Thread.ofVirtual().name("reprise-progress").start(() -> say(look, line));
    }

    /** Looks until this is closed; then nothing of it is left on a terminal. */
    static Meanwhile saying(Ticker ticker, Supplier<String> line) {
        return saying(ticker, LOOK, line);
    }

    static Meanwhile saying(Ticker ticker, Duration look, Supplier<String> line) {
        return new Meanwhile(ticker, look, line);
    }

    private void say(Duration look, Supplier<String> line) {
        try {
            while (!over.await(look.toMillis(), TimeUnit.MILLISECONDS)) {
                ticker.tick(line);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ticker.clear();
    }
}
