package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.engine.store.Head;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import dev.reprise.policy.Execution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a run waits for. What its summary says of that is numbers; their names are in the
 * entries that asked, of which only these are read. Where there is too much for a summary, all
 * entries are.
 */
public final class Awaited {
    private static final int CHUNK = 256;

    /** Gives entries of a run, as they are stored. */
    @FunctionalInterface
    public interface Entries {
        /** Hands over those from a position up to, and without, another, in their order. */
        void read(long from, long to, Consumer<byte[]> each);
    }

    private final Head head;
    private final Summary summary;
    private final Entries entries;

    /** The entry that was read last, and where. */
    private @Nullable Entry read;

    private long readAt = -1;
    private @Nullable String taskQueue;

    private Awaited(Head head, Entries entries) {
        this.head = head;
        this.summary = Summary.fromBytes(head.summary());
        this.entries = entries;
    }

    /**
     * What a run waits for; nothing when it has ended, and has settled all with other runs.
     *
     * @throws dev.reprise.form.Malformed when what is stored cannot be read
     */
    public static List<Wait> of(Head head, Entries entries) {
        return new Awaited(head, entries).all();
    }

    private List<Wait> all() {
        Outstanding known = summary.outstanding();
        Outstanding waits = known == null ? reckoned() : known;
        List<Wait> all = new ArrayList<>();
        if (!waits.isBegun() && waits.legTimer() != null) {
            all.add(new Wait.Beginning(waits.legTimer()));
        } else if (summary.receivedFrom() >= 0) {
            told(all);
        }
        waits.errands().forEach(it -> all.add(activity(it)));
        waits.timers()
                .forEach(
                        (seq, due) -> {
                            if (seq != Outstanding.LEG) {
                                all.add(new Wait.Timer(seq, due));
                            }
                        });
        waits.bonds().forEach(it -> all.add(bond(it)));
        if (all.isEmpty() && summary.status() == Status.RUNNING) {
            all.add(new Wait.Somebody(!summary.program().isEmpty()));
        }
        return all;
    }

    private Outstanding reckoned() {
        var outstanding = new Outstanding();
        long[] position = {Math.max(head.first(), summary.opens())};
        each(position[0], entry -> outstanding.apply(entry, position[0]++));
        return outstanding;
    }

    /** Hands over the entries from a position on, of which only a few are in memory. */
    private void each(long from, Consumer<Entry> reader) {
        for (long at = from; at < head.position(); at += CHUNK) {
            long to = Math.min(head.position(), at + CHUNK);
            entries.read(at, to, bytes -> reader.accept(Entry.fromBytes(bytes)));
        }
    }

    private Entry entry(long position) {
        Entry known = read;
        if (known == null || readAt != position) {
            List<Entry> found = new ArrayList<>(1);
            entries.read(position, position + 1, bytes -> found.add(Entry.fromBytes(bytes)));
            known = found.getFirst();
            read = known;
            readAt = position;
        }
        return known;
    }

    // ---- What it was told ----

    private void told(List<Wait> all) {
        each(
                summary.receivedFrom(),
                entry -> {
                    Turn turn = entry.turn();
                    if (entry.received() && turn != null) {
                        Instant at = turn.activation().now();
                        for (Job job : turn.activation().jobs()) {
                            all.add(new Wait.Told(words(job), at));
                        }
                    }
                });
    }

    private static String words(Job job) {
        return switch (job) {
            case Job.Start it -> "start " + it.workflowType();
            case Job.Signal it -> "signal " + it.name();
            case Job.Update it -> "update " + it.name();
            case Job.Cancel _ -> "wish to cancel";
            case Job.ActivityResolved it -> "end of activity #" + it.seq();
            case Job.TimerFired it -> "timer #" + it.seq();
            case Job.ChildStarted it -> "start of child #" + it.seq();
            case Job.ChildNotStarted it -> "end of child #" + it.seq();
            case Job.ChildResolved it -> "end of child #" + it.seq();
            case Job.ExternalResolved it -> "answer to message #" + it.seq();
            case Job.Query _, Job.Seed _, Job.Evict _, Job.Recalled _ -> "something";
        };
    }

    // ---- What it has asked for ----

    private Wait activity(Errand errand) {
        Errand.Order order = Optional.ofNullable(errand.order()).orElseGet(() -> order(errand));
        return new Wait.Activity(
                errand.seq(),
                order.activityId(),
                order.type(),
                order.asked(),
                errand.isParked() ? errand.attempt() - 1 : errand.attempt(),
                order.dispatch().policy().maxRetries() + 1L,
                errand.redeliveries(),
                taskQueue(order),
                state(errand),
                failure(errand));
    }

    private Errand.Order order(Errand errand) {
        Entry entry = entry(errand.position());
        return Optional.ofNullable(Records.order(errand, entry))
                .orElseThrow(() -> missing(errand.seq(), errand.position()));
    }

    private static Wait.State state(Errand errand) {
        if (errand.isParked()) {
            return new Wait.DeadLettered(errand.queue());
        }
        if (errand.away()) {
            return new Wait.Outside(Optional.ofNullable(errand.notBefore()));
        }
        if (errand.cancelled()) {
            return new Wait.Stopping();
        }
        Instant begins = errand.notBefore();
        return begins == null ? new Wait.Due() : new Wait.Later(begins);
    }

    private Optional<Failure> failure(Errand errand) {
        if (errand.at() < 0) {
            return Optional.empty();
        }
        return Optional.ofNullable(Records.attempt(errand, entry(errand.at())))
                .flatMap(it -> it.progress().last());
    }

    /** Its own, or that of its run, or that of all which say nothing. */
    private String taskQueue(Errand.Order order) {
        String own = order.dispatch().policy().execution().taskQueue();
        if (!own.isEmpty()) {
            return own;
        }
        String known = taskQueue;
        if (known == null) {
            Job.Start start = Standing.startIn(entry(summary.leg().origin()));
            String said = start.info().options().taskQueue();
            known = said.isEmpty() ? Execution.DEFAULT_QUEUE : said;
            taskQueue = known;
        }
        return known;
    }

    private Wait bond(Bond bond) {
        long seq = bond.id().seq();
        Turn turn = entry(bond.position()).carriedOut();
        if (turn != null) {
            Instant asked = turn.activation().now();
            for (Command command : turn.commands()) {
                if (command.seq() == seq && !(command instanceof Command.Terminal)) {
                    return bond(bond, command, asked);
                }
            }
        }
        throw missing(seq, bond.position());
    }

    private static Wait bond(Bond bond, Command command, Instant asked) {
        return switch (command) {
            case Command.StartChild it ->
                    new Wait.Child(
                            it.seq(),
                            bond.other(),
                            it.type(),
                            asked,
                            bond.begun(),
                            bond.closing() || bond.cancelledAt() >= 0);
            case Command.SignalExternal it ->
                    new Wait.Message(it.seq(), bond.other(), "signal " + it.name(), asked);
            default -> new Wait.Message(command.seq(), bond.other(), "wish to cancel", asked);
        };
    }

    private IllegalStateException missing(long seq, long position) {
        return new IllegalStateException(
                "entry "
                        + position
                        + " of run "
                        + head.run()
                        + " does not hold command "
                        + seq
                        + ", as its summary says");
    }
}
