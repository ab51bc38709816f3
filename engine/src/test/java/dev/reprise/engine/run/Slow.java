package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreCounters;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;

/** A store that writes when a test lets it. */
final class Slow implements Store {
    private final Store store;
    private final ArrayDeque<Runnable> writes = new ArrayDeque<>();
    private boolean holding;

    Slow(Store store) {
        this.store = store;
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
            writes.add(() -> store.write(change, receipt));
        } else {
            store.write(change, receipt);
        }
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        write(change, receipt);
    }

    @Override
    public long epoch() {
        return store.epoch();
    }

    @Override
    public Optional<Head> head(RunId run) {
        return store.head(run);
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        return store.turns(run, from);
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return store.snapshot(run);
    }

    @Override
    public Optional<byte[]> kept(String name) {
        return store.kept(name);
    }

    @Override
    public Cursor<Head> heads() {
        return store.heads();
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return store.timersDue(until);
    }

    @Override
    public StoreCounters counters() {
        return store.counters();
    }

    @Override
    public void close() {
        store.close();
    }
}
