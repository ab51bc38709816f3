package dev.reprise.engine.store;

import dev.reprise.RunId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The changes that one sync makes durable. Each is judged against what is durable and against the
 * changes before it in the group.
 */
public final class Group {
    private final KnownHeads known;
    private final Epochs before;
    private final List<Change> changes = new ArrayList<>();

    /** The runs that were changed; empty where a run is deleted. */
    private final Map<RunId, Optional<Head>> heads = new LinkedHashMap<>();

    private Epochs epochs;
    private long bytes;

    Group(KnownHeads known) {
        this.known = known;
        this.before = known.epochs();
        this.epochs = before;
    }

    /**
     * Takes a change in, or says why it does not fit.
     *
     * @throws StoreFailure when what is recorded of its run cannot be read
     */
    Optional<Conflict> add(Change change) {
        Optional<Conflict> conflict =
                switch (change) {
                    case Append append -> append(append);
                    case Change.Delete delete -> delete(delete);
                    case Change.ClaimRun claim -> claim(claim);
                    case Change.ClaimStore claim -> claim(claim);
                    case Change.Keep keep -> keep(keep);
                };
        if (conflict.isEmpty()) {
            changes.add(change);
            bytes += change.bytes();
        }
        return conflict;
    }

    private Optional<Conflict> append(Append append) {
        Optional<Head> head = head(append.run());
        Optional<Conflict> conflict = misfit(append.run(), head, append.position(), append.epoch());
        if (conflict.isPresent()) {
            return conflict;
        }
        byte[] summary =
                append.summary().or(() -> head.map(Head::summary)).orElseGet(() -> new byte[0]);
        epochs = epochs.used(append.epoch());
        long position = append.position() + append.turns().size();
        long first = Math.max(append.forgottenBefore(), head.isPresent() ? head.get().first() : 0);
        heads.put(
                append.run(),
                Optional.of(new Head(append.run(), position, first, append.epoch(), summary)));
        return Optional.empty();
    }

    private Optional<Conflict> delete(Change.Delete delete) {
        Optional<Conflict> conflict =
                misfit(delete.run(), head(delete.run()), delete.position(), delete.epoch());
        if (conflict.isEmpty()) {
            heads.put(delete.run(), Optional.empty());
        }
        return conflict;
    }

    private Optional<Conflict> claim(Change.ClaimRun claim) {
        Optional<Head> head = head(claim.run());
        if (head.isEmpty()) {
            return Optional.of(new Conflict.Absent(claim.run()));
        }
        long recorded = holder(head);
        if (claim.epoch() <= recorded) {
            return Optional.of(new Conflict.Epoch(claim.run(), recorded, claim.epoch()));
        }
        epochs = epochs.used(claim.epoch());
        heads.put(
                claim.run(),
                head.map(
                        it ->
                                new Head(
                                        it.run(),
                                        it.position(),
                                        it.first(),
                                        claim.epoch(),
                                        it.summary())));
        return Optional.empty();
    }

    private Optional<Conflict> claim(Change.ClaimStore claim) {
        if (claim.epoch() <= epochs.greatest()) {
            return Optional.of(new Conflict.StoreEpoch(epochs.greatest(), claim.epoch()));
        }
        epochs = epochs.claimedBy(claim.epoch());
        return Optional.empty();
    }

    private Optional<Conflict> keep(Change.Keep keep) {
        if (keep.epoch() < epochs.store()) {
            return Optional.of(new Conflict.StoreEpoch(epochs.store(), keep.epoch()));
        }
        epochs = epochs.used(keep.epoch());
        return Optional.empty();
    }

    /** The epoch is looked at first: a writer that is out of date has to know that, above all. */
    private Optional<Conflict> misfit(RunId run, Optional<Head> head, long position, long epoch) {
        long holder = holder(head);
        // Nobody holds a run that is not there, so any epoch may begin it that is not out of date.
        if (head.isPresent() ? epoch != holder : epoch < holder) {
            return Optional.of(new Conflict.Epoch(run, holder, epoch));
        }
        long recorded = head.isPresent() ? head.get().position() : 0;
        return position == recorded
                ? Optional.empty()
                : Optional.of(new Conflict.Position(run, recorded, position));
    }

    private long holder(Optional<Head> head) {
        return Math.max(epochs.store(), head.isPresent() ? head.get().epoch() : 0);
    }

    private Optional<Head> head(RunId run) {
        Optional<Head> changed = heads.get(run);
        return changed == null ? known.of(run) : changed;
    }

    /**
     * Whether a change has to wait for this group to be durable: a run is deleted with all that the
     * medium holds of it, so nothing of it may be on its way.
     */
    boolean precedes(Change change) {
        return change instanceof Change.Delete delete && heads.containsKey(delete.run());
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    /** The changes, in the order in which they have to be made. */
    public List<Change> changes() {
        return Collections.unmodifiableList(changes);
    }

    /** What is known, after all changes, of each run that was changed and not deleted. */
    public List<Head> heads() {
        List<Head> all = new ArrayList<>(heads.size());
        heads.values().forEach(head -> head.ifPresent(all::add));
        return all;
    }

    /** The same by run; empty where a run was deleted. */
    Map<RunId, Optional<Head>> outcome() {
        return Collections.unmodifiableMap(heads);
    }

    /** The epochs after all changes. */
    public Epochs epochs() {
        return epochs;
    }

    /** Whether the epochs are others than before. */
    public boolean changesEpochs() {
        return !epochs.equals(before);
    }

    /** About how much has to be written. */
    public long bytes() {
        return bytes;
    }
}
