package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Timer;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What this process has delivered for a run and heard nothing of, and when it is looked at. */
final class Flights {
    private final House house;
    private final RunId run;

    /** By the numbers of their activities. */
    private final TreeMap<Long, Delivery> inFlight = new TreeMap<>();

    /** Those of them that are carried out in the run's own step. */
    private final Seqs atHand = new Seqs();

    /** When activities are looked at again, also those that wait for something here. */
    private final TreeMap<Long, Look> looks = new TreeMap<>();

    /**
     * When something is looked at.
     *
     * @param due by {@link SteadyTime}
     * @param moment for which moment of the clock that was said; null for what is measured
     */
    private record Look(Instant due, @Nullable Instant moment) {}

    Flights(House house, RunId run) {
        this.house = house;
        this.run = run;
    }

    @Nullable Delivery of(long seq) {
        return inFlight.get(seq);
    }

    boolean contains(long seq) {
        return inFlight.containsKey(seq);
    }

    void add(Delivery delivery, boolean inStep) {
        long seq = delivery.seq();
        inFlight.put(seq, delivery);
        if (inStep) {
            atHand.add(seq);
        }
        watch(delivery);
    }

    /** It is not under way any more. */
    void land(long seq) {
        inFlight.remove(seq);
        atHand.remove(seq);
    }

    /** Whether something is under way that is carried out in the run's own step. */
    boolean isAtHand() {
        return !atHand.isEmpty();
    }

    /** Whether all of these are. */
    boolean areAtHand(List<Long> seqs) {
        return atHand.containsAll(seqs);
    }

    boolean isEmpty() {
        return inFlight.isEmpty() && looks.isEmpty();
    }

    // ---- Looks ----

    /** What is under way is looked at when it may take too long. */
    void watch(Delivery delivery) {
        watch(delivery.seq(), new Look(delivery.tooLate(), null));
    }

    /** An activity is looked at at a moment, or when it would come if nobody set the clock. */
    void watch(long seq, Instant at) {
        watch(seq, new Look(house.steady().of(at), at));
    }

    private void watch(long seq, Look look) {
        unwatch(seq);
        if (look.due().isBefore(Instant.MAX)) {
            looks.put(seq, look);
            house.timers().watch(run, new Timer(look.due(), seq));
        }
    }

    /** For which moment an activity that waits is looked at next; null for none. */
    @Nullable Instant looksAt(long seq) {
        Look look = looks.get(seq);
        return look == null ? null : look.moment();
    }

    void unwatch(long seq) {
        Look look = looks.remove(seq);
        if (look != null) {
            house.timers().unwatch(run, new Timer(look.due(), seq));
        }
    }

    /** What waits here for something does so no longer; what is in flight is still looked at. */
    void forget(long seq) {
        if (!inFlight.containsKey(seq)) {
            unwatch(seq);
        }
    }

    /** An activity is looked at now; false when that was said before something else was. */
    boolean look(Timer told) {
        Look look = looks.get(told.seq());
        if (look == null || !look.due().equals(told.due())) {
            return false;
        }
        looks.remove(told.seq());
        return true;
    }

    // ---- The end ----

    /** Nothing waits here for anything; what is in flight comes to its own end. */
    void end() {
        List.copyOf(looks.keySet()).forEach(this::forget);
    }

    /** Nobody will hear of what is in flight. */
    void giveUp() {
        inFlight.values().forEach(Delivery::giveUp);
        inFlight.clear();
        atHand.clear();
        List.copyOf(looks.keySet()).forEach(this::unwatch);
    }
}
