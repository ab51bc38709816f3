package dev.reprise.flow;

import java.util.TreeMap;

/**
 * What the code of {@link ProbeWorkflow} says. Wherever it says something it asks here, and is told
 * what it was recorded with, unless that is what a mutation changes.
 */
record Probe(End end, TreeMap<String, Object> changes) {
    /** How the run ends. */
    enum End {
        RESULT,
        FAILURE,
        CONTINUED,
        CANCELLED
    }

    Probe {
        changes = new TreeMap<>(changes);
    }

    static Probe ending(End end) {
        return new Probe(end, new TreeMap<>());
    }

    /** The same, but something is said otherwise. */
    Probe with(String what, Object value) {
        var more = new TreeMap<>(changes);
        more.put(what, value);
        return new Probe(end, more);
    }

    /** What is said. */
    @SuppressWarnings("unchecked")
    <T> T say(String what, T recorded) {
        return (T) changes.getOrDefault(what, recorded);
    }

    /** Whether something is done that was not done when it was recorded. */
    boolean does(String what) {
        return changes.containsKey(what);
    }
}
