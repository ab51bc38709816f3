package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A medium that is gone when it is closed. Its order is that of {@link Keys}, as on disk. */
final class MemoryMedium implements Medium {
    /** What is kept of one run. */
    private static final class Kept {
        private static final Comparator<Timer> BY_TIME =
                Comparator.comparing(Timer::due).thenComparingLong(Timer::seq);

        private final List<byte[]> turns = new ArrayList<>(4);

        /** The position of the first of them. */
        private long first;

        private @Nullable Head head;

        /** Most runs never have one. */
        private @Nullable NavigableSet<Timer> timers;

        private @Nullable RunSnapshot snapshot;

        /** By which position each is carried out; most runs never have one. */
        private @Nullable Map<String, Long> requests;

        void forget(long before) {
            if (before > first) {
                turns.subList(0, (int) (before - first)).clear();
                first = before;
            }
        }

        NavigableSet<Timer> timers() {
            var known = timers;
            if (known == null) {
                known = new TreeSet<>(BY_TIME);
                timers = known;
            }
            return known;
        }
    }

    /** They are sorted when somebody asks for all of them, which is seldom. */
    private final Map<RunId, Kept> runs = new HashMap<>();

    private final NavigableSet<DueTimer> due =
            new TreeSet<>(
                    Comparator.comparing((DueTimer it) -> it.timer().due())
                            .thenComparing(DueTimer::run, Keys.RUNS)
                            .thenComparingLong(it -> it.timer().seq()));
    private final Map<String, byte[]> kept = new HashMap<>();

    /** The last deletion of each run that was deleted under a request id. */
    private final Map<RunId, Change.Delete> deletions = new HashMap<>();

    private Epochs epochs = Epochs.NONE;

    @Override
    public synchronized long commit(Group group) {
        for (Change change : group.changes()) {
            switch (change) {
                case Append append -> append(append);
                case Change.Delete delete -> delete(delete);
                case Change.Keep keep -> kept.put(keep.name(), keep.content());
                case Change.ClaimRun _, Change.ClaimStore _ -> {}
            }
        }
        for (Head head : group.heads()) {
            Kept kept = runs.get(head.run());
            Check.invariant(
                    kept != null && kept.first + kept.turns.size() == head.position(),
                    "%s has another number of turns",
                    head);
            kept.head = head;
        }
        epochs = group.epochs();
        return group.bytes();
    }

    private void append(Append append) {
        Kept kept = runs.computeIfAbsent(append.run(), _ -> new Kept());
        kept.turns.addAll(append.turns());
        kept.snapshot = append.snapshot().orElse(kept.snapshot);
        if (!append.requests().isEmpty()) {
            Map<String, Long> known = kept.requests == null ? new HashMap<>() : kept.requests;
            append.requests().forEach(id -> known.put(id, append.position()));
            kept.requests = known;
        }
        kept.forget(append.forgottenBefore());
        forget(append.run(), append.forgottenRequests(), kept);
        for (Timer timer : append.set()) {
            kept.timers().add(timer);
            due.add(new DueTimer(append.run(), timer));
        }
        for (Timer timer : append.stopped()) {
            kept.timers().remove(timer);
            due.remove(new DueTimer(append.run(), timer));
        }
    }

    private void forget(RunId run, List<String> ids, Kept kept) {
        if (ids.isEmpty()) {
            return;
        }
        if (kept.requests != null) {
            kept.requests.keySet().removeAll(ids);
        }
        Change.Delete deletion = deletions.get(run);
        if (deletion != null && ids.contains(deletion.requestId())) {
            deletions.remove(run);
        }
    }

    private void delete(Change.Delete delete) {
        RunId run = delete.run();
        Kept kept = runs.remove(run);
        Check.invariant(kept != null, "run %s is deleted, and was not there", run);
        kept.timers().forEach(timer -> due.remove(new DueTimer(run, timer)));
        if (delete.requestId().isEmpty()) {
            deletions.remove(run);
        } else {
            deletions.put(run, delete);
        }
    }

    @Override
    public synchronized Epochs epochs() {
        return epochs;
    }

    @Override
    public synchronized Optional<Head> head(RunId run) {
        return Optional.ofNullable(runs.get(run)).map(kept -> kept.head);
    }

    @Override
    public boolean isAtHand() {
        return true;
    }

    @Override
    public synchronized Cursor<byte[]> turns(RunId run, long from) {
        Kept kept = runs.get(run);
        if (kept == null) {
            Keys.checkFrom(run, from, 0, 0);
            return Cursor.over(List.of());
        }
        List<byte[]> turns = kept.turns;
        Keys.checkFrom(run, from, kept.first, kept.first + turns.size());
        return Cursor.over(List.copyOf(turns.subList((int) (from - kept.first), turns.size())));
    }

    @Override
    public synchronized Optional<RunSnapshot> snapshot(RunId run) {
        return Optional.ofNullable(runs.get(run)).map(it -> it.snapshot);
    }

    @Override
    public synchronized OptionalLong request(RunId run, String id) {
        Kept kept = runs.get(run);
        Long position = kept == null || kept.requests == null ? null : kept.requests.get(id);
        if (position != null) {
            return OptionalLong.of(position);
        }
        Change.Delete deletion = deletions.get(run);
        return deletion != null && deletion.requestId().equals(id)
                ? OptionalLong.of(deletion.position())
                : OptionalLong.empty();
    }

    @Override
    public synchronized Cursor<KnownRequest> requests(RunId run) {
        Map<String, Long> known = new HashMap<>();
        Kept kept = runs.get(run);
        if (kept != null && kept.requests != null) {
            known.putAll(kept.requests);
        }
        Change.Delete deletion = deletions.get(run);
        if (deletion != null) {
            known.put(deletion.requestId(), deletion.position());
        }
        return Cursor.over(
                known.entrySet().stream()
                        .map(it -> new KnownRequest(it.getKey(), it.getValue()))
                        .sorted(Keys.REQUESTS)
                        .toList());
    }

    @Override
    public synchronized Optional<byte[]> kept(String name) {
        return Optional.ofNullable(kept.get(name));
    }

    @Override
    public synchronized Cursor<Head> heads(@Nullable RunId from) {
        return Cursor.over(
                runs.values().stream()
                        .flatMap(kept -> Optional.ofNullable(kept.head).stream())
                        .filter(head -> from == null || Keys.RUNS.compare(head.run(), from) >= 0)
                        .sorted(Comparator.comparing(Head::run, Keys.RUNS))
                        .toList());
    }

    @Override
    public synchronized Cursor<DueTimer> timersDue(Instant until) {
        return Cursor.over(due.stream().takeWhile(it -> !it.timer().due().isAfter(until)).toList());
    }

    @Override
    public Medium reopened() {
        return this;
    }

    @Override
    public void close() {}
}
