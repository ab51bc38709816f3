package dev.reprise.engine.store;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is waiting, many changes by one sync, and tells what became of them. A turn of it is
 * called by a thread in production and by the simulator in tests: there is no second way to write.
 */
public final class Scribe {
    /** The most changes in one group, so that the first of them is not told too late. */
    public static final int GROUP_CHANGES_MAX = 4_096;

    /** A group that has so many bytes is full. */
    public static final long GROUP_BYTES_MAX = 8L << 20;

    private static final Logger LOGGER = System.getLogger(Scribe.class.getName());

    private record Waiting(Change change, Receipt receipt) {}

    private final KnownHeads known;
    private final Commits commits;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private volatile StoreCounters counters;
    private @Nullable StoreFailure broken;

    /** A scribe that is the only one who writes on {@code medium}. */
    public Scribe(Medium medium) {
        this(medium, Commits.NONE, StoreCounters.ZERO);
    }

    /** As {@link #Scribe(Medium)}, after another one that has made so much durable. */
    Scribe(Medium medium, Commits commits, StoreCounters before) {
        this.known = new KnownHeads(medium);
        this.commits = commits;
        this.counters = before;
    }

    /**
     * Puts a change behind those that wait; from any thread.
     *
     * @throws StoreFailure when there is no room
     */
    public void accept(Change change, Receipt receipt) {
        long more = change.bytes();
        // In one go: a change that finds no room must not take it from another, even for a moment.
        long bytes = waitingBytes.getAndAccumulate(more, Scribe::ifThereIsRoom);
        if (bytes + more > Store.WAITING_BYTES_MAX) {
            throw new StoreFailure(
                    StoreFailure.Kind.OVERLOADED,
                    "This change was not written: "
                            + bytes
                            + " bytes are waiting to be made durable, and at most "
                            + Store.WAITING_BYTES_MAX
                            + " may. Write it again when some of them are told.");
        }
        waiting.add(new Waiting(change, receipt));
    }

    private static long ifThereIsRoom(long bytes, long more) {
        return bytes + more > Store.WAITING_BYTES_MAX ? bytes : bytes + more;
    }

    /** What is durable of a run; from any thread. */
    public Optional<Head> head(RunId run) {
        return known.lookFor(run);
    }

    /** Whether nothing waits; from any thread. */
    public boolean isIdle() {
        return waiting.isEmpty();
    }

    /** How many bytes wait; from any thread. */
    long waitingBytes() {
        return waitingBytes.get();
    }

    /** What was made durable; from any thread. */
    public StoreCounters counters() {
        return counters;
    }

    /**
     * Makes one group of what is waiting, makes it durable, and tells all of it. One thread at a
     * time.
     *
     * @return false when nothing was waiting
     */
    public boolean turn() {
        if (waiting.isEmpty()) {
            return false;
        }
        if (broken != null) {
            refuse(broken.refusing());
            return true;
        }
        List<Runnable> news = new ArrayList<>();
        try {
            gather(news);
        } catch (Throwable thrown) {
            broken = asFailure(thrown);
        }
        news.forEach(Scribe::tell);
        return true;
    }

    /** Gathers a group and writes it; {@code news} are true once that has worked or failed. */
    private void gather(List<Runnable> news) {
        var group = new Group(known);
        List<Receipt> taken = new ArrayList<>();
        List<Runnable> verdicts = new ArrayList<>();
        for (var next = waiting.peek(); next != null; next = waiting.peek()) {
            if (isFull(group, verdicts) || group.precedes(next.change())) {
                break;
            }
            waiting.remove();
            waitingBytes.addAndGet(-next.change().bytes());
            taken.add(next.receipt());
            verdicts.add(verdict(group, next));
        }
        try {
            if (!group.isEmpty()) {
                commits.begins();
                long written = known.commit(group);
                commits.ended(group.changes().size(), written);
                counters = counters.plus(group.changes().size(), written);
            }
            news.addAll(verdicts);
        } catch (Throwable thrown) {
            // Refusals fail as well: they may rest on changes that are not there.
            StoreFailure failure = asFailure(thrown);
            taken.forEach(receipt -> news.add(() -> receipt.failed(failure)));
            throw failure;
        }
    }

    private static boolean isFull(Group group, List<Runnable> verdicts) {
        return group.bytes() >= GROUP_BYTES_MAX || verdicts.size() >= GROUP_CHANGES_MAX;
    }

    /** What is to be told when the group is durable. */
    private static Runnable verdict(Group group, Waiting next) {
        Receipt receipt = next.receipt();
        try {
            Optional<Conflict> conflict = group.add(next.change());
            return conflict.<Runnable>map(it -> () -> receipt.refused(it)).orElse(receipt::durable);
        } catch (Throwable unreadable) {
            // What is recorded of this run is damaged; other runs can go on.
            StoreFailure failure = asFailure(unreadable);
            return () -> receipt.failed(failure);
        }
    }

    private void refuse(StoreFailure failure) {
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            waitingBytes.addAndGet(-next.change().bytes());
            Receipt receipt = next.receipt();
            tell(() -> receipt.failed(failure));
        }
    }

    /** A receipt that throws must not keep the others from being told. */
    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (Throwable thrown) {
            LOGGER.log(
                    Level.ERROR,
                    new LogLine("receipt-failed").saying("A receipt threw; the store goes on."),
                    thrown);
        }
    }

    private static StoreFailure asFailure(Throwable thrown) {
        return thrown instanceof StoreFailure failure
                ? failure
                : new StoreFailure(
                        StoreFailure.Kind.IO, "The store failed unexpectedly: " + thrown, thrown);
    }

    /** What must hold between two turns. */
    void invariants() {
        long bytes = waitingBytes.get();
        Check.invariant(
                !waiting.isEmpty() || bytes == 0, "nothing waits, and it has %d bytes", bytes);
        if (broken == null) {
            known.invariants();
        }
    }
}
