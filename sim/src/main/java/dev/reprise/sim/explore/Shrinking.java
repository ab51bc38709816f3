package dev.reprise.sim.explore;

import dev.reprise.sim.explore.Schedule.Mishap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes an order small: fewer faults, fewer choices that are not the least, smaller ones. It stops
 * when nothing single can be taken away, or when it has tried often enough.
 */
final class Shrinking {
    private static final int TRIES_MAX = 4_000;
    private static final long OTHER_FAULT = 100_000_000;

    private final Trial trial;
    private Schedule least;
    private int tries;

    /** Tries orders: gives those that go wrong in the same way, as they were carried out. */
    interface Trial {
        /** This order, if it goes wrong; else null. */
        @Nullable Schedule of(Schedule order);

        /** Some order with these faults that goes wrong, if one is found soon; else null. */
        @Nullable Schedule of(List<Mishap> faults);
    }

    Shrinking(Schedule found, Trial trial) {
        this.least = found;
        this.trial = trial;
    }

    Schedule least() {
        boolean smaller = true;
        while (smaller && tries < TRIES_MAX) {
            smaller = fewerFaults();
            smaller |= plainerFaults();
            smaller |= fewerChoices();
            smaller |= smallerChoices();
            smaller |= otherMoments();
        }
        return least;
    }

    int tries() {
        return tries;
    }

    private boolean holds(List<Mishap> faults, List<Integer> choices) {
        var candidate = new Schedule(least.eager(), faults, choices);
        if (tries >= TRIES_MAX || weight(candidate) >= weight(least)) {
            return false;
        }
        tries++;
        Schedule ran = trial.of(candidate);
        if (ran == null) {
            return false;
        }
        least = weight(ran) <= weight(candidate) ? ran : candidate;
        return true;
    }

    /** Faults weigh most; then choices that are not the least; then how late they are. */
    private static long weight(Schedule it) {
        long weight = 0;
        for (Mishap each : it.faults()) {
            weight += 1_000_000_000L + each.mark();
            weight += each.fault() == Fault.CRASH ? 0 : OTHER_FAULT;
        }
        for (int rank : it.choices()) {
            weight += rank == 0 ? 0 : 1_000_000L + rank * 1_000L;
        }
        return weight + it.choices().size();
    }

    private boolean fewerFaults() {
        boolean any = false;
        for (int i = least.faults().size() - 1;
                i >= 0;
                i = Math.min(i, least.faults().size()) - 1) {
            List<Mishap> fewer = new ArrayList<>(least.faults());
            fewer.remove(i);
            any |= holds(fewer, least.choices()) || holdsInAnotherOrder(fewer);
        }
        return any;
    }

    private boolean holdsInAnotherOrder(List<Mishap> faults) {
        tries++;
        Schedule other = least.eager() ? null : trial.of(faults);
        if (other == null) {
            return false;
        }
        least = other;
        return true;
    }

    /** A process that dies is the plainest of all faults. */
    private boolean plainerFaults() {
        boolean any = false;
        for (int i = 0; i < least.faults().size(); i++) {
            if (least.faults().get(i).fault() != Fault.CRASH) {
                List<Mishap> plainer = new ArrayList<>(least.faults());
                plainer.set(i, new Mishap(Fault.CRASH, plainer.get(i).mark()));
                any |= holds(plainer, least.choices()) || holdsInAnotherOrder(plainer);
            }
        }
        return any;
    }

    /** Whole stretches first, then halves of them. */
    private boolean fewerChoices() {
        boolean any = false;
        for (int size = Math.max(1, least.choices().size()); size >= 1; size /= 2) {
            for (int from = 0; from < least.choices().size(); from += size) {
                List<Integer> fewer = new ArrayList<>(least.choices());
                int to = Math.min(from + size, fewer.size());
                if (fewer.subList(from, to).stream().anyMatch(it -> it != 0)) {
                    Collections.fill(fewer.subList(from, to), 0);
                    any |= holds(least.faults(), fewer);
                }
            }
        }
        return any;
    }

    private boolean smallerChoices() {
        boolean any = false;
        for (int at = 0; at < least.choices().size(); at++) {
            for (int rank = 1; at < least.choices().size() && rank < least.choices().get(at); ) {
                List<Integer> smaller = new ArrayList<>(least.choices());
                smaller.set(at, rank);
                if (holds(least.faults(), smaller)) {
                    any = true;
                    break;
                }
                rank++;
            }
        }
        return any;
    }

    /** The same faults at an earlier moment. */
    private boolean otherMoments() {
        boolean any = false;
        for (int i = 0; i < least.faults().size(); i++) {
            Mishap late = least.faults().get(i);
            for (int mark = 1; mark < late.mark(); mark++) {
                List<Mishap> earlier = new ArrayList<>(least.faults());
                earlier.set(i, new Mishap(late.fault(), mark));
                if (holds(earlier, least.choices())) {
                    any = true;
                    break;
                }
            }
        }
        return any;
    }
}
