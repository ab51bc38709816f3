package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.sim.node.Disk.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is durable, kept apart from all that is simulated: from the groups that were synced, and
 * after a crash from those on the disk that have their end.
 */
final class Truth {
    private final TreeMap<RunId, RunTruth> runs = new TreeMap<>();
    private final TreeMap<RunId, Head> heads = new TreeMap<>();

    /** The runs that were deleted, and what was durable of the last one of each id. */
    private final TreeMap<RunId, RunTruth> deleted = new TreeMap<>();

    private final List<RunTruth> deletedNow = new ArrayList<>();
    private int rowsTaken;

    /** Which life writes now. */
    private int life = -1;

    private long claimed;
    private long claimedBefore;

    /** From now on it is this life that writes. */
    void lifeBegins(int index) {
        life = index;
    }

    /** A group is durable; each entry of it is told, or why it cannot be true. */
    @Nullable String take(List<Row> rows, Consumer<RunTruth> grown) {
        rowsTaken += rows.size() + 1;
        claimedBefore = claimed;
        rows.forEach(this::note);
        for (Row row : rows) {
            String wrong =
                    row instanceof Row.Turn(var run, var position, var bytes)
                            ? add(run, position, bytes, grown)
                            : null;
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private void note(Row row) {
        switch (row) {
            case Row.Summary(var head) -> heads.put(head.run(), head);
            case Row.Set(DueTimer(var run, var timer)) ->
                    runs.computeIfAbsent(run, RunTruth::new).stored.add(timer);
            case Row.Stop(DueTimer(var run, var timer)) ->
                    runs.computeIfAbsent(run, RunTruth::new).stored.remove(timer);
            case Row.Claim(var epochs) -> claimed = epochs.store();
            case Row.Delete(var run) -> delete(run);
            case Row.Forget(var run, var before, _) ->
                    runs.computeIfAbsent(run, RunTruth::new).forgottenBefore = before;
            case Row.Turn _, Row.Snapshot _, Row.Keep _, Row.Request _, Row.End _ -> {}
        }
    }

    private void delete(RunId run) {
        heads.remove(run);
        RunTruth gone = runs.remove(run);
        if (gone != null) {
            deleted.put(run, gone);
            deletedNow.add(gone);
        }
    }

    /** What was deleted since this was asked. */
    List<RunTruth> deletedNow() {
        List<RunTruth> now = List.copyOf(deletedNow);
        deletedNow.clear();
        return now;
    }

    /** Whether a run of this id was ever deleted: there may be another one. */
    boolean wasDeleted(RunId run) {
        return deleted.containsKey(run);
    }

    /** Those that were deleted, the last one of each id. */
    Iterable<RunTruth> deleted() {
        return deleted.values();
    }

    /** What is, or last was, durable of a run. */
    @Nullable RunTruth last(RunId run) {
        RunTruth now = runs.get(run);
        return now == null ? deleted.get(run) : now;
    }

    private @Nullable String add(RunId run, long position, byte[] bytes, Consumer<RunTruth> grown) {
        RunTruth known = runs.computeIfAbsent(run, RunTruth::new);
        if (position < known.size()) {
            return Arrays.equals(bytes, known.raw(position))
                    ? "entry " + position + " of run " + run + " is written twice"
                    : "entry "
                            + position
                            + " of run "
                            + run
                            + " was durable as "
                            + known.entry(position)
                            + ", and is written anew";
        }
        if (position > known.size()) {
            return "run "
                    + run
                    + " has "
                    + known.size()
                    + " entries, and entry "
                    + position
                    + " is written";
        }
        known.add(bytes, life);
        grown.accept(known);
        return null;
    }

    /** Takes the groups of a disk that nobody was told of, and says what is wrong with them. */
    @Nullable String takeOn(List<Row> log, Consumer<RunTruth> grown) {
        List<Row> group = new ArrayList<>();
        for (Row row : log.subList(Math.min(rowsTaken, log.size()), log.size())) {
            if (row instanceof Row.End) {
                String wrong = take(group, grown);
                if (wrong != null) {
                    return wrong;
                }
                group = new ArrayList<>();
            } else {
                group.add(row);
            }
        }
        return null;
    }

    /** What is durable of a run; null when nothing is. */
    @Nullable RunTruth run(RunId run) {
        return runs.get(run);
    }

    Iterable<RunTruth> runs() {
        return runs.values();
    }

    @Nullable Head head(RunId run) {
        return heads.get(run);
    }

    /** The epoch that held the store before the last group. */
    long claimedBefore() {
        return claimedBefore;
    }
}
