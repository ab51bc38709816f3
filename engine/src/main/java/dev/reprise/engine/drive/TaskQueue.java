package dev.reprise.engine.drive;

import dev.reprise.policy.Execution;
import dev.reprise.policy.Line;
import dev.reprise.policy.QueueLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A task queue: a {@link Line} for any thread. Who is let through is called, and has its place
 * until it has left: nobody asks again and again, and one that is slow to come keeps one place
 * back, and no more.
 */
public final class TaskQueue {
    private final String name;
    private final Line<Visit> line;

    /** Starts of runs that wait for room. */
    private final TreeMap<Turn, Runnable> starts =
            new TreeMap<>(
                    Comparator.comparingInt((Turn it) -> -it.priority())
                            .thenComparingLong(Turn::number));

    private final HashMap<Object, Turn> turns = new HashMap<>();
    private long came;

    /** Starts that were let through and are not durable yet. */
    private int starting;

    private boolean closed;

    /** When a start is let through: those with a higher priority first, then who came first. */
    private record Turn(Object start, int priority, long number) {}

    TaskQueue(String name, QueueLimits limits) {
        this.name = name;
        this.line = new Line<>(limits);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    // ---- Attempts ----

    /** Whether an attempt may start; if not it stands in line, and is called. */
    boolean ask(Visit visit, Instant now) {
        List<Runnable> calls = new ArrayList<>();
        boolean in;
        synchronized (this) {
            Line.Place<Visit> place = visit.standing;
            if (place == null) {
                Execution by = visit.policy().execution();
                place = line.join(visit, by.priority(), by.fairnessKey(), now);
            } else if (!place.isIn() && !place.isWaiting()) {
                place = line.rejoin(place);
            }
            visit.standing = place;
            advance(visit, now, calls);
            in = place.isIn();
        }
        calls.forEach(Runnable::run);
        return in;
    }

    /**
     * It is over, or will not ask any more.
     *
     * @param again whether it comes back to the same place
     */
    void leave(Visit visit, boolean again, Instant now) {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            Line.Place<Visit> place = visit.standing;
            if (place != null && (place.isIn() || place.isWaiting())) {
                line.leave(place);
            }
            visit.standing = again ? place : null;
            visit.again(Instant.MAX);
            advance(null, now, calls);
        }
        calls.forEach(Runnable::run);
    }

    /** Lets all through that may start now; they are called, but for the one that asks. */
    private void advance(@Nullable Visit asking, Instant now, List<Runnable> calls) {
        Visit first = line.first();
        while (first != null) {
            boolean asks = first.equals(asking);
            if (isRated() && !asks) {
                // What starts later than it is let through would start beside the next.
                calls.add(first::call);
                break;
            }
            if (line.next(now) == null) {
                break;
            }
            if (!asks) {
                calls.add(first::call);
            }
            first = line.first();
        }
        if (asking != null) {
            // Nobody makes room in a rate: who is first comes back when there is some.
            boolean waits = asking.equals(first);
            asking.again(waits ? line.roomAt().orElse(Instant.MAX) : Instant.MAX);
        }
        admit(calls);
    }

    private boolean isRated() {
        return line.limits().rate().count() > 0;
    }

    // ---- Starts of runs ----

    /** Whether a start may have to wait here. */
    public boolean isBounded() {
        return line.limits().backlogMax() > 0;
    }

    /** Whether a run may start now that is to work here; if so {@link #started} must follow. */
    public boolean admit() {
        synchronized (this) {
            boolean goes = closed || (starts.isEmpty() && hasRoom());
            starting += goes ? 1 : 0;
            return goes;
        }
    }

    /**
     * A start waits until there is room.
     *
     * @param start by which it is known
     * @param priority the higher is first
     * @param begin is called then; {@link #started} must follow
     */
    public void await(Object start, int priority, Runnable begin) {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            var turn = new Turn(start, priority, came++);
            turns.put(start, turn);
            starts.put(turn, begin);
            admit(calls);
        }
        calls.forEach(Runnable::run);
    }

    /** A start that was let through is durable, or will not be. */
    public void started() {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            starting--;
            admit(calls);
        }
        calls.forEach(Runnable::run);
    }

    /** A start does not wait any longer; false when it was let through. */
    public boolean withdraw(Object start) {
        synchronized (this) {
            Turn turn = turns.remove(start);
            return turn != null && starts.remove(turn) != null;
        }
    }

    /** Nobody has to wait any more, since all will be refused. */
    void close() {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            closed = true;
            admit(calls);
        }
        calls.forEach(Runnable::run);
    }

    private void admit(List<Runnable> calls) {
        while (!starts.isEmpty() && (closed || hasRoom())) {
            starting++;
            Map.Entry<Turn, Runnable> first = starts.pollFirstEntry();
            turns.remove(first.getKey().start());
            calls.add(first.getValue());
        }
    }

    private boolean hasRoom() {
        int most = line.limits().backlogMax();
        return most == 0 || line.waiting() + starting < most;
    }

    // ---- People ----

    /** From now on no attempt starts, or again. */
    void pause(boolean value, Instant now) {
        List<Runnable> calls = new ArrayList<>();
        synchronized (this) {
            line.pause(value);
            advance(null, now, calls);
        }
        calls.forEach(Runnable::run);
    }

    /** How it stands. */
    public QueueState state() {
        synchronized (this) {
            return new QueueState(
                    name,
                    line.limits(),
                    line.isPaused(),
                    line.waiting(),
                    line.running(),
                    line.oldest(),
                    line.loads(),
                    starting,
                    starts.size());
        }
    }
}
