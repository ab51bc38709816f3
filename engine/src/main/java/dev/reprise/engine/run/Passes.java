package dev.reprise.engine.run;

import java.time.Duration;
import java.time.Instant;

/**
 * When a sweep passes over all runs again, and how quickly. What other threads have to say about
 * that is said here, so nobody waits for the sweep.
 */
final class Passes {
    /** Between two steps. */
    private static final Duration BREATH = Duration.ofMillis(10);

    private static final Duration QUICK_BREATH = Duration.ofMillis(1);

    /** In a quick pass a step looks at so many more, since few of them may be too many. */
    private static final int QUICK_LOOKS = 4;

    /** Fewer runs that have ended are never many. What was deleted costs looks for a while, too. */
    private static final long MANY_MIN = 10_000;

    private final Retention retention;
    private final SteadyTime steady;

    private boolean passing;
    private boolean quick;

    /** When the last one began, by {@link SteadyTime}. */
    private Instant begun = Instant.MIN;

    /** How many runs there were when all were looked at for the last time. */
    private long seen;

    /** How many have ended since it was begun to look at all of them. */
    private long ended;

    /** When the next run is too old. */
    private Instant soonest = Instant.MAX;

    /** Whether there is more to be deleted, as soon as that is not too often. */
    private boolean again;

    /** Whether something was kept that can be deleted when runs have settled with each other. */
    private boolean blocked;

    /** How often runs may have settled something. */
    private long settlements;

    private long settlementsBefore;

    Passes(Retention retention, SteadyTime steady) {
        this.retention = retention;
        this.steady = steady;
    }

    /** What was known is forgotten: the next begins at once. */
    synchronized void reset() {
        passing = false;
        begun = Instant.MIN;
        again = false;
    }

    // ---- Told by any thread ----

    synchronized void ended(Instant at) {
        ended++;
        retention.age().ifPresent(age -> expires(plus(at, age)));
        again |= retention.isCounting();
    }

    synchronized void settled() {
        settlements++;
    }

    // ---- Told by the pass ----

    /** Whether it may begin now; then it has begun. */
    synchronized boolean begin(Instant now) {
        if (next().isAfter(now)) {
            return false;
        }
        passing = true;
        quick = isMany();
        begun = steady.now();
        ended = 0;
        soonest = Instant.MAX;
        again = false;
        blocked = false;
        settlementsBefore = settlements;
        return true;
    }

    /** A run will be too old then. */
    synchronized void expires(Instant at) {
        soonest = at.isBefore(soonest) ? at : soonest;
    }

    /** Something is too much, and has to stay until runs have settled with each other. */
    synchronized void blocked() {
        blocked = true;
    }

    /** It has left something. */
    synchronized void again() {
        again = true;
    }

    /** So many runs are there, all of which were looked at. */
    synchronized void looked(long runs) {
        quick |= isMany();
        seen = runs;
        ended = 0;
    }

    synchronized void end() {
        passing = false;
    }

    // ---- What follows ----

    synchronized boolean isPassing() {
        return passing;
    }

    /** How long it rests between two steps. */
    synchronized Duration breath() {
        return isQuick() ? QUICK_BREATH : BREATH;
    }

    /** At how many runs a step looks. */
    synchronized long looks() {
        return isQuick() ? (long) QUICK_LOOKS * retention.stride() : retention.stride();
    }

    private boolean isQuick() {
        quick |= isMany();
        return quick;
    }

    /**
     * Whether so many have ended that it is worth while to look at all of them, however soon after
     * the last time: each that is deleted costs at most a few looks then.
     */
    synchronized boolean isMany() {
        return ended >= Math.max(MANY_MIN, seen / 2);
    }

    /** When the next is to begin; never while there is one. */
    synchronized Instant next() {
        if (passing) {
            return Instant.MAX;
        }
        if (begun.equals(Instant.MIN) || (retention.isCounting() && isMany())) {
            return Instant.MIN;
        }
        boolean wanted = again || (blocked && settlements != settlementsBefore);
        Instant paced = steady.moment(begun.plus(retention.every()));
        return wanted || paced.isAfter(soonest) ? paced : soonest;
    }

    /** A moment that is never reached when there is none so late. */
    static Instant plus(Instant at, Duration age) {
        return Duration.between(at, Instant.MAX).compareTo(age) <= 0 ? Instant.MAX : at.plus(age);
    }
}
