package dev.reprise.sim.engine;

import dev.reprise.RawCodec;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Surroundings;
import dev.reprise.engine.run.Workers;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreCounters;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.policy.Execution;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One process with an engine in it, from its start to its death. What its executors were given
 * waits here until the world chooses it; when it dies all of that is gone.
 */
final class Life {
    final int index;
    final Conductor conductor;
    final Plate plate;

    /** Steps of runs that wait for a worker, by number. */
    final TreeMap<Long, Runnable> steps = new TreeMap<>();

    /** Activities that wait to be carried out, by number. */
    final TreeMap<Long, Runnable> activities = new TreeMap<>();

    /** What the store has to tell, by run: in order within one, in any order between them. */
    final TreeMap<String, ArrayDeque<Runnable>> news = new TreeMap<>();

    /** The code that was registered. */
    final TreeSet<Integer> registered = new TreeSet<>();

    private final EngineWorld world;
    private final List<RunPlan.Work> works;
    private final Desk desk;
    private final CompletableFuture<Boolean> claimed;
    private final TreeMap<RunId, Integer> found = new TreeMap<>();
    private long handed;
    private Instant handedAt = EngineWorld.BEGINNING;
    private int unheard;
    private @Nullable Instant alarm;
    private boolean recovered;
    private boolean takenOver;
    private boolean dead;

    /**
     * A process that begins.
     *
     * @param plate what it writes on, with all processes that share it
     */
    Life(EngineWorld world, int index, Plate plate) {
        this.world = world;
        this.works = world.plan().works();
        this.index = index;
        this.desk = new Desk(world, this);
        this.plate = plate;
        world.truth().runs().forEach(it -> found.put(it.run, it.size()));
        world.truth().lifeBegins(index);
        var settings = Settings.DEFAULT;
        if (world.plan().isQueued()) {
            settings = settings.queue(Execution.DEFAULT_QUEUE, world.plan().queue());
        }
        var random = new SplitMix64(world.plan().seed() + index);
        this.conductor =
                new Conductor(
                        new Surroundings(
                                new Shelf(),
                                world::now,
                                new Steps(),
                                this::hand,
                                at -> alarm = at,
                                random::next),
                        settings.pausedMax(world.plan().pausedMax())
                                .policies(manner().over(Settings.DEFAULT.policies()))
                                .snapshotEvery(1 + (int) (world.plan().seed() & 1))
                                .retention(world.plan().retention())
                                .codec(new RawCodec()));
        this.claimed = conductor.claim();
    }

    private void hand(Runnable activity) {
        Instant at = world.now();
        activities.put(
                handed++,
                () -> {
                    Instant before = handedAt;
                    handedAt = at;
                    activity.run();
                    handedAt = before;
                });
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
        return index % 2 == 0 ? world.plan().manner() : world.plan().other();
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

    /** It dies: nothing of it is heard any more. */
    void die() {
        dead = true;
        steps.clear();
        activities.clear();
        news.clear();
        alarm = null;
    }

    /** Another process takes its store. */
    void takenOver() {
        takenOver = true;
    }

    boolean isTakenOver() {
        return takenOver;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether the store is claimed and nothing was recovered yet. */
    boolean mayRecover() {
        return !recovered && claimed.isDone() && !claimed.isCompletedExceptionally();
    }

    void recover() {
        recovered = true;
        conductor.recover();
    }

    boolean isRecovered() {
        return recovered;
    }

    /** Whether nothing can come of it any more: it has to be opened again. */
    boolean hasFailed() {
        return claimed.isCompletedExceptionally() || conductor.failure() != null;
    }

    /** Whether nothing of it waits to be chosen. */
    boolean isSilent() {
        return steps.isEmpty()
                && activities.isEmpty()
                && news.isEmpty()
                && unheard == 0
                && alarm == null;
    }

    @Nullable Instant alarm() {
        return alarm;
    }

    void ring() {
        alarm = null;
        conductor.ring();
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

    private void tell(String run, Runnable receipt) {
        unheard--;
        if (!dead) {
            if (world.plan().prompt()) {
                receipt.run();
            } else {
                news.computeIfAbsent(run, _ -> new ArrayDeque<>()).add(receipt);
            }
        }
    }

    /** Tells what the store has to tell of a run next. */
    void tellNext(String run) {
        ArrayDeque<Runnable> queue = news.get(run);
        if (queue != null) {
            Runnable next = queue.removeFirst();
            if (queue.isEmpty()) {
                news.remove(run);
            }
            next.run();
        }
    }

    /** The workers: what they are given waits to be chosen. */
    private final class Steps implements Workers {
        @Override
        public void execute(Runnable task) {
            steps.put(handed++, task);
        }

        @Override
        public boolean isSpare() {
            return world.plan().lendsHands() && steps.isEmpty();
        }
    }

    /** The store: the real scribe, on a medium of ours. */
    private final class Shelf implements Store {
        @Override
        public void write(Change change, Receipt receipt) {
            unheard++;
            String run = change instanceof Change.OfRun it ? it.run().value() : "";
            plate.scribe()
                    .accept(
                            change,
                            new Receipt() {
                                @Override
                                public void durable() {
                                    tell(run, receipt::durable);
                                }

                                @Override
                                public void refused(Conflict conflict) {
                                    tell(run, () -> receipt.refused(conflict));
                                }

                                @Override
                                public void failed(StoreFailure failure) {
                                    tell(run, () -> receipt.failed(failure));
                                }
                            });
        }

        @Override
        public void writeHere(Change change, Receipt receipt) {
            boolean nobodyWrites = plate.scribe().isIdle();
            write(change, receipt);
            if (nobodyWrites) {
                plate.scribe().turn();
            }
        }

        @Override
        public long epoch() {
            return plate.medium().epochs().greatest();
        }

        @Override
        public Optional<Head> head(RunId run) {
            return plate.scribe().head(run);
        }

        @Override
        public Cursor<byte[]> turns(RunId run, long from) {
            return plate.medium().turns(run, from);
        }

        @Override
        public Optional<RunSnapshot> snapshot(RunId run) {
            return world.plan().losesSnapshots() ? Optional.empty() : plate.medium().snapshot(run);
        }

        @Override
        public OptionalLong request(RunId run, String id) {
            return plate.medium().request(run, id);
        }

        @Override
        public Optional<byte[]> kept(String name) {
            return plate.medium().kept(name);
        }

        @Override
        public Cursor<Head> heads(@Nullable RunId from) {
            return plate.medium().heads(from);
        }

        @Override
        public Cursor<DueTimer> timersDue(Instant until) {
            return plate.medium().timersDue(until);
        }

        @Override
        public void resume() {
            plate.resume();
            found.clear();
            world.resumed(Life.this);
            world.truth().runs().forEach(it -> found.put(it.run, it.size()));
        }

        @Override
        public StoreCounters counters() {
            return plate.scribe().counters();
        }

        @Override
        public void close() {}
    }
}
