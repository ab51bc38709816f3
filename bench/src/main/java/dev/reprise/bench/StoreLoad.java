package dev.reprise.bench;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import java.util.concurrent.CountDownLatch;

/**
 * Appends to a store so that a certain number is always waiting: each receipt writes the next. Runs
 * have four turns, as those of a workflow with three activities have.
 */
final class StoreLoad {
    private static final int TURNS = 4;
    private static final int TURN_BYTES = 200;
    private static final int SUMMARY_BYTES = 60;

    private final Store store;
    private final byte[] turn = new byte[TURN_BYTES];
    private final byte[] summary = new byte[SUMMARY_BYTES];
    private long runs;

    StoreLoad(Store store) {
        this.store = store;
    }

    /** Appends so many turns in all, {@code waiting} at a time. */
    void append(int waiting, int count) throws InterruptedException {
        var rest = new CountDownLatch(waiting);
        for (int i = 0; i < waiting; i++) {
            new Chain(rest, "r" + runs++, count / waiting).next();
        }
        rest.await();
    }

    /** One who waits. */
    private final class Chain implements Receipt {
        private final CountDownLatch rest;
        private final String name;
        private final int count;
        private int made;

        Chain(CountDownLatch rest, String name, int count) {
            this.rest = rest;
            this.name = name;
            this.count = count;
        }

        void next() {
            var run = new RunId(name + "-" + made / TURNS);
            store.write(Append.turn(run, made % TURNS, 1, turn).withSummary(summary), this);
        }

        @Override
        public void durable() {
            made++;
            if (made < count) {
                next();
            } else {
                rest.countDown();
            }
        }

        @Override
        public void refused(Conflict conflict) {
            throw new IllegalStateException(conflict.sentence());
        }

        @Override
        public void failed(StoreFailure failure) {
            throw failure;
        }
    }
}
