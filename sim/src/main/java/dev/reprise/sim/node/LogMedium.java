package dev.reprise.sim.node;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Epochs;
import dev.reprise.engine.store.Group;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.KnownRequest;
import dev.reprise.engine.store.Medium;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.sim.node.Disk.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A medium on a simulated disk. Like the real one it carries out what it is told, unjudged. */
public final class LogMedium implements Medium {
    /** By time, run and number. */
    public static final Comparator<DueTimer> DUE =
            Comparator.comparing((DueTimer it) -> it.timer().due())
                    .thenComparing(DueTimer::run)
                    .thenComparingLong(it -> it.timer().seq());

    private final Disk disk;
    private final TreeMap<RunId, TreeMap<Long, byte[]>> turns = new TreeMap<>();
    private final TreeMap<RunId, Head> heads = new TreeMap<>();
    private final TreeSet<DueTimer> timers = new TreeSet<>(DUE);
    private final TreeMap<RunId, RunSnapshot> snapshots = new TreeMap<>();
    private final TreeMap<String, byte[]> kept = new TreeMap<>();
    private final TreeMap<RunId, TreeMap<String, Long>> requests = new TreeMap<>();
    private Epochs epochs = Epochs.NONE;

    /**
     * Reads what is there: whole groups. A group without its end was not synced, and is cut off.
     */
    public LogMedium(Disk disk) {
        this.disk = disk;
        disk.mend();
        List<Row> group = new ArrayList<>();
        int whole = 0;
        int at = 0;
        for (Row row : disk.rows()) {
            at++;
            if (row instanceof Row.End) {
                group.forEach(this::apply);
                group.clear();
                whole = at;
            } else {
                group.add(row);
            }
        }
        disk.cut(whole);
    }

    @Override
    public long commit(Group group) {
        List<Row> rows = rows(group);
        disk.write(rows);
        rows.forEach(this::apply);
        return rows.size();
    }

    private static List<Row> rows(Group group) {
        List<Row> rows = new ArrayList<>();
        for (Change change : group.changes()) {
            switch (change) {
                case Append append -> {
                    long position = append.position();
                    for (byte[] turn : append.turns()) {
                        rows.add(new Row.Turn(append.run(), position++, turn));
                    }
                    append.snapshot().ifPresent(it -> rows.add(new Row.Snapshot(append.run(), it)));
                    append.requests()
                            .forEach(
                                    id ->
                                            rows.add(
                                                    new Row.Request(
                                                            append.run(), id, append.position())));
                    long before = append.forgottenBefore();
                    if (before > 0 || !append.forgottenRequests().isEmpty()) {
                        rows.add(new Row.Forget(append.run(), before, append.forgottenRequests()));
                    }
                    append.set().forEach(it -> rows.add(new Row.Set(due(append, it))));
                    append.stopped().forEach(it -> rows.add(new Row.Stop(due(append, it))));
                }
                case Change.Delete(var run, var position, _, var id) -> {
                    rows.add(new Row.Delete(run));
                    if (!id.isEmpty()) {
                        rows.add(new Row.Request(run, id, position));
                    }
                }
                case Change.Keep keep -> rows.add(new Row.Keep(keep.name(), keep.content()));
                case Change.ClaimRun _, Change.ClaimStore _ -> {}
            }
        }
        group.heads().forEach(head -> rows.add(new Row.Summary(head)));
        if (group.changesEpochs()) {
            rows.add(new Row.Claim(group.epochs()));
        }
        return rows;
    }

    private static DueTimer due(Append append, dev.reprise.engine.store.Timer timer) {
        return new DueTimer(append.run(), timer);
    }

    private void apply(Row row) {
        switch (row) {
            case Row.Turn(var run, var position, var bytes) ->
                    turns.computeIfAbsent(run, _ -> new TreeMap<>()).put(position, bytes);
            case Row.Summary(var head) -> heads.put(head.run(), head);
            case Row.Snapshot(var run, var state) -> snapshots.put(run, state);
            case Row.Keep(var name, var content) -> kept.put(name, content);
            case Row.Request(var run, var id, var position) ->
                    requests.computeIfAbsent(run, _ -> new TreeMap<>()).put(id, position);
            case Row.Forget(var run, var before, var ids) -> {
                turns.getOrDefault(run, new TreeMap<>()).headMap(before).clear();
                requests.getOrDefault(run, new TreeMap<>()).keySet().removeAll(ids);
            }
            case Row.Delete(var run) -> delete(run);
            case Row.Set(var timer) -> timers.add(timer);
            case Row.Stop(var timer) -> timers.remove(timer);
            case Row.Claim(var claimed) -> epochs = claimed;
            case Row.End _ -> {}
        }
    }

    private void delete(RunId run) {
        turns.remove(run);
        heads.remove(run);
        snapshots.remove(run);
        requests.remove(run);
        timers.removeIf(it -> it.run().equals(run));
    }

    /** Whether anything is there of a run. */
    public boolean hasTraces(RunId run) {
        return turns.containsKey(run)
                || heads.containsKey(run)
                || snapshots.containsKey(run)
                || requests.containsKey(run)
                || timers.stream().anyMatch(it -> it.run().equals(run));
    }

    @Override
    public Epochs epochs() {
        return epochs;
    }

    @Override
    public Optional<Head> head(RunId run) {
        return Optional.ofNullable(heads.get(run));
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        Head head = heads.get(run);
        List<byte[]> read = new ArrayList<>();
        NavigableMap<Long, byte[]> kept = turns.getOrDefault(run, new TreeMap<>());
        for (long at = from; head != null && at < head.position(); at++) {
            byte[] turn = kept.get(at);
            if (turn == null) {
                throw new StoreFailure(
                        StoreFailure.Kind.DAMAGED,
                        "Turn " + at + " of run " + run + " is missing.");
            }
            read.add(turn);
        }
        return Cursor.over(read);
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return Optional.ofNullable(snapshots.get(run));
    }

    @Override
    public OptionalLong request(RunId run, String id) {
        Long position = requests.getOrDefault(run, new TreeMap<>()).get(id);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    @Override
    public Cursor<KnownRequest> requests(RunId run) {
        return Cursor.over(
                requests.getOrDefault(run, new TreeMap<>()).entrySet().stream()
                        .map(it -> new KnownRequest(it.getKey(), it.getValue()))
                        .toList());
    }

    @Override
    public Optional<byte[]> kept(String name) {
        return Optional.ofNullable(kept.get(name));
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        return Cursor.over(
                List.copyOf((from == null ? heads : heads.tailMap(from, true)).values()));
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return Cursor.over(
                timers.stream().takeWhile(it -> !it.timer().due().isAfter(until)).toList());
    }

    @Override
    public LogMedium reopened() {
        disk.lookForRoom();
        return new LogMedium(disk);
    }

    @Override
    public void close() {}
}
