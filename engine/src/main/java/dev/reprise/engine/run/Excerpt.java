package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a leg, to be gone on from, and what the leg was told afterwards.
 *
 * @param entries its entries up to the moment; none when it is to begin anew
 * @param turns how many turns they hold
 * @param messages the signals and updates that it was told after the moment, in their order
 * @param last the number of the last command that it has decided by then; 0 when none
 */
record Excerpt(List<byte[]> entries, long turns, List<Job> messages, long last) {
    /** The most bytes of entries, and of messages that are told again: they are written at once. */
    static final long BYTES_MAX = 256L << 20;

    /**
     * Reads the leg of a run.
     *
     * @param asked how many turns are kept; if negative, how many are not
     * @throws Refusal when it has fewer, or has ended by then
     */
    static Excerpt of(Store store, RunId run, Standing standing, long asked) {
        long turns = asked < 0 ? fromEnd(store, run, standing, asked) : asked;
        var reading = new Reading(run, turns);
        try (Cursor<byte[]> entries = store.turns(run, standing.leg().origin())) {
            while (entries.hasNext()) {
                reading.take(entries.next());
            }
        }
        return reading.excerpt();
    }

    private static long fromEnd(Store store, RunId run, Standing standing, long asked) {
        long found = 0;
        try (Cursor<byte[]> entries = store.turns(run, standing.leg().origin())) {
            while (entries.hasNext()) {
                found += Entry.fromBytes(entries.next()).carriedOut() == null ? 0 : 1;
            }
        }
        if (found + asked < 0) {
            throw none(run, asked, found);
        }
        return found + asked;
    }

    private static Refusal none(RunId run, long asked, long found) {
        return new Refusal(
                Refusal.Reason.NO_SUCH_MOMENT,
                "Run "
                        + run
                        + " has "
                        + found
                        + " activations, so it cannot go on from "
                        + (asked < 0
                                ? -asked + " before the last."
                                : "the one with number " + asked)
                        + ". What to do: take a number from 0, which is its start, to "
                        + found
                        + ".");
    }

    private static final class Reading {
        private final RunId run;
        private final long wanted;
        private final List<byte[]> kept = new ArrayList<>();
        private final List<Job> messages = new ArrayList<>();

        /** What was received and not carried out yet. */
        private final List<Job> received = new ArrayList<>();

        /** The updates that were let in. */
        private final TreeSet<String> accepted = new TreeSet<>();

        private long found;
        private long last;
        private long bytes;
        private boolean over;

        Reading(RunId run, long wanted) {
            this.run = run;
            this.wanted = wanted;
        }

        void take(byte[] raw) {
            Entry entry = Entry.fromBytes(raw);
            Turn turn = entry.carriedOut();
            found += turn == null ? 0 : 1;
            if (found < wanted || (found == wanted && turn != null)) {
                keep(raw, turn);
            } else if (found == wanted && !entry.attempts().isEmpty()) {
                // What happened to activities belongs to the turn before it.
                keep(new Entry(entry.attempts(), null, false).toBytes(), null);
            }
            if (found > wanted || (found == wanted && entry.received())) {
                drop(entry, turn);
            }
        }

        private void keep(byte[] raw, @Nullable Turn turn) {
            bytes += raw.length;
            if (wanted > 0 && bytes <= BYTES_MAX) {
                kept.add(raw);
            }
            if (turn != null) {
                for (Command command : turn.commands()) {
                    last = Math.max(last, command.seq());
                }
                over = turn.decided().isTerminal();
            }
        }

        private void drop(Entry entry, @Nullable Turn turn) {
            if (turn != null) {
                received.clear();
                turn.activation().jobs().forEach(it -> message(it, messages));
                for (Command command : turn.commands()) {
                    if (command instanceof Command.AcceptUpdate(_, _, var id)) {
                        accepted.add(id);
                    }
                }
            } else if (entry.turn() != null) {
                entry.turn().activation().jobs().forEach(it -> message(it, received));
            }
        }

        private static void message(Job job, List<Job> all) {
            if (job instanceof Job.Signal || job instanceof Job.Update) {
                all.add(job);
            }
        }

        /** How much is written at once. */
        private long written() {
            long all = bytes;
            for (Job message : messages) {
                all += Sizes.of(message);
            }
            return all;
        }

        Excerpt excerpt() {
            if (found < wanted) {
                throw none(run, wanted, found);
            }
            if (over) {
                throw new Refusal(
                        Refusal.Reason.NO_SUCH_MOMENT,
                        "Run "
                                + run
                                + " ends with activation "
                                + wanted
                                + ", so there is nothing to go on from. What to do: take an earlier"
                                + " one.");
            }
            messages.addAll(received);
            if (written() > BYTES_MAX) {
                throw new Refusal(
                        Refusal.Reason.TOO_LARGE,
                        "What run "
                                + run
                                + " would keep, and be told again, has "
                                + written()
                                + " bytes, and at most "
                                + BYTES_MAX
                                + " can be written at once. What to do: take an earlier moment.");
            }
            messages.replaceAll(this::letIn);
            return new Excerpt(kept, wanted, messages, last);
        }

        /** Whoever asked for an update that was let in was told so: it is not asked about again. */
        private Job letIn(Job message) {
            return message instanceof Job.Update(var id, var name, var input, _)
                            && accepted.contains(id)
                    ? new Job.Update(id, name, input, false)
                    : message;
        }
    }

    /**
     * Checks that another run can go on from it: that there is something of it, and that nothing of
     * it has to do with other runs, which would hear from two.
     *
     * @throws Refusal when that is not so
     */
    void checkForked(RunId run) {
        if (entries.isEmpty()) {
            throw new Refusal(
                    Refusal.Reason.NO_SUCH_MOMENT,
                    "A fork of run "
                            + run
                            + " keeps at least one activation. What to do: take a number from 1,"
                            + " or start another run with its input.");
        }
        var outstanding = new Outstanding();
        for (int i = 0; i < entries.size(); i++) {
            outstanding.apply(Entry.fromBytes(entries.get(i)), i);
        }
        if (!outstanding.bonds().isEmpty()) {
            throw new Refusal(
                    Refusal.Reason.NO_SUCH_MOMENT,
                    "After activation "
                            + turns
                            + " run "
                            + run
                            + " waits for "
                            + outstanding.bonds().iterator().next().other()
                            + ", which would have two to answer to. What to do: take a moment at"
                            + " which it waits for no other run.");
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** What its leg was told first. */
    Entry first() {
        return Entry.fromBytes(entries.getFirst());
    }
}
