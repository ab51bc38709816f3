package dev.reprise.engine.testing;

import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;

/** A store as one life sees it: written by the one thread, and not any more after a crash. */
final class StageStore extends ForwardingStore {
    private final Stage stage;
    private final Fate fate;
    private volatile boolean lost;

    StageStore(Store store, Stage stage, Fate fate) {
        super(store);
        this.stage = stage;
        this.fate = fate;
    }

    /** From now on nothing of this life is written. */
    void lose() {
        lost = true;
    }

    @Override
    public void write(Change change, Receipt receipt) {
        stage.execute(
                () -> {
                    if (change instanceof Append && fate.strikesBefore()) {
                        stage.halt(() -> put(change, receipt));
                    } else {
                        put(change, receipt);
                    }
                });
    }

    private void put(Change change, Receipt receipt) {
        if (lost) {
            fail(receipt);
        } else {
            super.writeHere(change, told(change, receipt));
        }
    }

    private static void fail(Receipt receipt) {
        receipt.failed(new StoreFailure(StoreFailure.Kind.IO, "The test engine has crashed."));
    }

    /** Between what is durable and those who hear of it there is room for a crash. */
    private Receipt told(Change change, Receipt receipt) {
        return new Receipt() {
            @Override
            public void durable() {
                if (change instanceof Append && fate.strikesAfter()) {
                    stage.halt(() -> hear());
                } else {
                    receipt.durable();
                }
            }

            private void hear() {
                if (lost) {
                    fail(receipt);
                } else {
                    receipt.durable();
                }
            }

            @Override
            public void refused(Conflict conflict) {
                receipt.refused(conflict);
            }

            @Override
            public void failed(StoreFailure failure) {
                receipt.failed(failure);
            }
        };
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        write(change, receipt);
    }

    /** The next life goes on with what is stored. */
    @Override
    public void close() {}
}
