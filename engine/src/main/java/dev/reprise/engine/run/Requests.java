package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a run was asked under a request id: it is carried out once, however often it is asked. */
final class Requests {
    private final Store store;
    private final RunId run;

    /** What goes with the next append; most runs never have any. */
    private @Nullable TreeSet<String> fresh;

    /** What goes with the append that is on its way. */
    private @Nullable TreeSet<String> underWay;

    Requests(Store store, RunId run) {
        this.store = store;
        this.run = run;
    }

    /** How it is with a request. */
    enum Seen {
        /** It is new. */
        NEVER,
        /** It is carried out by what is not durable yet. */
        UNDER_WAY,
        /** It was carried out. */
        DONE
    }

    Seen seen(RequestKey key) {
        String row = key.row();
        if (row.isEmpty()) {
            return Seen.NEVER;
        }
        if ((fresh != null && fresh.contains(row))
                || (underWay != null && underWay.contains(row))) {
            return Seen.UNDER_WAY;
        }
        return position(key).isPresent() ? Seen.DONE : Seen.NEVER;
    }

    /** Where a request was carried out; empty when it was not, or is not durable. */
    OptionalLong position(RequestKey key) {
        OptionalLong found = store.request(run, key.row());
        return found.isEmpty() && !key.older().isEmpty() ? store.request(run, key.older()) : found;
    }

    /** Whether the next append carries out nothing that is to be known. */
    boolean isEmpty() {
        return fresh == null;
    }

    /** Whether the next append carries it out. */
    boolean isNext(String row) {
        return fresh != null && fresh.contains(row);
    }

    /** Whether the next append can carry out more. */
    boolean hasRoom() {
        return fresh == null || fresh.size() < Store.REQUESTS_MAX;
    }

    /** It is carried out by the next append. */
    void add(RequestKey key) {
        if (!key.row().isEmpty()) {
            if (fresh == null) {
                fresh = new TreeSet<>();
            }
            fresh.add(key.row());
        }
    }

    /** What the next append carries out; from now on it is under way. */
    List<String> taken() {
        if (fresh == null) {
            return List.of();
        }
        List<String> taken = new ArrayList<>(fresh);
        underWay = fresh;
        fresh = null;
        return taken;
    }

    /** What was under way is durable. */
    void settled() {
        underWay = null;
    }

    void clear() {
        fresh = null;
        underWay = null;
    }
}
