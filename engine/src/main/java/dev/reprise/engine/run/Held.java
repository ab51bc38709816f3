package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a run that are held back because all that they wait for is at hand: activities that
 * are carried out in the run's own step. Together they become one append. What is held is lost with
 * the process and done again, so it is little, and not held for long.
 */
final class Held {
    /** The most entries. */
    static final int ENTRIES_MAX = 100;

    /** The most bytes, but that one entry may have more. */
    static final long BYTES_MAX = 1 << 20;

    /** The longest time from the first entry on. */
    static final Duration SPAN = Duration.ofSeconds(1);

    /** Under this number its time is watched: no activity has it. */
    private static final long SEQ = 0;

    private final Timers timers;
    private final RunId run;

    /** Mostly there are none: then nothing can be added to it. */
    private List<byte[]> entries = List.of();

    private long bytes;
    private @Nullable Timer end;
    private boolean late;

    Held(Timers timers, RunId run) {
        this.timers = timers;
        this.run = run;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    void add(byte[] entry, Instant now) {
        if (entries.isEmpty()) {
            end = new Timer(now.plus(SPAN), SEQ);
            timers.watch(run, end);
            entries = new ArrayList<>(4);
        }
        entries.add(entry);
        bytes += entry.length;
    }

    /** Whether there is room for one more. */
    boolean hasRoom(int more) {
        return !late && entries.size() < ENTRIES_MAX && bytes + more <= BYTES_MAX;
    }

    /** Whether they have been held for too long. */
    boolean isLate() {
        return late;
    }

    /** Something is looked at; whether it was this. */
    boolean look(Timer watch) {
        late |= watch.equals(end);
        return watch.seq() == SEQ;
    }

    /**
     * All of them as one append, and one more behind them.
     *
     * @param position how many entries the run has with them
     * @param last null when there is no further one
     */
    Append taken(long position, long epoch, byte @Nullable [] last) {
        if (entries.isEmpty() && last != null) {
            return Append.turn(run, position - 1, epoch, last);
        }
        List<byte[]> all = new ArrayList<>(entries);
        if (last != null) {
            all.add(last);
        }
        clear();
        Append append = Append.turn(run, position - all.size(), epoch, all.removeFirst());
        for (byte[] entry : all) {
            append = append.then(entry);
        }
        return append;
    }

    void clear() {
        if (end != null) {
            timers.unwatch(run, end);
        }
        entries = List.of();
        bytes = 0;
        end = null;
        late = false;
    }
}
