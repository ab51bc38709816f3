package dev.reprise.engine.run;

import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import java.util.ArrayDeque;

/** A store that writes when a test lets it. */
final class Slow extends ForwardingStore {
    private final ArrayDeque<Runnable> writes = new ArrayDeque<>();
    private boolean holding;

    Slow(Store store) {
        super(store);
    }

    synchronized void hold(boolean value) {
        holding = value;
        while (!holding && !writes.isEmpty()) {
            writes.removeFirst().run();
        }
    }

    /** Whether something waits to be written. */
    synchronized boolean waits() {
        return !writes.isEmpty();
    }

    @Override
    public synchronized void write(Change change, Receipt receipt) {
        if (holding) {
            writes.add(() -> super.write(change, receipt));
        } else {
            super.write(change, receipt);
        }
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        write(change, receipt);
    }
}
