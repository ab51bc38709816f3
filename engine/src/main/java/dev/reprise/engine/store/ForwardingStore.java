package dev.reprise.engine.store;

import dev.reprise.RunId;
import dev.reprise.engine.watch.Meter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Does what another store does, but for what a subclass wants otherwise. */
public abstract class ForwardingStore implements Store {
    private final Store store;

    /** What is not overridden is asked of {@code store}. */
    protected ForwardingStore(Store store) {
        this.store = store;
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return store.snapshot(run);
    }

    @Override
    public void write(Change change, Receipt receipt) {
        store.write(change, receipt);
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        store.writeHere(change, receipt);
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
    public OptionalLong request(RunId run, String id) {
        return store.request(run, id);
    }

    @Override
    public Cursor<KnownRequest> requests(RunId run) {
        return store.requests(run);
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
    public List<RunId> milestones(@Nullable RunId from, int parts) {
        return store.milestones(from, parts);
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return store.timersDue(until);
    }

    @Override
    public void resume() {
        store.resume();
    }

    @Override
    public void backup(Path folder) {
        store.backup(folder);
    }

    @Override
    public void compact() {
        store.compact();
    }

    @Override
    public OptionalLong room() {
        return store.room();
    }

    @Override
    public StoreCounters counters() {
        return store.counters();
    }

    @Override
    public void measured(Meter meter) {
        store.measured(meter);
    }

    @Override
    public void close() {
        store.close();
    }
}
