package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Does what another medium does, but for what a test wants otherwise. */
abstract class ForwardingMedium implements Medium {
    private final Medium medium;

    ForwardingMedium(Medium medium) {
        this.medium = medium;
    }

    @Override
    public long commit(Group group) {
        return medium.commit(group);
    }

    @Override
    public Epochs epochs() {
        return medium.epochs();
    }

    @Override
    public Optional<Head> head(RunId run) {
        return medium.head(run);
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        return medium.turns(run, from);
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return medium.snapshot(run);
    }

    @Override
    public OptionalLong request(RunId run, String id) {
        return medium.request(run, id);
    }

    @Override
    public Cursor<KnownRequest> requests(RunId run) {
        return medium.requests(run);
    }

    @Override
    public Optional<byte[]> kept(String name) {
        return medium.kept(name);
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        return medium.heads(from);
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return medium.timersDue(until);
    }

    @Override
    public OptionalLong size() {
        return medium.size();
    }

    @Override
    public boolean takesChanges() {
        return medium.takesChanges();
    }

    @Override
    public void lookForRoom() {
        medium.lookForRoom();
    }

    @Override
    public Rest rest() {
        return medium.rest();
    }

    @Override
    public void backup(Path folder, BooleanSupplier givenUp) {
        medium.backup(folder, givenUp);
    }

    @Override
    public void compact() {
        medium.compact();
    }

    @Override
    public void close() {
        medium.close();
    }
}
