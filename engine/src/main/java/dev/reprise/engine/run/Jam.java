package dev.reprise.engine.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Those whose appends found no room among what waits to be written: they come again when something
 * of that is durable, or has failed. Nobody asks again and again.
 */
final class Jam {
    private final House house;

    /**
     * Said before whoever waits looks once more, so that he or whoever makes room sees the other.
     */
    private volatile boolean jammed;

    /** Guarded by this. */
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    Jam(House house) {
        this.house = house;
    }

    /**
     * Somebody found no room.
     *
     * @param attempt tries once more, and says whether there was room
     * @param again is carried out by a worker when there may be some
     */
    synchronized void await(BooleanSupplier attempt, Runnable again) {
        jammed = true;
        if (!attempt.getAsBoolean()) {
            waiting.add(again);
        }
        jammed = !waiting.isEmpty();
    }

    /** Something that was to be written was told what became of it: there may be room. */
    void told() {
        if (jammed) {
            released().forEach(house.around().workers()::execute);
        }
    }

    private synchronized List<Runnable> released() {
        List<Runnable> all = new ArrayList<>(waiting);
        waiting.clear();
        jammed = false;
        return all;
    }
}
