package dev.reprise.pattern;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A way of carrying a pattern out: the slow reference, or program and VM. */
interface Interpreter {
    /** Does one thing that is enabled, and settles; false when there is none. */
    boolean step();

    /** Goes on until nothing is enabled, or the run has ended. */
    default void run() {
        while (step()) {}
    }

    /** Tells the token the outcome of the effect it waits for. */
    void resume(Key key, Outcome outcome);

    void signal(String name, Payload value);

    /** Lets so much time pass, timer by timer. */
    void elapse(Duration time);

    /** Ends the run from outside. */
    void cancel();

    /** Cancels regions from outside. */
    void cancel(String region);

    default boolean isOver() {
        return ended().isPresent();
    }

    /** How the run ended: "done", "cancelled", or "failed" and the type of the failure. */
    Optional<String> ended();

    Optional<Context> result();

    /** The effects that are under way, in the order of the keys of their tokens. */
    List<Asking> asking();

    /** What was observed. */
    List<String> trace();

    /** Checks what must be true between two steps. */
    void invariants();

    /** An effect that is under way, by the key of its token. */
    record Asking(Key key, String name) {}

    /** A trace in which those that were withdrawn together are sorted: they have no order. */
    static List<String> sorted(List<String> trace) {
        var sorted = new ArrayList<String>();
        int from = 0;
        for (var line : trace) {
            if (!line.startsWith("withdrawn ")) {
                sorted.subList(from, sorted.size()).sort(null);
                sorted.add(line);
                from = sorted.size();
            } else {
                sorted.add(line);
            }
        }
        sorted.subList(from, sorted.size()).sort(null);
        return sorted;
    }
}
