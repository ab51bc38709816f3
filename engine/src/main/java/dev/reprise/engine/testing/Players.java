package dev.reprise.engine.testing;

import dev.reprise.engine.activity.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Those who carry out the activities of one life. They go one after the other, each when all that
 * followed from the one before has been done, so that all happens in the same order every time;
 * whoever waits for something for longer than a moment, or for the test clock, lets the next one
 * go.
 */
final class Players implements Executor {
    /** So much real time is a moment. */
    static final Duration MOMENT = Duration.ofMillis(100);

    private static final Comparator<Player.Nap> FIRST =
            Comparator.comparing(Player.Nap::until).thenComparingLong(Player.Nap::order);

    private final ReentrantLock lock;
    private final BooleanSupplier free;
    private final Runnable changed;

    // ---- Guarded by the lock ----
    private final ArrayDeque<Runnable> line = new ArrayDeque<>();
    private final Map<Thread, Player> playing = new LinkedHashMap<>();
    private @Nullable Player current;
    private @Nullable Player watched;
    private long naps;
    private boolean held;
    private boolean over;

    /**
     * Nobody yet.
     *
     * @param lock whoever has it sees all of them stand still
     * @param free whether nothing else is to be done, so that one may begin; asked under the lock
     * @param changed called under the lock when one has ended or rests
     */
    Players(ReentrantLock lock, BooleanSupplier free, Runnable changed) {
        this.lock = lock;
        this.free = free;
        this.changed = changed;
    }

    @Override
    public void execute(Runnable activity) {
        lock.lock();
        try {
            if (!over) {
                line.add(activity);
                next();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock: the next one begins, if it may. */
    void next() {
        if (current != null) {
            if (!line.isEmpty()) {
                watch(current);
            }
            return;
        }
        Runnable activity = held || !free.getAsBoolean() ? null : line.poll();
        if (activity == null) {
            return;
        }
        var thread =
                Thread.ofVirtual().name("reprise-test-activity").unstarted(() -> play(activity));
        var player = new Player(thread);
        playing.put(thread, player);
        current = player;
        thread.start();
        if (!line.isEmpty()) {
            watch(player);
        }
    }

    /** Others stand in line: it lets them go when it only waits. */
    @SuppressWarnings("ReferenceEquality") // a player is itself
    private void watch(Player player) {
        if (watched != player) {
            watched = player;
            Thread.startVirtualThread(() -> letOthersGo(player));
        }
    }

    private void letOthersGo(Player player) {
        do {
            try {
                Thread.sleep(MOMENT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        } while (player.hasWork());
        lock.lock();
        try {
            stepAside(player);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // a player is itself
    private void stepAside(Player player) {
        if (current == player) {
            current = null;
            next();
        }
    }

    private void play(Runnable activity) {
        try {
            activity.run();
        } finally {
            lock.lock();
            try {
                Player gone = playing.remove(Thread.currentThread());
                if (gone != null) {
                    stepAside(gone);
                }
                changed.run();
            } finally {
                lock.unlock();
            }
        }
    }

    // ---- On their own threads ----

    /** The player that the calling thread is; null when it is none. */
    @Nullable Player me() {
        lock.lock();
        try {
            return playing.get(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    /** The calling thread is about to carry this out. */
    void carriesOut(Call call) {
        Player me = me();
        if (me != null) {
            me.call = call;
        }
    }

    /** Waits until somebody wakes it, which happens at {@code until} at the latest. */
    void nap(Instant until, String why) throws InterruptedException {
        Player me = me();
        if (me == null) {
            throw new IllegalStateException(
                    "Thread "
                            + Thread.currentThread().getName()
                            + " carries out no activity of this engine, so it cannot wait for the"
                            + " test clock.");
        }
        fallAsleep(me, until, why);
        sleep(me);
    }

    /** From now on it counts as one that waits; whoever calls this lets it sleep afterwards. */
    Player.Nap fallAsleep(Player me, Instant until, String why) {
        lock.lock();
        try {
            var nap = new Player.Nap(until, naps++, why);
            me.nap = nap;
            stepAside(me);
            changed.run();
            return nap;
        } finally {
            lock.unlock();
        }
    }

    /** An interrupt is seen by all as long as it counts as one that waits. */
    void sleep(Player me) throws InterruptedException {
        while (true) {
            lock.lock();
            try {
                if (me.nap == null) {
                    return;
                }
                if (me.thread.isInterrupted()) {
                    me.nap = null;
                    Thread.interrupted();
                    throw new InterruptedException("The activity was asked to end.");
                }
            } finally {
                lock.unlock();
            }
            LockSupport.park(this);
        }
    }

    // ---- Under the lock ----

    /** Whether nothing will come of any of them before time passes. */
    boolean rest() {
        return line.isEmpty() && playing.values().stream().allMatch(Player::rests);
    }

    /** Whether one goes on, or is about to begin, that does not only wait. */
    boolean haveWork() {
        return !line.isEmpty()
                || playing.values().stream().anyMatch(it -> it.nap == null && it.hasWork());
    }

    /** The one who goes on first. */
    Optional<Player> first() {
        return playing.values().stream()
                .filter(it -> it.nap != null && it.nap.until().isBefore(Instant.MAX))
                .min(Comparator.comparing(Players::napOf, FIRST));
    }

    static Player.Nap napOf(Player player) {
        Player.Nap nap = player.nap;
        return nap == null ? Player.Nap.NONE : nap;
    }

    /** It goes on, if it still waits for that. */
    void wake(Player player, Player.Nap from) {
        lock.lock();
        try {
            if (from.equals(player.nap)) {
                player.nap = null;
                LockSupport.unpark(player.thread);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether nobody begins. */
    void hold(boolean value) {
        held = value;
        next();
    }

    List<Player> all() {
        return new ArrayList<>(playing.values());
    }

    /** Nobody begins any more, and all are asked to end. */
    void end() {
        over = true;
        line.clear();
        playing.keySet().forEach(Thread::interrupt);
    }
}
