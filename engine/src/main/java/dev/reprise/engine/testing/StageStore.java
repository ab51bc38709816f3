package dev.reprise.engine.testing;

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
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A store as one life sees it: written by the one thread, and not any more after a crash. */
final class StageStore implements Store {
    private final Store store;
    private final Stage stage;
    private final Fate fate;
    private volatile boolean lost;

    StageStore(Store store, Stage stage, Fate fate) {
        this.store = store;
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
            store.writeHere(change, told(change, receipt));
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
    public void close() {}
}
