package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What is known of runs that need not be in memory: who is stuck, parked or to be taken up. */
final class Roster {
    private final House house;

    /** The runs that are stuck, and their types. */
    private final ConcurrentSkipListMap<RunId, String> stuck = new ConcurrentSkipListMap<>();

    /** The activities that wait for a person, by run and number, and where. */
    private final ConcurrentSkipListMap<RunId, SortedMap<Long, String>> parked =
            new ConcurrentSkipListMap<>();

    /** The runs whose dealings with others have to be taken up when they are loaded. */
    private final Set<RunId> takenUp = ConcurrentHashMap.newKeySet();

    private Instant begun = Instant.MIN;

    Roster(House house) {
        this.house = house;
    }

    /** Reads the summaries of all runs; who has something under way is to be revived. */
    Recovered recover(Revivals revivals) {
        begun = house.around().clock().instant();
        stuck.clear();
        parked.clear();
        long runs = 0;
        long open = 0;
        long revived = 0;
        var ahead = new Ahead(begun);
        try (Cursor<Head> heads = house.around().store().heads()) {
            while (heads.hasNext()) {
                Head head = heads.next();
                Summary summary = Summary.fromBytes(head.summary());
                runs++;
                ahead.look(head.run(), summary);
                Outstanding outstanding = summary.outstanding();
                if (summary.status().isEnd()) {
                    // What it had to do with others may not be done.
                    if (outstanding == null || !outstanding.bonds().isEmpty()) {
                        takenUp.add(head.run());
                        revivals.add(head.run());
                    }
                    continue;
                }
                open++;
                if (summary.status() == Status.STUCK) {
                    stuck.put(head.run(), summary.type());
                }
                if (outstanding != null) {
                    parked(head.run(), outstanding.parked());
                }
                if (outstanding == null || !outstanding.bonds().isEmpty()) {
                    takenUp.add(head.run());
                }
                if (outstanding == null || outstanding.isUnderWay() || summary.isAboutToBegin()) {
                    revived++;
                    revivals.add(head.run());
                }
            }
        }
        ahead.say(house.onlooker());
        return new Recovered(runs, open, revived, stuck.size());
    }

    /** When the store was read last: what was due by then may have been lost. */
    Instant begun() {
        return begun;
    }

    // ---- Stuck ----

    void stuck(RunId run, String type, String why) {
        if (stuck.put(run, type) == null) {
            house.count().stuck();
        }
        house.onlooker().stuck(run, type, why);
    }

    void unstuck(RunId run) {
        stuck.remove(run);
    }

    void forEachStuck(BiConsumer<RunId, String> each) {
        stuck.forEach(each);
    }

    /** The runs that are stuck, and their types, in the order of their ids. */
    SortedMap<RunId, String> stuckRuns() {
        return Collections.unmodifiableSortedMap(stuck);
    }

    long stuckCount() {
        return stuck.size();
    }

    // ---- Parked ----

    /** These activities of a run wait for a person, and no others. */
    void parked(RunId run, SortedMap<Long, String> seqs) {
        if (!seqs.isEmpty()) {
            parked.put(run, new TreeMap<>(seqs));
        } else if (!parked.isEmpty()) {
            parked.remove(run);
        }
    }

    void forEachParked(Consumer<RunId> each) {
        parked.forEach((run, _) -> each.accept(run));
    }

    long parkedCount() {
        return parked.size();
    }

    // ---- To be taken up ----

    /** Whether what a run has to do with others is to be taken up, now that it is loaded. */
    boolean takesUp(RunId run) {
        return !takenUp.isEmpty() && takenUp.remove(run);
    }

    /** A run has forgotten all that is not durable. */
    void takeUpAgain(RunId run) {
        takenUp.add(run);
    }
}
