package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.watch.Meter;
import dev.reprise.engine.watch.Metric;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose scribe has a thread, and takes the hand of whoever lends it one. It guards the
 * medium: whoever uses it holds the door open, and it is closed only when nobody does, so that no
 * native memory is touched after it was given back.
 */
final class ThreadedStore implements Store {
    /** So many small rows are read at a time. */
    private static final int ROWS_AHEAD = 256;

    private static final Comparator<DueTimer> IN_TIME =
            Comparator.<DueTimer, Instant>comparing(it -> it.timer().due())
                    .thenComparing(DueTimer::run, Keys.RUNS)
                    .thenComparingLong(it -> it.timer().seq());

    /** Others when it was resumed; changed by whoever has the pen and the door for writing. */
    private volatile Medium medium;

    private volatile Scribe scribe;
    private final CommitWatch commits = new CommitWatch();

    private final Thread thread;
    private final Set<GuardedCursor<?>> cursors = ConcurrentHashMap.newKeySet();

    /** Held for reading by whoever uses the medium, for writing by whoever closes the store. */
    private final ReadWriteLock door = new ReentrantReadWriteLock();

    /** Held for reading by whoever makes a copy, for writing by whoever waits until nobody does. */
    private final ReadWriteLock copying = new ReentrantReadWriteLock();

    /** Held by whoever writes. */
    private final ReentrantLock pen = new ReentrantLock();

    /** Why it cannot even be read, if that is so: then nothing of the medium is touched. */
    private volatile @Nullable StoreFailure unreadable;

    private volatile boolean closing;
    private volatile boolean asleep;
    private boolean closed;

    private ThreadedStore(Medium medium) {
        this.medium = medium;
        this.scribe = new Scribe(medium, commits, StoreCounters.ZERO);
        this.thread = Thread.ofPlatform().name("reprise-store").daemon().unstarted(this::work);
    }

    /** A store that is written on a medium, and closes it. */
    static Store on(Medium medium) {
        var store = new ThreadedStore(medium);
        store.thread.start();
        return store;
    }

    private void work() {
        while (true) {
            // Looked at first: nothing is brought after it, and a turn waits for whoever writes.
            boolean last = closing;
            if (turn()) {
                continue;
            }
            if (last) {
                return;
            }
            // Whoever brings something looks at the flag afterwards: one of the two sees the other.
            asleep = true;
            if (scribe.isIdle() && !closing) {
                LockSupport.park(this);
            }
            asleep = false;
        }
    }

    private boolean turn() {
        pen.lock();
        try {
            return scribe.turn();
        } finally {
            pen.unlock();
        }
    }

    private void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void write(Change change, Receipt receipt) {
        accept(change, receipt);
        wake();
    }

    @Override
    public void writeHere(Change change, Receipt receipt) {
        accept(change, receipt);
        if (!pen.isHeldByCurrentThread() && pen.tryLock()) {
            try {
                scribe.turn();
            } finally {
                pen.unlock();
            }
        }
        if (!scribe.isIdle()) {
            wake();
        }
    }

    private void accept(Change change, Receipt receipt) {
        door.readLock().lock();
        try {
            Check.state(!closing, "the store is closed: nothing can be written");
            scribe.accept(change, receipt);
        } finally {
            door.readLock().unlock();
        }
    }

    @Override
    public long epoch() {
        return reading(() -> medium.epochs().greatest());
    }

    @Override
    public Optional<Head> head(RunId run) {
        return reading(() -> scribe.head(run));
    }

    @Override
    public Cursor<byte[]> turns(RunId run, long from) {
        Check.argument(from >= 0, "a position is not negative: %d", from);
        return guarded(1, null, (_, count) -> medium.turns(run, from + count));
    }

    @Override
    public Optional<RunSnapshot> snapshot(RunId run) {
        return reading(() -> medium.snapshot(run));
    }

    @Override
    public OptionalLong request(RunId run, String id) {
        return reading(() -> medium.request(run, id));
    }

    @Override
    public Cursor<KnownRequest> requests(RunId run) {
        return guarded(ROWS_AHEAD, Keys.REQUESTS, (_, _) -> medium.requests(run));
    }

    @Override
    public Optional<byte[]> kept(String name) {
        return reading(() -> medium.kept(name));
    }

    @Override
    public Cursor<Head> heads(@Nullable RunId from) {
        return guarded(
                ROWS_AHEAD,
                Comparator.comparing(Head::run, Keys.RUNS),
                (last, _) -> medium.heads(last == null ? from : last.run()));
    }

    @Override
    public List<RunId> milestones(@Nullable RunId from, int parts) {
        return reading(() -> medium.milestones(from, parts));
    }

    @Override
    public Cursor<DueTimer> timersDue(Instant until) {
        return guarded(ROWS_AHEAD, IN_TIME, (_, _) -> medium.timersDue(until));
    }

    @Override
    public StoreCounters counters() {
        return scribe.counters();
    }

    @Override
    public void measured(Meter meter) {
        commits.tell(meter);
        meter.counter(
                Metric.of("reprise.store.syncs", "Groups that became durable, each by one sync."),
                () -> counters().syncs());
        meter.counter(
                Metric.of("reprise.store.changes", "Changes that became durable."),
                () -> counters().changes());
        meter.counter(
                Metric.of("reprise.store.written", "What was written for them.")
                        .in(Metric.Unit.BYTES),
                () -> counters().bytes());
        meter.gauge(
                Metric.of("reprise.store.waiting", "What waits to become durable.")
                        .in(Metric.Unit.BYTES),
                scribe::waitingBytes);
        if (room().isPresent()) {
            meter.gauge(
                    Metric.of("reprise.store.room", "How much its disk has left.")
                            .in(Metric.Unit.BYTES),
                    () -> room().orElse(0));
        }
        if (size().isPresent()) {
            meter.gauge(
                    Metric.of("reprise.store.size", "About how much the store takes.")
                            .in(Metric.Unit.BYTES),
                    () -> size().orElse(0));
        }
    }

    private OptionalLong size() {
        return unreadable == null ? reading(() -> medium.size()) : OptionalLong.empty();
    }

    /** Whoever makes a copy is not at the door: that takes as long as a disk is slow. */
    @Override
    public void backup(Path folder) {
        copying.readLock().lock();
        try {
            Check.state(!closing, "the store is closed: nothing can be copied");
            medium.backup(folder, () -> closing);
        } finally {
            copying.readLock().unlock();
        }
    }

    @Override
    public void compact() {
        Check.state(!closing, "the store is closed: it cannot be compacted");
        medium.compact();
    }

    @Override
    public OptionalLong room() {
        return medium.room();
    }

    /**
     * What cannot be written can still be read: the medium that has failed makes way for one that
     * can only be read, and that one for another that takes changes as soon as there is one. So the
     * door is shut for as long as it takes to change media, and nobody waits for the attempt.
     */
    @Override
    public void resume() {
        Check.state(
                !pen.isHeldByCurrentThread(),
                "a receipt cannot resume the store, which waits for receipts");
        pen.lock();
        try {
            Check.state(!closing, "the store is closed: it cannot be resumed");
            medium.lookForRoom();
            if (medium.takesChanges()) {
                try (var _ = medium.rest()) {
                    alone(this::readOn);
                }
            }
            try (var _ = medium.rest()) {
                Medium next = medium.reopened();
                alone(
                        () -> {
                            Medium before = medium;
                            use(next);
                            before.close();
                        });
            }
        } finally {
            pen.unlock();
        }
    }

    /** From now on it is read, and nothing else. */
    private void readOn() {
        try {
            use(medium.readable());
            unreadable = null;
        } catch (StoreFailure e) {
            unreadable = e;
            throw e;
        }
    }

    private void use(Medium next) {
        medium = next;
        scribe = new Scribe(next, commits, scribe.counters());
    }

    /** Changes the medium while nobody uses it and nothing waits; cursors go on afterwards. */
    private void alone(Runnable change) {
        door.writeLock().lock();
        try {
            // It has failed, so what waits is told that it was not written.
            while (scribe.turn()) {}
            cursors.forEach(GuardedCursor::pause);
            change.run();
        } finally {
            door.writeLock().unlock();
        }
    }

    private <T> Cursor<T> guarded(int aheadMax, @Nullable Comparator<T> order, Source<T> source) {
        return reading(
                () -> {
                    var cursor = new GuardedCursor<>(source, order, aheadMax);
                    cursors.add(cursor);
                    return cursor;
                });
    }

    private <T> T reading(Supplier<T> read) {
        door.readLock().lock();
        try {
            Check.state(!closed, "the store is closed: nothing can be read");
            StoreFailure why = unreadable;
            if (why != null) {
                throw why;
            }
            return read.get();
        } finally {
            door.readLock().unlock();
        }
    }

    @Override
    public void close() {
        Check.state(
                !pen.isHeldByCurrentThread(),
                "a receipt cannot close the store, which waits for receipts");
        door.writeLock().lock();
        try {
            // From here on nobody is in the middle of bringing something.
            closing = true;
        } finally {
            door.writeLock().unlock();
        }
        LockSupport.unpark(thread);
        awaitScribe();
        // Copies are given up: whoever makes one removes what there is of it.
        copying.writeLock().lock();
        try (var _ = medium.rest()) {
            closeMedium();
        } finally {
            copying.writeLock().unlock();
        }
    }

    private void closeMedium() {
        door.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                cursors.forEach(GuardedCursor::release);
                medium.close();
            }
        } finally {
            door.writeLock().unlock();
        }
    }

    /** What was written is written to its end, even if the caller is in a hurry. */
    private void awaitScribe() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** How rows are read from the medium that there is. */
    private interface Source<T> {
        /**
         * The first ones; or, when some were read from another medium, those from the last of these
         * on, or before.
         */
        Cursor<T> rows(@Nullable T last, long count);
    }

    /**
     * A cursor that the closing of the store closes, and that goes on when the medium becomes
     * another. It reads some rows at a time, more the longer it is used: whoever reads a million
     * would be at the door two million times.
     */
    private final class GuardedCursor<T> implements Cursor<T> {
        private final Source<T> source;

        /** By which rows are told that were read before; null where none come again. */
        private final @Nullable Comparator<T> order;

        private final int aheadMax;
        private final ArrayDeque<T> ahead = new ArrayDeque<>();

        /** Null from a change of the medium until it is read again. */
        private @Nullable Cursor<T> cursor;

        private @Nullable T last;
        private long count;
        private boolean again;
        private int wanted = 1;
        private volatile boolean released;

        GuardedCursor(Source<T> source, @Nullable Comparator<T> order, int aheadMax) {
            this.source = source;
            this.order = order;
            this.aheadMax = aheadMax;
            this.cursor = source.rows(null, 0);
        }

        @Override
        public boolean hasNext() {
            Check.state(!released, "the cursor is closed");
            return !ahead.isEmpty() || reading(this::read);
        }

        private boolean read() {
            Check.state(!released, "the cursor is closed");
            try {
                Cursor<T> open = opened();
                while (ahead.size() < wanted && open.hasNext()) {
                    T row = open.next();
                    if (!wasRead(row)) {
                        last = row;
                        count++;
                        ahead.add(row);
                    }
                }
            } catch (StoreFailure e) {
                // What is before the damage comes first; then it is met again.
                if (ahead.isEmpty()) {
                    throw e;
                }
            }
            wanted = Math.min(2 * wanted, aheadMax);
            return !ahead.isEmpty();
        }

        private Cursor<T> opened() {
            Cursor<T> open = cursor;
            if (open == null) {
                open = source.rows(last, count);
                cursor = open;
                again = last != null && order != null;
            }
            return open;
        }

        private boolean wasRead(T row) {
            Comparator<T> known = order;
            T before = last;
            again = again && known != null && before != null && known.compare(row, before) <= 0;
            return again;
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more rows");
            }
            return ahead.remove();
        }

        @Override
        public void close() {
            door.readLock().lock();
            try {
                release();
            } finally {
                door.readLock().unlock();
            }
        }

        private void release() {
            if (!released) {
                released = true;
                cursors.remove(this);
                pause();
            }
        }

        /** Gives back what it holds of the medium. */
        private void pause() {
            Cursor<T> open = cursor;
            cursor = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
