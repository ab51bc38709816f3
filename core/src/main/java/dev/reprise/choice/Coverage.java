package dev.reprise.choice;

import dev.reprise.SplitMix64;
import java.util.Arrays;

/**
 * What executions have shown: who came to a thing after whom. A place in the code is the kind of an
 * action's key, and a pair is the last place that changed a thing, a place that came to it next to
 * read or to change it, and the thing. Changing counts as coming because who takes a lock after
 * whom matters as much as who reads what.
 *
 * <p>Actions that may touch anything are taken to change one and the same thing, so among them a
 * pair is two places whose actions were chosen one after the other.
 */
final class Coverage {
    /** How many things, and how many pairs, are told apart; further ones are not looked at. */
    static final int THINGS_MAX = 1 << 16;

    static final int PAIRS_MAX = 1 << 16;

    /** How many visits of a place to a thing can be asked for. */
    static final int VISITS_MAX = 1 << 12;

    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private final LongIndex things = new LongIndex(THINGS_MAX);
    private int[] lastWriter = new int[16];
    private int[] writtenIn = new int[16];

    /** Pairs by a hash of all three, and the execution that has last shown each. */
    private final LongIndex pairs = new LongIndex(PAIRS_MAX);

    private int[] shownIn = new int[16];

    /** Which place comes to which thing, and whether it changes it. */
    private final LongIndex visitsKnown = new LongIndex(VISITS_MAX);

    private final int[] visitors = new int[VISITS_MAX];
    private final long[] visited = new long[VISITS_MAX];
    private final boolean[] changed = new boolean[VISITS_MAX];
    private int visits;

    private int execution;
    private boolean foundNew;
    private long signature;

    /** A new execution. */
    void begin() {
        execution++;
        foundNew = false;
        signature = 0;
    }

    /** An action was chosen. */
    void chosen(Action action) {
        int place = action.key().kind().order();
        var footprint = action.footprint();
        if (footprint.isAny()) {
            came(place, Constraint.ANYTHING, true);
        }
        for (long thing : footprint.reads()) {
            came(place, thing, false);
        }
        for (long thing : footprint.writes()) {
            came(place, thing, true);
        }
    }

    private void came(int place, long thing, boolean changes) {
        int number = things.findOrAdd(thing);
        if (number < 0) {
            return;
        }
        if (number >= lastWriter.length) {
            lastWriter = Arrays.copyOf(lastWriter, 2 * lastWriter.length);
            writtenIn = Arrays.copyOf(writtenIn, lastWriter.length);
        }
        int writer = writtenIn[number] == execution ? lastWriter[number] : Constraint.START;
        if (pair(writer, place, number)) {
            visit(place, thing, number, changes);
        }
        if (changes) {
            lastWriter[number] = place;
            writtenIn[number] = execution;
        }
    }

    /** Notes a pair and answers whether no execution has shown it before. */
    private boolean pair(int writer, int reader, int thingNumber) {
        long places = ((long) writer + 1) << 16 | reader;
        int known = pairs.size();
        int number = pairs.findOrAdd((long) thingNumber << 32 | places);
        if (number < 0) {
            return false;
        }
        if (number >= shownIn.length) {
            shownIn = Arrays.copyOf(shownIn, 2 * shownIn.length);
        }
        if (shownIn[number] != execution) {
            shownIn[number] = execution;
            signature += SplitMix64.mix((number + 1) * GAMMA);
        }
        foundNew |= number == known;
        return number == known;
    }

    private void visit(int place, long thing, int thingNumber, boolean changes) {
        int known = visitsKnown.size();
        long visit = (long) thingNumber << 32 | (long) place << 1 | (changes ? 1 : 0);
        if (visitsKnown.findOrAdd(visit) == known) {
            visitors[known] = place;
            visited[known] = thing;
            changed[known] = changes;
            visits++;
        }
    }

    /** Whether this execution has shown what none did before. */
    boolean foundNew() {
        return foundNew;
    }

    /** A hash of all the pairs that this execution has shown. */
    long signature() {
        return signature;
    }

    /** Whether any thing was touched, so that there are constraints to draw. */
    boolean knowsThings() {
        return visits > 0;
    }

    /** Any visit to any thing, after any place that changes it or after none. */
    Constraint drawn(SplitMix64 random) {
        int visit = random.below(visits);
        long thing = visited[visit];
        return new Constraint(visitors[visit], drawnWriter(thing, random), thing, true);
    }

    /** Any place that changes the thing, or the start. */
    int drawnWriter(long thing, SplitMix64 random) {
        int drawn = Constraint.START;
        int among = 1;
        for (int visit = 0; visit < visits; visit++) {
            if (changed[visit] && visited[visit] == thing && random.below(++among) == 0) {
                drawn = visitors[visit];
            }
        }
        return drawn;
    }
}
