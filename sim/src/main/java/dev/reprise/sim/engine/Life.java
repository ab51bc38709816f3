package dev.reprise.sim.engine;

import dev.reprise.RawCodec;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.run.Onlooker;
import dev.reprise.engine.run.Settings;
import dev.reprise.policy.Execution;
import dev.reprise.sim.node.Node;
import dev.reprise.sim.node.Plate;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** One process of the engine's own simulation: with the code of its works. */
final class Life extends Node {
    /** The code that was registered. */
    final TreeSet<Integer> registered = new TreeSet<>();

    /** So few that most cases have more: what is behind them must not be forgotten. */
    private static final int TIMERS_MAX = 3;

    private final EngineWorld world;
    private final List<RunPlan.Work> works;
    private final Desk desk;
    private final TreeMap<RunId, Integer> found = new TreeMap<>();
    private Instant handedAt = EngineWorld.BEGINNING;

    /**
     * A process that begins.
     *
     * @param plate what it writes on, with all processes that share it
     */
    Life(EngineWorld world, int index, Plate plate) {
        world.truth().lifeBegins(index);
        super(
                index,
                plate,
                new Times(world::now),
                new SplitMix64(world.plan().seed() + index)::next,
                TIMERS_MAX,
                settings(world.plan(), index),
                Onlooker.NONE);
        this.world = world;
        this.works = world.plan().works();
        this.desk = new Desk(world, this);
        findRuns();
    }

    private static Settings settings(EngineCase plan, int index) {
        var settings = Settings.DEFAULT;
        if (plan.isQueued()) {
            settings = settings.queue(Execution.DEFAULT_QUEUE, plan.queue());
        }
        return settings.pausedMax(plan.pausedMax())
                .policies(manner(plan, index).over(Settings.DEFAULT.policies()))
                .snapshotEvery(1 + (int) (plan.seed() & 1))
                .retention(plan.retention())
                .codec(new RawCodec());
    }

    private static Manner manner(EngineCase plan, int index) {
        return index % 2 == 0 ? plan.manner() : plan.other();
    }

    private void findRuns() {
        world.truth().runs().forEach(it -> found.put(it.run, it.size()));
    }

    @Override
    protected Runnable begun(Runnable activity) {
        Instant at = world.now();
        return () -> {
            Instant before = handedAt;
            handedAt = at;
            activity.run();
            handedAt = before;
        };
    }

    @Override
    protected boolean isPrompt() {
        return world.plan().prompt();
    }

    @Override
    protected boolean lendsHands() {
        return world.plan().lendsHands();
    }

    @Override
    protected boolean losesSnapshots() {
        return world.plan().losesSnapshots();
    }

    @Override
    protected void resumed() {
        found.clear();
        world.resumed(this);
        findRuns();
    }

    /** When the activity was handed over that is carried out now. */
    Instant handed() {
        return handedAt;
    }

    /** How many entries of a run there were when it began. */
    int found(RunId run) {
        return found.getOrDefault(run, 0);
    }

    /** How trials are executed that are asked for while it lives. */
    Manner manner() {
        return manner(world.plan(), index);
    }

    /** Whether clients let a start wait for room in the queue. */
    boolean isPatient() {
        return world.plan().isPatient();
    }

    /** Whether a run could start now. */
    boolean hasRoom() {
        return conductor.queues().stream()
                .allMatch(
                        it ->
                                it.limits().backlogMax() == 0
                                        || it.waiting() + it.starting() < it.limits().backlogMax());
    }

    /** How many pieces of code there are. */
    int pieces() {
        return works.size() + 3;
    }

    void register(int piece) {
        registered.add(piece);
        if (piece < works.size()) {
            RunPlan.Work work = works.get(piece);
            work.register(conductor, isStrange());
        } else if (piece == works.size()) {
            conductor.register(desk.new ChoreDesk());
        } else if (piece == works.size() + 1) {
            conductor.register(desk.new ExtraDesk());
        } else {
            conductor.register(desk.new TrialDesk());
        }
    }

    /** Whether it has other code than runs were started with: they get stuck. */
    boolean isStrange() {
        return index == world.plan().strange();
    }

    boolean knows(RunPlan.Work work) {
        return !isStrange() && registered.contains(works.indexOf(work));
    }
}
