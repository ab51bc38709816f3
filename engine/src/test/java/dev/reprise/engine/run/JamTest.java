package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What finds no room in the store comes again when there may be some, and not before. */
@Timeout(60)
final class JamTest {
    /** Ends at once. */
    static final class Brief implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    /** Takes one append at a time, and writes it when a test lets it. */
    private static final class Narrow extends ForwardingStore {
        private final AtomicInteger refused = new AtomicInteger();
        private Runnable held = () -> {};
        private boolean holding;
        private boolean taken;

        Narrow() {
            super(Store.inMemory());
        }

        synchronized void hold(boolean value) {
            holding = value;
            if (!holding) {
                held.run();
                held = () -> {};
            }
        }

        @Override
        public synchronized void write(Change change, Receipt receipt) {
            if (!(change instanceof Change.OfRun)) {
                super.write(change, receipt);
                return;
            }
            if (taken) {
                refused.incrementAndGet();
                throw new StoreFailure(StoreFailure.Kind.OVERLOADED, "too much waits");
            }
            taken = true;
            held = () -> super.write(change, freeing(receipt));
            hold(holding);
        }

        @Override
        public void writeHere(Change change, Receipt receipt) {
            write(change, receipt);
        }

        private synchronized void free() {
            taken = false;
        }

        private Receipt freeing(Receipt receipt) {
            return new Receipt() {
                @Override
                public void durable() {
                    free();
                    receipt.durable();
                }

                @Override
                public void refused(Conflict conflict) {
                    free();
                    receipt.refused(conflict);
                }

                @Override
                public void failed(StoreFailure failure) {
                    free();
                    receipt.failed(failure);
                }
            };
        }
    }

    @Test
    void who_finds_no_room_waits_until_something_was_written() throws InterruptedException {
        var store = new Narrow();
        try (var engine = new StepByStep(store, Settings.DEFAULT, Brief.class)) {
            store.hold(true);
            List<CompletableFuture<Boolean>> starts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                starts.add(
                        engine.conductor.start(
                                new RunId("r" + i), "Brief", List.of(Payload.text("in")), ""));
            }
            engine.rest();
            int attempts = store.refused.get();
            assertThat(attempts).as("each of the three others looks twice").isEqualTo(3 * 2);
            engine.rest();
            assertThat(store.refused.get()).isEqualTo(attempts);
            store.hold(false);
            for (CompletableFuture<Boolean> start : starts) {
                assertThat(engine.await(start)).isTrue();
            }
        }
    }
}
