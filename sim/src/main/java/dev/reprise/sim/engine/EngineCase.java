package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.run.Retention;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is simulated: runs and what goes wrong around them. All of it follows from the seed.
 *
 * @param pausedMax how many paused runs the engine keeps in memory
 * @param prompt whether the store tells at once what is durable; else each news is an action
 * @param together whether all code is registered at once; else piece by piece
 * @param lateSeconds how much later than asked for alarms go off
 * @param manner how trials are executed, by the rules of every other process
 * @param other how trials are executed, by the rules of the others
 * @param strange the process that has other code under the same names; -1 when none has
 */
record EngineCase(
        long seed,
        List<RunPlan> plans,
        int pausedMax,
        boolean prompt,
        boolean together,
        int lateSeconds,
        Manner manner,
        Manner other,
        int strange,
        List<Fault> faults) {
    private static final int[] PAUSED = {0, 1, 2, 100};

    /** One of so many cases is a schedule. */
    private static final int SCHEDULES = 50;

    EngineCase {
        plans = List.copyOf(plans);
        faults = List.copyOf(faults);
    }

    /** The kinds of workflow that are in it. */
    List<RunPlan.Work> works() {
        return all().stream().map(RunPlan::work).distinct().toList();
    }

    /** Its runs, the children that some of them have, and those that go on from a moment of one. */
    List<RunPlan> all() {
        List<RunPlan> all = new ArrayList<>(plans);
        plans.forEach(plan -> plan.child().ifPresent(all::add));
        plans.forEach(plan -> plan.fork().ifPresent(all::add));
        return all;
    }

    /** The run from a moment of which this one goes on, if it does. */
    Optional<RunPlan> forkedFrom(RunId run) {
        return plans.stream()
                .filter(it -> it.fork().filter(fork -> fork.run().equals(run)).isPresent())
                .findFirst();
    }

    /** What is planned for a run. */
    Optional<RunPlan> of(RunId run) {
        // A later leg of a parent has children of its own, by names of their own.
        String later = run.value().replaceFirst("^(r\\d+)/\\d+\\.", "$1/");
        return all().stream()
                .filter(it -> it.run().value().equals(later))
                .findFirst()
                .or(() -> plans.stream().flatMap(it -> it.begunByItself(run).stream()).findFirst());
    }

    /** Whether a worker that has nothing else to do writes what it has decided itself. */
    boolean lendsHands() {
        return seed % 2 == 0;
    }

    /** Whether its activities wait in a queue with limits. */
    boolean isQueued() {
        return (bits() & 3) == 0;
    }

    /** The limits of its queue. */
    QueueLimits queue() {
        if (!isQueued()) {
            return QueueLimits.NONE;
        }
        long bits = bits() >>> 2;
        var limits = QueueLimits.NONE.concurrencyMax(1 + (int) (bits & 1));
        if ((bits >>> 1 & 3) == 0) {
            limits = limits.rate(new Rate(1, Duration.ofSeconds(2)));
        }
        if ((bits >>> 3 & 3) == 0) {
            limits = limits.perKeyMax(1).concurrencyMax(2);
        }
        return (bits >>> 5 & 3) == 0 ? limits.backlogMax(1) : limits;
    }

    /** Whether somebody pauses the queue for a while. */
    boolean isQueuePaused() {
        return isQueued() && (bits() >>> 9 & 3) == 0;
    }

    /** Whether a start waits for room in the queue; else it is refused, and asked again. */
    boolean isPatient() {
        return (bits() >>> 11 & 1) == 0;
    }

    /** Not those of the plans: what is decided by them is as it was before there were queues. */
    private long bits() {
        return SplitMix64.mix(seed ^ 0x9_0E_0E);
    }

    /** Whether snapshots are never found again. */
    boolean losesSnapshots() {
        return seed % 3 == 0;
    }

    /** How long runs are kept, and their legs; in some cases not for ever. */
    Retention retention() {
        long which = Math.floorMod(seed, 5L * 6);
        Retention kept =
                which % 5 != 2
                        ? Retention.FOREVER
                        : Retention.FOREVER
                                .age(Duration.ofSeconds(which / 5 % 3 * 2))
                                .every(Duration.ofSeconds(1))
                                .stride(1 + (int) (which / 15));
        return (bits() >>> 12 & 1) == 0 ? kept : kept.legs(1 + (int) (bits() >>> 13 & 1));
    }

    /** What can go wrong. */
    enum FaultKind {
        /** A run has to leave memory. */
        EVICT,
        /** All processes die, between two steps. */
        CRASH,
        /** All processes die while a group is written: nothing of it is there. */
        CRASH_BEFORE,
        /** All processes die while a group is written: a part of it is there. */
        CRASH_TORN,
        /** All processes die when a group is durable, and before anybody is told. */
        CRASH_AFTER,
        /** A write fails, and nothing is there. */
        FAIL_BEFORE,
        /** A write fails, and a part is there. */
        FAIL_TORN,
        /** A write fails, and all is there. */
        FAIL_AFTER,
        /** Another process takes the store over, and this one does not know. */
        TAKEOVER,
        /** The engine is closed, and opened again. */
        CLOSE,
        /** There is no room for a while: nothing of a group is there, or a part, or all. */
        FULL;

        /** Whether a process may die of it. */
        boolean isGrave() {
            return this != EVICT;
        }
    }

    /**
     * Something goes wrong.
     *
     * @param after not before so many steps
     * @param which a number, where one of several is meant
     */
    record Fault(FaultKind kind, int after, int which) {}

    /** The case of a seed, with evictions, and with faults that kill. */
    static EngineCase of(long seed, boolean grave) {
        EngineCase drawn = drawn(seed, grave);
        if (seed % SCHEDULES != SCHEDULES / 2) {
            return drawn;
        }
        var random = new SplitMix64(SplitMix64.mix(seed) ^ 0x5C4E_D01EL);
        return new EngineCase(
                seed,
                List.of(RunPlan.schedule(random)),
                drawn.pausedMax,
                drawn.prompt,
                drawn.together,
                drawn.lateSeconds,
                drawn.manner,
                drawn.other,
                -1,
                drawn.faults);
    }

    private static EngineCase drawn(long seed, boolean grave) {
        var random = new SplitMix64(SplitMix64.mix(seed) ^ 0x5EED_CA5EL);
        int runs = 1 + random.below(4);
        List<RunPlan> plans = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            plans.add(RunPlan.of(i, SplitMix64.mix(31 * seed + i), random));
        }
        int pausedMax = PAUSED[random.below(PAUSED.length)];
        boolean prompt = random.below(2) == 0;
        boolean together = random.below(2) == 0;
        int late = random.below(3) == 0 ? 1 + random.below(5) : 0;
        int strange = grave && random.below(4) == 0 && mayBeStrange(plans) ? 1 : -1;
        List<Fault> faults = faults(random, runs, grave);
        if (grave && Math.floorMod(seed, 3) == 1) {
            int which = (int) SplitMix64.mix(seed) & 0xFFFF;
            faults.add(new Fault(FaultKind.FULL, which % (30 * runs), which));
        }
        Manner manner = Manner.any(random);
        Manner other = random.below(2) == 0 ? manner : Manner.any(random);
        return new EngineCase(
                seed, plans, pausedMax, prompt, together, late, manner, other, strange, faults);
    }

    /** What begins by itself may begin with strange code, and would end as nobody expects. */
    private static boolean mayBeStrange(List<RunPlan> plans) {
        return plans.stream().noneMatch(RunPlan::beginsByItself);
    }

    private static List<Fault> faults(SplitMix64 random, int runs, boolean grave) {
        List<Fault> faults = new ArrayList<>();
        int span = 40 * runs;
        for (int left = random.below(4); left > 0; left--) {
            faults.add(new Fault(FaultKind.EVICT, random.below(span), random.below(runs)));
        }
        if (grave) {
            List<FaultKind> kinds =
                    Stream.of(FaultKind.values())
                            .skip(1)
                            .takeWhile(it -> it != FaultKind.FULL)
                            .toList();
            for (int left = 1 + random.below(4); left > 0; left--) {
                FaultKind kind = kinds.get(random.below(kinds.size()));
                faults.add(new Fault(kind, random.below(span), random.below(1 << 16)));
            }
        }
        return faults;
    }
}
