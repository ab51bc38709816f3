package dev.reprise.sim.node;

import dev.reprise.RunId;
import dev.reprise.engine.run.Alarm;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Onlooker;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Surroundings;
import dev.reprise.engine.run.Workers;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.KnownRequest;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreCounters;
import dev.reprise.engine.store.StoreFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One process with an engine in it, from its start to its death. What its executors were given
 * waits here until the world chooses it; when it dies all of that is gone.
 */
public abstract class Node {
    /** Which of all processes it is. */
    public final int index;

    /** The engine. */
    public final Conductor conductor;

    /** What it writes on. */
    public final Plate plate;

    /** Steps of runs that wait for a worker, by number. */
    public final TreeMap<Long, Runnable> steps = new TreeMap<>();

    /** Activities that wait to be carried out, by number. */
    public final TreeMap<Long, Runnable> activities = new TreeMap<>();

    /** What the store has to tell, by run: in order within one, in any order between them. */
    public final TreeMap<String, ArrayDeque<Runnable>> news = new TreeMap<>();

    private final CompletableFuture<Boolean> claimed;
    private long handed;
    private int unheard;
    private final Times times;
    private @Nullable Instant alarm;
    private Instant alarmSteady = Instant.MAX;
    private boolean recovered;
    private boolean takenOver;
    private boolean dead;

    /**
     * What time it is, and how time goes by whatever the clock is set to.
     *
     * @param clock what time it is
     * @param steady the same, if nobody had ever set the clock
     */
    public record Times(InstantSource clock, InstantSource steady) {
        /** Of a clock that nobody sets. */
        public Times(InstantSource clock) {
            this(clock, clock);
        }
    }

    /**
     * A process that begins.
     *
     * @param plate what it writes on, with all processes that share it
     * @param timersMax how many timers it has in memory: with few there are some behind them
     */
    protected Node(
            int index,
            Plate plate,
            Times times,
            LongSupplier seeds,
            int timersMax,
            Settings settings,
            Onlooker onlooker) {
        this.index = index;
        this.plate = plate;
        this.times = times;
        this.conductor =
                new Conductor(
                        new Surroundings(
                                new Shelf(),
                                times.clock(),
                                times.steady(),
                                new Steps(),
                                it -> activities.put(handed++, begun(it)),
                                new Bell(),
                                seeds,
                                timersMax),
                        settings,
                        onlooker);
        this.claimed = conductor.claim();
    }

    // ---- What worlds differ in ----

    /** An activity as it is carried out, later. */
    protected Runnable begun(Runnable activity) {
        return activity;
    }

    /** Whether what the store has to tell is told at once. */
    protected boolean isPrompt() {
        return false;
    }

    /** Whether a thread that has nothing to do lends a hand. */
    protected boolean lendsHands() {
        return false;
    }

    /** Whether snapshots are never there when they are looked for. */
    protected boolean losesSnapshots() {
        return false;
    }

    /** The store was opened anew, since there is room again. */
    protected void resumed() {}

    // ---- Life and death ----

    /** It dies: nothing of it is heard any more. */
    public final void die() {
        dead = true;
        steps.clear();
        activities.clear();
        news.clear();
        alarm = null;
    }

    /** Another process takes its store. */
    public final void takenOver() {
        takenOver = true;
    }

    /** Whether another process has taken its store. */
    public final boolean isTakenOver() {
        return takenOver;
    }

    /** Whether it is no more. */
    public final boolean isDead() {
        return dead;
    }

    /** Whether the store is claimed and nothing was recovered yet. */
    public final boolean mayRecover() {
        return !recovered && claimed.isDone() && !claimed.isCompletedExceptionally();
    }

    /** Takes up what is in the store. */
    public final void recover() {
        recovered = true;
        conductor.recover();
    }

    /** Whether it has taken up what is in the store. */
    public final boolean isRecovered() {
        return recovered;
    }

    /** Whether nothing can come of it any more: it has to be opened again. */
    public final boolean hasFailed() {
        return claimed.isCompletedExceptionally() || conductor.failure() != null;
    }

    /** Whether nothing of it waits to be chosen. */
    public final boolean isSilent() {
        return steps.isEmpty()
                && activities.isEmpty()
                && news.isEmpty()
                && unheard == 0
                && alarm == null;
    }

    /** What the clock will say when it wants to be woken; null when it does not. */
    public final @Nullable Instant alarm() {
        Instant at = alarm;
        if (at == null || alarmSteady.equals(Instant.MAX)) {
            return at;
        }
        Duration left = Duration.between(times.steady().instant(), alarmSteady);
        Instant then = times.clock().instant().plus(left);
        return then.isBefore(at) ? then : at;
    }

    /** It is woken. */
    public final void ring() {
        alarm = null;
        conductor.ring();
    }

    private void tell(String run, Runnable receipt) {
        unheard--;
        if (!dead) {
            if (isPrompt()) {
                receipt.run();
            } else {
                news.computeIfAbsent(run, _ -> new ArrayDeque<>()).add(receipt);
            }
        }
    }

    /** Tells what the store has to tell of a run next. */
    public final void tellNext(String run) {
        ArrayDeque<Runnable> queue = news.get(run);
        if (queue != null) {
            Runnable next = queue.removeFirst();
            if (queue.isEmpty()) {
                news.remove(run);
            }
            next.run();
        }
    }

    /** The alarm: its time waits to be chosen. */
    private final class Bell implements Alarm {
        @Override
        public void set(Instant at) {
            set(at, Instant.MAX);
        }

        @Override
        public void set(Instant at, Instant steady) {
            alarm = at;
            alarmSteady = steady;
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
            return lendsHands() && steps.isEmpty();
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
            return losesSnapshots() ? Optional.empty() : plate.medium().snapshot(run);
        }

        @Override
        public OptionalLong request(RunId run, String id) {
            return plate.medium().request(run, id);
        }

        @Override
        public Cursor<KnownRequest> requests(RunId run) {
            return plate.medium().requests(run);
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
            resumed();
        }

        @Override
        public StoreCounters counters() {
            return plate.scribe().counters();
        }

        @Override
        public void close() {}
    }
}
