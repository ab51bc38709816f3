package dev.reprise.engine;

import dev.reprise.RunId;
import dev.reprise.engine.store.ForwardingStore;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.Store;
import java.util.Optional;

/** A store that has lost all snapshots whenever it is asked for one. */
final class Forgetful extends ForwardingStore {
    Forgetful(Store store) {
        super(store);
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return Optional.empty();
    }
}
