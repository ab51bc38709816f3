package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.sim.engine.Disk.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is durable, kept apart from all that is simulated: from the groups that were synced, and
 * after a crash from those on the disk that have their end.
 */
final class Truth {
    private final TreeMap<RunId, RunTruth> runs = new TreeMap<>();
    private final TreeMap<RunId, Head> heads = new TreeMap<>();
    private int rowsTaken;
    private long claimed;
    private long claimedBefore;

    /** A group is durable; the runs that it adds to, or why it cannot be true. */
    @Nullable String take(List<Row> rows, List<RunTruth> changed) {
        rowsTaken += rows.size() + 1;
        claimedBefore = claimed;
        for (Row row : rows) {
            switch (row) {
                case Row.Turn(var run, var position, var bytes) -> {
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
                    known.add(bytes);
                    changed.add(known);
                }
                case Row.Summary(var head) -> heads.put(head.run(), head);
                case Row.Set(DueTimer(var run, var timer)) ->
                        runs.computeIfAbsent(run, RunTruth::new).stored.add(timer);
                case Row.Stop(DueTimer(var run, var timer)) ->
                        runs.computeIfAbsent(run, RunTruth::new).stored.remove(timer);
                case Row.Claim(var epochs) -> claimed = epochs.store();
                case Row.End _ -> {}
            }
        }
        return null;
    }

    /** Takes the groups of a disk that nobody was told of, and says what is wrong with them. */
    @Nullable String takeOn(List<Row> log, List<RunTruth> changed) {
        List<Row> group = new ArrayList<>();
        for (Row row : log.subList(Math.min(rowsTaken, log.size()), log.size())) {
            if (row instanceof Row.End) {
                String wrong = take(group, changed);
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
