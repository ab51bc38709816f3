package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.run.Crowd.Ended;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Deletes runs that were kept long enough. A pass looks at the summaries of all runs, a few at a
 * time and in the order of their ids; where there are too many it then knows which, and looks at
 * all of them again to delete those. Between two steps it rests, and when nothing will be due
 * before another run ends it sleeps until then. Whether a run may be deleted is decided by the run
 * itself, when it is its turn.
 */
final class Sweep {
    private static final Logger LOGGER = System.getLogger(Sweep.class.getName());
    private static final String ALL = "all";

    private final House house;
    private final Retention retention;
    private final Passes passes;

    // ---- Guarded by this ----

    /** What is to be deleted, by run: the number of its entries. */
    private final TreeMap<RunId, Long> doomed = new TreeMap<>();

    private final TreeMap<String, Crowd> crowds = new TreeMap<>();

    /** Up to whom runs are too many, by crowd, as was found when all were looked at before. */
    private final TreeMap<String, Ended> limits = new TreeMap<>();

    /** The first run that was not looked at; null at the beginning and at the end. */
    private @Nullable RunId next;

    private boolean looking;
    private long seen;

    /** Whether more is to be deleted than was found. */
    private boolean more;

    /** Whether something was kept that was to be deleted. */
    private boolean kept;

    /** Those that are being deleted; null when none are. */
    private @Nullable Gone awaited;

    Sweep(House house, Retention retention) {
        this.house = house;
        this.retention = retention;
        this.passes = new Passes(retention, house.steady());
    }

    /** What was under way is forgotten, and all runs are looked through. */
    synchronized void begin() {
        awaited = null;
        passes.reset();
        if (!retention.isForever()) {
            house.timers().wake(now());
        }
    }

    /** The end of a run is durable. */
    void ended(Standing run) {
        if (!retention.isForever()) {
            Instant at = run.endedAt();
            passes.ended(at == null ? now() : at);
            sleep();
        }
    }

    /** A run may have settled something with another. */
    void settled() {
        if (!retention.isForever()) {
            passes.settled();
            sleep();
        }
    }

    /** Goes on for a while. */
    synchronized void step() {
        if (retention.isForever()
                || house.outage().failure() != null
                || house.outage().isFull()
                || awaited != null) {
            return;
        }
        Instant now = now();
        if (!passes.isPassing()) {
            if (!passes.begin(now)) {
                sleep();
                return;
            }
            doomed.clear();
            limits.clear();
            lookFromBeginning();
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
            passes.again();
            endPass();
        }
    }

    private Instant now() {
        return house.around().clock().instant();
    }

    // ---- Looking ----

    private void lookFromBeginning() {
        crowds.clear();
        seen = 0;
        next = null;
        looking = true;
        more = false;
        kept = false;
    }

    private void look(Instant now) {
        long end = seen + passes.looks();
        RunId behind = null;
        try (Cursor<Head> heads = house.around().store().heads(next)) {
            while (heads.hasNext()) {
                Head head = heads.next();
                if (seen == end || doomed.size() == retention.stride()) {
                    behind = head.run();
                    break;
                }
                seen++;
                look(head, now);
            }
        }
        next = behind;
        if (behind == null) {
            looked();
        }
    }

    /** All have been looked at. They are looked at again where that shows how many to delete. */
    private void looked() {
        var found = found();
        boolean again = !found.isEmpty() && (limits.isEmpty() || passes.isMany());
        passes.looked(seen);
        if (again) {
            limits.clear();
            limits.putAll(found);
            lookFromBeginning();
        } else {
            looking = false;
            more = !found.isEmpty();
            if (crowds.values().stream().anyMatch(it -> it.excess() > 0)) {
                passes.blocked();
            }
        }
    }

    /** Up to whom runs are too many. Of all, only those count that stay though of their type. */
    private Map<String, Ended> found() {
        var found = new TreeMap<String, Ended>();
        long gone = 0;
        for (Map.Entry<String, Crowd> each : crowds.entrySet()) {
            if (!each.getKey().equals(ALL)) {
                Crowd crowd = each.getValue();
                put(found, each.getKey(), crowd.last(crowd.excess()));
                gone += Math.max(0, crowd.excess());
            }
        }
        Crowd all = crowds.get(ALL);
        if (all != null) {
            put(found, ALL, all.last(all.excess() - gone));
        }
        return found;
    }

    private static void put(Map<String, Ended> limits, String name, @Nullable Ended last) {
        if (last != null) {
            limits.put(name, last);
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
        Instant until = retention.age().map(age -> Passes.plus(end, age)).orElse(Instant.MAX);
        if (until.isAfter(now)) {
            passes.expires(until);
            count(head, "type " + row.type(), bound ? null : new Ended(end, head.run()));
        } else if (bound) {
            passes.blocked();
        } else {
            doomed.put(head.run(), head.position());
        }
    }

    /**
     * Of one that is not too old.
     *
     * @param deletable null when it has something to settle
     */
    private void count(Head head, String type, @Nullable Ended deletable) {
        if (deletable != null && (isTooMany(ALL, deletable) || isTooMany(type, deletable))) {
            doomed.put(head.run(), head.position());
        } else {
            retention.count().ifPresent(most -> crowd(ALL, most).add(deletable));
            retention.countOfType().ifPresent(most -> crowd(type, most).add(deletable));
        }
    }

    private boolean isTooMany(String crowd, Ended run) {
        Ended limit = limits.get(crowd);
        return limit != null && run.compareTo(limit) <= 0;
    }

    private Crowd crowd(String name, long kept) {
        return crowds.computeIfAbsent(name, _ -> new Crowd(kept));
    }

    // ---- Deleting ----

    /** Deletes some; the next step comes when they are gone, or kept. */
    private void delete() {
        if (doomed.isEmpty()) {
            goOn();
            return;
        }
        var gone = new Gone(doomed.size());
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
        house.post(run, new Message.Delete(position, RequestKey.NONE, waiting));
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
                if (!deleted) {
                    // It has gone on, or has something to settle.
                    kept = true;
                    passes.blocked();
                }
                if (--left == 0 && equals(awaited)) {
                    awaited = null;
                    goOn();
                }
            }
        }
    }

    private void goOn() {
        if (looking || !doomed.isEmpty()) {
            house.timers().wake(now().plus(passes.breath()));
        } else {
            if (more && !kept) {
                passes.again();
            }
            endPass();
        }
    }

    private void endPass() {
        passes.end();
        sleep();
    }

    /** Until there may be something to be deleted; for ever when there is not. */
    private void sleep() {
        Instant at = passes.next();
        if (at.isBefore(Instant.MAX)) {
            house.timers().wake(at.isAfter(Instant.MIN) ? at : now());
        }
    }
}
