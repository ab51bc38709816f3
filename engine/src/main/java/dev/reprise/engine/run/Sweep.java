package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Deletes runs that were kept long enough. A pass looks at the summaries of all runs, a few at a
 * time and in the order of their ids; between two steps it sleeps, and when nothing will be due
 * before another run ends it sleeps until then. Whether a run may be deleted is decided by the run
 * itself, when it is its turn.
 */
final class Sweep {
    private static final Logger LOGGER = System.getLogger(Sweep.class.getName());

    /** Between two steps. */
    private static final Duration BREATH = Duration.ofMillis(10);

    /** So many of too many runs are found by one pass; the next finds more. */
    static final int FOUND_MAX = 4_096;

    /** A run that has ended. */
    private record Ended(RunId run, long position, Instant at) {
        static final Comparator<Ended> NEWEST_FIRST =
                Comparator.comparing(Ended::at).thenComparing(Ended::run).reversed();
    }

    /** Runs of which only so many are kept. */
    private static final class Crowd {
        private final PriorityQueue<Ended> oldest = new PriorityQueue<>(Ended.NEWEST_FIRST);
        private long size;

        void add(@Nullable Ended deletable) {
            size++;
            if (deletable != null) {
                oldest.add(deletable);
                if (oldest.size() > FOUND_MAX) {
                    oldest.poll();
                }
            }
        }
    }

    private final House house;
    private final Retention retention;

    // ---- Guarded by this ----

    /** What is to be deleted, by run: the number of its entries. */
    private final TreeMap<RunId, Long> doomed = new TreeMap<>();

    private final TreeMap<String, Crowd> crowds = new TreeMap<>();
    private boolean passing;

    /** Those that are being deleted; null when none are. */
    private @Nullable Gone awaited;

    /** Whether there is more to be deleted, as soon as that is not too often. */
    private boolean again;

    /** Whether something was kept that can be deleted when runs have settled with each other. */
    private boolean blocked;

    /** How often runs may have settled something. */
    private long settlements;

    private long settlementsBefore;

    /** The first run that was not looked at in this pass; null at its beginning. */
    private @Nullable RunId next;

    private Instant begun = Instant.MIN;

    /** When the next run is too old. */
    private Instant soonest = Instant.MAX;

    Sweep(House house, Retention retention) {
        this.house = house;
        this.retention = retention;
    }

    /** What was under way is forgotten, and all runs are looked through. */
    synchronized void begin() {
        doomed.clear();
        crowds.clear();
        passing = false;
        awaited = null;
        again = false;
        next = null;
        begun = Instant.MIN;
        if (!retention.isForever()) {
            house.timers().wake(now());
        }
    }

    /** The end of a run is durable. */
    void ended(Standing run) {
        if (!retention.isForever()) {
            Instant at = run.endedAt();
            note(at == null ? now() : at);
        }
    }

    private synchronized void note(Instant at) {
        retention.age().ifPresent(age -> soonest = earlier(soonest, plus(at, age)));
        again |= retention.isCounting();
        if (!passing) {
            sleep();
        }
    }

    /** A run may have settled something with another. */
    void settled() {
        if (!retention.isForever()) {
            noteSettlement();
        }
    }

    private synchronized void noteSettlement() {
        settlements++;
        if (blocked && !passing) {
            sleep();
        }
    }

    /** Goes on for a while. */
    synchronized void step() {
        if (house.outage().failure() != null || house.outage().isFull() || awaited != null) {
            return;
        }
        Instant now = now();
        if (!passing) {
            if (nextPass().isAfter(now)) {
                sleep();
                return;
            }
            passing = true;
            again = false;
            blocked = false;
            settlementsBefore = settlements;
            begun = now;
            soonest = Instant.MAX;
        }
        try {
            if (doomed.isEmpty()) {
                look(now);
            }
            delete();
        } catch (StoreFailure e) {
            LOGGER.log(
                    Level.WARNING,
                    new LogLine("sweep-failed")
                            .with("kind", e.kind())
                            .saying(
                                    "Runs cannot be looked through, so none is deleted for now: "
                                            + e.getMessage()));
            again = true;
            endPass();
        }
    }

    private Instant now() {
        return house.around().clock().instant();
    }

    // ---- Looking ----

    private void look(Instant now) {
        int seen = 0;
        RunId behind = null;
        try (Cursor<Head> heads = house.around().store().heads(next)) {
            while (heads.hasNext()) {
                Head head = heads.next();
                if (seen++ == retention.stride()) {
                    behind = head.run();
                    break;
                }
                look(head, now);
            }
        }
        next = behind;
        if (behind == null) {
            crowds.forEach((_, crowd) -> thin(crowd));
            crowds.clear();
        }
    }

    private void look(Head head, Instant now) {
        var row = new RunRow(house.around().store(), head);
        Instant end = row.ended().orElse(null);
        if (end == null) {
            return;
        }
        Outstanding outstanding = Summary.fromBytes(head.summary()).outstanding();
        boolean bound = outstanding == null || !outstanding.bonds().isEmpty();
        Instant until = retention.age().map(age -> plus(end, age)).orElse(Instant.MAX);
        if (until.isAfter(now)) {
            soonest = earlier(soonest, until);
            Ended ended = bound ? null : new Ended(head.run(), head.position(), end);
            retention.count().ifPresent(most -> crowd("all", most, ended));
            retention.countOfType().ifPresent(most -> crowd("type " + row.type(), most, ended));
        } else if (bound) {
            blocked = true;
        } else {
            doomed.put(head.run(), head.position());
        }
    }

    private void crowd(String name, long most, @Nullable Ended ended) {
        crowds.computeIfAbsent(
                        name,
                        _ -> {
                            var crowd = new Crowd();
                            crowd.size = -most;
                            return crowd;
                        })
                .add(ended);
    }

    /** The oldest of too many are deleted. */
    private void thin(Crowd crowd) {
        boolean more = crowd.oldest.size() == FOUND_MAX;
        List<Ended> oldestLast = new ArrayList<>();
        while (!crowd.oldest.isEmpty()) {
            oldestLast.add(crowd.oldest.poll());
        }
        for (Ended each : oldestLast.reversed()) {
            if (crowd.size > 0) {
                doomed.put(each.run(), each.position());
                crowd.size--;
            }
        }
        if (crowd.size > 0) {
            again |= more;
            blocked = true;
        }
    }

    // ---- Deleting ----

    /** Deletes some; the next step comes when they are gone, or kept. */
    private void delete() {
        if (doomed.isEmpty()) {
            goOn();
            return;
        }
        var gone = new Gone(Math.min(retention.stride(), doomed.size()));
        awaited = gone;
        for (int left = gone.left; left > 0; left--) {
            var each = doomed.pollFirstEntry();
            var _ =
                    delete(each.getKey(), each.getValue())
                            .whenComplete((_, refused) -> gone.one(refused == null));
        }
    }

    /** Forgets a run that has ended, if it has so many entries. */
    private CompletableFuture<Boolean> delete(RunId run, long position) {
        var waiting = new CompletableFuture<Boolean>();
        house.post(run, new Message.Delete(position, "", waiting));
        return waiting;
    }

    /** Those that are being deleted. */
    private final class Gone {
        private int left;

        Gone(int left) {
            this.left = left;
        }

        void one(boolean deleted) {
            synchronized (Sweep.this) {
                // One that is kept has gone on, or has something to settle.
                blocked |= !deleted;
                if (--left == 0 && equals(awaited)) {
                    awaited = null;
                    goOn();
                }
            }
        }
    }

    private void goOn() {
        if (next == null && doomed.isEmpty()) {
            endPass();
        } else {
            house.timers().wake(now().plus(BREATH));
        }
    }

    // ---- Sleeping ----

    private void endPass() {
        passing = false;
        next = null;
        doomed.clear();
        crowds.clear();
        sleep();
    }

    private Instant nextPass() {
        boolean atOnce = again || (blocked && settlements != settlementsBefore);
        Instant wanted = atOnce || begun.equals(Instant.MIN) ? Instant.MIN : soonest;
        Instant paced = begun.equals(Instant.MIN) ? begun : begun.plus(retention.every());
        return wanted.isAfter(paced) ? wanted : paced;
    }

    /** Until there may be something to be deleted; for ever when there is not. */
    private void sleep() {
        Instant at = nextPass();
        if (at.isBefore(Instant.MAX)) {
            house.timers().wake(at.isAfter(Instant.MIN) ? at : now());
        }
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** A moment that is never reached when there is none so late. */
    private static Instant plus(Instant at, Duration age) {
        return Duration.between(at, Instant.MAX).compareTo(age) <= 0 ? Instant.MAX : at.plus(age);
    }
}
