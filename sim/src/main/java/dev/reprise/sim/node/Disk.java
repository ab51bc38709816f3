package dev.reprise.sim.node;

import dev.reprise.RunId;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.store.Epochs;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A disk that outlives processes: a log of small records, each group of them closed by a mark. It
 * can lose a group, keep a part of it, or keep it and not say so.
 */
public final class Disk {
    /** What is written at a time. */
    public sealed interface Row {
        /** A turn of a run. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Turn(RunId run, long position, byte[] bytes) implements Row {}

        /** What is known of a run. */
        record Summary(Head head) implements Row {}

        /** The state of a run's machine. */
        record Snapshot(RunId run, RunSnapshot state) implements Row {}

        /** Something that is kept for all runs. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Keep(String name, byte[] content) implements Row {}

        /** A request that a run has carried out. */
        record Request(RunId run, String id, long position) implements Row {}

        /** Turns of a run before a position are let go, and requests. */
        record Forget(RunId run, long before, List<String> requests) implements Row {}

        /** A run is deleted, with all that is there of it. */
        record Delete(RunId run) implements Row {}

        /** A timer is set. */
        record Set(DueTimer timer) implements Row {}

        /** A timer is stopped. */
        record Stop(DueTimer timer) implements Row {}

        /** The epochs of the store. */
        record Claim(Epochs epochs) implements Row {}

        /** The group before it is whole. */
        record End(int rows) implements Row {}
    }

    /**
     * Something goes wrong with a write.
     *
     * @param commit which one, counted from 0; -1 is the next
     * @param kept how much of the group is there afterwards
     * @param crash whether the machine stops; else the write fails
     * @param full as often it is found full after that; 0 when it is not
     * @param again after so many writes more it stops once more; 0 when it does not
     */
    public record Trap(int commit, Kept kept, boolean crash, int full, int again) {
        /** Something that goes wrong once. */
        public Trap(int commit, Kept kept, boolean crash) {
            this(commit, kept, crash, 0, 0);
        }

        /** The machine stops, and once more after so many writes. */
        public static Trap crash(int commit, Kept kept, int again) {
            return new Trap(commit, kept, true, 0, again);
        }

        /** There is no room, and so often there is none yet. */
        public static Trap full(Kept kept, int times) {
            return new Trap(-1, kept, false, times, 0);
        }
    }

    /** How much is there of a group. */
    public enum Kept {
        /** Nothing. */
        NOTHING,
        /** Some of its rows. */
        PART,
        /** All of it, and nobody is told. */
        ALL
    }

    /** Hears what becomes of a disk. */
    public interface Listener {
        /** A group is synced. */
        void durable(List<Row> rows);

        /** The machine stops in the middle of a write. */
        void stopped();
    }

    private final Listener listener;
    private final List<Row> log = new ArrayList<>();
    private @Nullable Trap trap;
    private int commits;
    private int which;
    private boolean failed;
    private int full;

    /** A disk with nothing on it. */
    public Disk(Listener listener) {
        this.listener = listener;
    }

    /** Lays a trap; {@code which} decides how much a part is. */
    public void lay(Trap next, int which) {
        trap = next;
        this.which = which;
    }

    /** How many groups were written, or were to be. */
    public int commits() {
        return commits;
    }

    /** Writes a group and syncs it. */
    public void write(List<Row> rows) {
        if (failed) {
            throw new StoreFailure(StoreFailure.Kind.IO, "The disk has failed before.");
        }
        int number = commits++;
        Trap due = trap;
        if (due == null || (due.commit() >= 0 && due.commit() != number)) {
            log.addAll(rows);
            log.add(new Row.End(rows.size()));
            listener.durable(rows);
            return;
        }
        trap = due.again() == 0 ? null : Trap.crash(number + due.again(), Kept.PART, 0);
        failed = true;
        switch (due.kept()) {
            case NOTHING -> {}
            case PART -> log.addAll(rows.subList(0, 1 + which % rows.size()));
            case ALL -> {
                log.addAll(rows);
                log.add(new Row.End(rows.size()));
            }
        }
        if (due.crash()) {
            listener.stopped();
        }
        full = due.full();
        throw new StoreFailure(
                full > 0 ? StoreFailure.Kind.FULL : StoreFailure.Kind.IO,
                "Write " + number + " failed.");
    }

    /** Whether there is room again; the world makes some sooner or later. */
    public void lookForRoom() {
        if (full > 0) {
            full--;
            throw new StoreFailure(StoreFailure.Kind.FULL, "There is no room yet.");
        }
    }

    /** Everything that is there. */
    public List<Row> rows() {
        return List.copyOf(log);
    }

    /** Cuts off what is behind so many rows. */
    public void cut(int rows) {
        log.subList(rows, log.size()).clear();
    }

    /** It is used again, by a process that reads it first. */
    public void mend() {
        full = 0;
        failed = false;
        trap = trap == null || trap.commit() < 0 ? null : trap;
    }
}
