package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.history.Job;
import dev.reprise.history.Recording;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The legs of a run one after the other, each as it was carried out. None of them is kept. */
final class LegReader implements Iterator<LegReader.Leg> {
    private final Iterator<byte[]> entries;
    private final RunId run;
    private String program = "";
    private long number;
    private long position;
    private @Nullable Turn turn;
    private @Nullable Leg last;

    /** Reads entries that begin with the first of a leg. */
    LegReader(Iterator<byte[]> entries, RunId run, long first) {
        this.entries = entries;
        this.run = run;
        this.position = first;
        advance();
    }

    /** The next turn that was carried out; none when all are read. */
    private void advance() {
        turn = null;
        while (turn == null && entries.hasNext()) {
            Entry entry = Entry.fromBytes(entries.next());
            Job.Start start = entry.turn() == null ? null : start(entry.turn());
            if (start != null && start.info().leg() != number) {
                number = start.info().leg();
                program = entry.program();
            }
            turn = entry.carriedOut();
            position++;
        }
    }

    /** The start with which a turn begins a leg; null when it does not. */
    private static Job.@Nullable Start start(Turn turn) {
        for (Job job : turn.activation().jobs()) {
            if (job instanceof Job.Start start) {
                return start;
            }
        }
        return null;
    }

    @Override
    public boolean hasNext() {
        Leg before = last;
        if (before != null) {
            before.skip();
            last = null;
        }
        return turn != null;
    }

    @Override
    public Leg next() {
        Turn first = hasNext() ? turn : null;
        if (first == null) {
            throw new NoSuchElementException("run " + run + " has no more legs");
        }
        var leg = new Leg(first);
        last = leg;
        return leg;
    }

    /** One of them. It can be read until the next is asked for, and once. */
    final class Leg {
        private final String keeps = program;
        private final long origin = position - 1;
        private final long which = number;
        private final String type;
        private boolean begun;

        private Leg(Turn first) {
            Job.Start start = start(first);
            type = start == null ? "" : start.workflowType();
        }

        RunId run() {
            return run;
        }

        /** The hash of the program that it keeps to; empty when it is not of a pattern. */
        String program() {
            return keeps;
        }

        long number() {
            return which;
        }

        String type() {
            return type;
        }

        /** The position of the first entry of it that was carried out. */
        long origin() {
            return origin;
        }

        Recording recording() {
            return () -> nextTurn().map(Recording.Expected::exactly);
        }

        List<Turn> turns() {
            List<Turn> all = new ArrayList<>();
            for (var each = nextTurn(); each.isPresent(); each = nextTurn()) {
                all.add(each.get());
            }
            return all;
        }

        private Optional<Turn> nextTurn() {
            Turn next = turn;
            if (next == null || (begun && start(next) != null)) {
                return Optional.empty();
            }
            begun = true;
            advance();
            return Optional.of(next);
        }

        private void skip() {
            while (nextTurn().isPresent()) {
                // What differs early is not replayed to its end.
            }
        }
    }
}
