package dev.reprise.engine.run;

import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.StoreFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** By which epoch a conductor has its store, and what it writes there that is of no run. */
final class Claim {
    /** It is in the births that keys and tokens tell: older versions had others, and did not. */
    private static final long TOLD = 1L << 58;

    private final House house;
    private final AtomicLong births = new AtomicLong();
    private volatile long epoch;

    Claim(House house) {
        this.house = house;
    }

    long epoch() {
        return epoch;
    }

    /** What no other run of this store has ever had. */
    long birth() {
        return TOLD + (epoch << Integer.SIZE) + births.incrementAndGet();
    }

    /** How keys and tokens tell a birth; 0 when they do not. */
    static long told(long birth) {
        return birth < TOLD ? 0 : birth - TOLD;
    }

    /** Claims the store: from then on nobody else can write to it. Completed when it is durable. */
    CompletableFuture<Boolean> take() {
        var claimed = new CompletableFuture<Boolean>();
        epoch = house.around().store().epoch() + 1;
        house.around()
                .store()
                .write(
                        new Change.ClaimStore(epoch),
                        new Receipt() {
                            @Override
                            public void durable() {
                                claimed.complete(true);
                            }

                            @Override
                            public void refused(Conflict conflict) {
                                claimed.completeExceptionally(
                                        new Refusal(
                                                Refusal.Reason.STORE_FAILED, conflict.sentence()));
                            }

                            @Override
                            public void failed(StoreFailure failure) {
                                claimed.completeExceptionally(failure);
                            }
                        });
        return claimed;
    }
}
