package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreCounters;
import dev.reprise.engine.store.StoreFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A store that remembers what is appended to it, and how much of it was under way at a time. */
final class Tap implements Store {
    private final Store store;
    private final List<Append> appends = new ArrayList<>();
    private int underWay;
    private int underWayMost;

    Tap(Store store) {
        this.store = store;
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
        store.write(change, counted(receipt));
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        begun(change);
        store.writeHere(change, counted(receipt));
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
    public OptionalLong request(RunId run, String id) {
        return store.request(run, id);
    }

    @Override
    public Optional<byte[]> kept(String name) {
        return store.kept(name);
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        return store.heads(from);
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
