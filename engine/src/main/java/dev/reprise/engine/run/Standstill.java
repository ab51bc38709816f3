package dev.reprise.engine.run;

import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.StoreFailure;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** The task queues in which nothing starts: when somebody has asked for that, and it is durable. */
final class Standstill {
    private final House house;
    private final Object pausing = new Object();

    /** As it was asked. Guarded by {@link #pausing}. */
    private PausedQueues asked = new PausedQueues();

    Standstill(House house) {
        this.house = house;
    }

    /** What was asked for and did not become durable is forgotten. */
    void recover() {
        synchronized (pausing) {
            var durable = PausedQueues.of(house.around().store());
            SortedSet<String> paused = durable.names();
            asked.names().forEach(it -> pause(it, paused.contains(it)));
            paused.forEach(it -> pause(it, true));
            asked = durable;
        }
    }

    private void pause(String queue, boolean paused) {
        house.gates().queues().pause(queue, paused, house.steady().now());
    }

    /** A queue is to be paused, or resumed. */
    void ask(String queue, boolean value, String requestId, CompletableFuture<Boolean> waiting) {
        long by = house.epoch();
        synchronized (pausing) {
            boolean changed = asked.set(queue, value, requestId);
            boolean paused = asked.names().contains(queue);
            house.around()
                    .store()
                    .write(
                            new Change.Keep(PausedQueues.KEPT, asked.toBytes(), house.epoch()),
                            new Receipt() {
                                @Override
                                public void durable() {
                                    house.gates()
                                            .queues()
                                            .pause(queue, paused, house.steady().now());
                                    waiting.complete(changed);
                                }

                                @Override
                                public void refused(Conflict conflict) {
                                    house.outage().refused(conflict);
                                    waiting.completeExceptionally(house.outage().why());
                                }

                                @Override
                                public void failed(StoreFailure failure) {
                                    if (by == house.epoch()) {
                                        house.outage().failed(failure);
                                    }
                                    waiting.completeExceptionally(house.outage().why());
                                }
                            });
        }
    }
}
