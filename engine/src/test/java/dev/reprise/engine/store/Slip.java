package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A receipt that can be waited for, and that knows when it was told twice. */
final class Slip implements Receipt {
    private final CompletableFuture<Object> news = new CompletableFuture<>();
    private final Runnable then;
    private volatile Thread teller;
    private volatile boolean twice;

    Slip() {
        this(() -> {});
    }

    /** Does something when it is told. */
    Slip(Runnable then) {
        this.then = then;
    }

    @Override
    public void durable() {
        tell("durable");
    }

    @Override
    public void refused(Conflict conflict) {
        tell(conflict);
    }

    @Override
    public void failed(StoreFailure failure) {
        tell(failure);
    }

    private void tell(Object what) {
        teller = Thread.currentThread();
        then.run();
        twice |= !news.complete(what);
    }

    boolean isTold() {
        return news.isDone();
    }

    Thread teller() {
        await();
        return teller;
    }

    private Object await() {
        try {
            return news.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new AssertionError("a receipt was not told", e);
        }
    }

    void assertDurable() {
        assertThat(await()).isEqualTo("durable");
        assertThat(twice).as("told twice").isFalse();
    }

    void assertRefused(Conflict conflict) {
        assertThat(await()).isEqualTo(conflict);
        assertThat(twice).as("told twice").isFalse();
    }

    StoreFailure failure() {
        assertThat(await()).isInstanceOf(StoreFailure.class);
        assertThat(twice).as("told twice").isFalse();
        return (StoreFailure) await();
    }
}
