package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import java.util.ArrayList;
import java.util.List;

/** A store that remembers what is appended to it, and how much of it was under way at a time. */
final class Tap extends ForwardingStore {
    private final List<Append> appends = new ArrayList<>();
    private int underWay;
    private int underWayMost;

    Tap(Store store) {
        super(store);
    }

    /** What was appended so far, in its order. */
    synchronized List<Append> appends() {
        return List.copyOf(appends);
    }

    /** The most appends that were waiting at the same time: when it is one, each had its sync. */
    synchronized int underWayMost() {
        return underWayMost;
    }

    @Override
    public void write(Change change, Receipt receipt) {
        begun(change);
        super.write(change, counted(receipt));
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        begun(change);
        super.writeHere(change, counted(receipt));
    }

    private Receipt counted(Receipt receipt) {
        return new Receipt() {
            @Override
            public void durable() {
                ended();
                receipt.durable();
            }

            @Override
            public void refused(Conflict conflict) {
                ended();
                receipt.refused(conflict);
            }

            @Override
            public void failed(StoreFailure failure) {
                ended();
                receipt.failed(failure);
            }
        };
    }

    private synchronized void begun(Change change) {
        if (change instanceof Append append) {
            appends.add(append);
        }
        underWay++;
        underWayMost = Math.max(underWayMost, underWay);
    }

    private synchronized void ended() {
        underWay--;
        Check.invariant(underWay >= 0, "more was told than written");
    }
}
