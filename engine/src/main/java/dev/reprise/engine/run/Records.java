package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads from the history of a run what a summary only points to. */
record Records(Store store, RunId run) {
    private Entry entry(long position) {
        try (Cursor<byte[]> entries = store.turns(run, position)) {
            return Entry.fromBytes(entries.next());
        }
    }

    /** What is to be done for an errand. */
    Errand.Order order(Errand errand) {
        Errand.Order order = order(errand, entry(errand.position()));
        if (order == null) {
            throw missing(errand, errand.position(), "the command");
        }
        return order;
    }

    /** What is to be done for an errand, from the entry that asked for it. */
    static Errand.@Nullable Order order(Errand errand, Entry entry) {
        Turn turn = entry.carriedOut();
        if (turn != null) {
            Instant asked = turn.activation().now();
            for (Command command : turn.commands()) {
                if (command.seq() == errand.seq()) {
                    Errand.Order order = Errand.Order.of(entry, command, asked);
                    if (order != null) {
                        return order;
                    }
                }
            }
        }
        return null;
    }

    /** The commands that an entry holds. */
    List<Command> commands(long position) {
        Turn turn = entry(position).carriedOut();
        return turn == null ? List.of() : turn.commands();
    }

    /** What was written down last of an errand, of which something was. */
    Attempt attempt(Errand errand) {
        Attempt attempt = attempt(errand, entry(errand.at()));
        if (attempt == null) {
            throw missing(errand, errand.at(), "an attempt");
        }
        return attempt;
    }

    /** What was written down last of an errand, from the entry that holds it. */
    static @Nullable Attempt attempt(Errand errand, Entry entry) {
        for (Attempt attempt : entry.attempts().reversed()) {
            if (attempt.seq() == errand.seq()) {
                return attempt;
            }
        }
        return null;
    }

    /** Whether the run was told, from an entry on, that an activity ended so. */
    boolean wasResolved(long from, long seq, Outcome outcome) {
        try (Cursor<byte[]> entries = store.turns(run, from)) {
            while (entries.hasNext()) {
                Turn turn = Entry.fromBytes(entries.next()).turn();
                if (turn != null
                        && turn.activation()
                                .jobs()
                                .contains(new Job.ActivityResolved(seq, outcome))) {
                    return true;
                }
            }
        }
        return false;
    }

    private IllegalStateException missing(Errand errand, long position, String what) {
        return new IllegalStateException(
                "entry "
                        + position
                        + " of run "
                        + run
                        + " does not hold "
                        + what
                        + " of activity "
                        + errand.seq()
                        + ", as its summary says");
    }
}
