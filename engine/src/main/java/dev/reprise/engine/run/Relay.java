package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Timer;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How one leg of a run takes over from another: the end of the one and the beginning of the next
 * are one append.
 */
final class Relay {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;
    private final Agenda agenda;
    private final Heirs heirs;
    private final Requests requests;
    private final Deliveries deliveries;
    private final Hosting hosting;
    private final Outbox outbox;

    Relay(
            House house,
            RunId run,
            Incumbent incumbent,
            Agenda agenda,
            Heirs heirs,
            Requests requests,
            Deliveries deliveries,
            Hosting hosting,
            Outbox outbox) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
        this.agenda = agenda;
        this.heirs = heirs;
        this.requests = requests;
        this.deliveries = deliveries;
        this.hosting = hosting;
        this.outbox = outbox;
    }

    /** What follows a leg by an entry that was applied; null when it goes on, or nothing does. */
    @Nullable Succession next(Standing before, Entry entry, Instant now) {
        if (entry.cutoff() != null) {
            Message.Begin other = heirs.takeReplacing();
            if (other != null) {
                agenda.ack(other.waiting(), true);
                return Succession.asked(before, other, now);
            }
        }
        Turn turn = entry.carriedOut();
        if (turn != null
                && !turn.commands().isEmpty()
                && turn.commands().getLast() instanceof Command.ContinueAsNew command) {
            return Succession.continued(before, command, hosting.unconsumed(), now);
        }
        return switch (before.status()) {
            case FAILED, TIMED_OUT -> triedAgain(before, entry, now);
            default -> null;
        };
    }

    /** Another attempt, which is told what nobody has taken up; null when there is none. */
    private @Nullable Succession triedAgain(Standing before, Entry last, Instant now) {
        Succession again = Succession.retried(before, now);
        return again == null || before.wasCancelled(last)
                ? null
                : again.telling(untaken(before, last));
    }

    /**
     * The messages to a leg that its code has not taken up, in their order. When the code cannot be
     * carried out that is as good as all that it was told: better twice than never.
     */
    private List<Job> untaken(Standing before, Entry last) {
        if (last.carriedOut() != null) {
            return hosting.unconsumed();
        }
        List<Job> untaken = new ArrayList<>();
        List<Job> kept = hosting.unconsumed(before);
        if (kept == null) {
            untaken.addAll(Excerpt.of(house.around().store(), run, before, 0).messages());
        } else {
            untaken.addAll(kept);
            before.received().forEach(it -> addMessage(untaken, it));
        }
        if (last.turn() != null) {
            last.turn().activation().jobs().forEach(it -> addMessage(untaken, it));
        }
        return untaken;
    }

    private static void addMessage(List<Job> all, Job job) {
        if (job instanceof Job.Signal || job instanceof Job.Update) {
            all.add(job);
        }
    }

    /** A leg ends with its last entry, and this one begins. */
    Append succeeded(Succession next, Draft end, byte[] last, Instant now) {
        Append append = outbox.taken(last);
        Standing after = Standing.begun(house, run, next, now);
        // What a leg sets and stops at once is stopped; what the next one sets is not.
        List<Timer> set = new ArrayList<>(end.set());
        List<Timer> stopped = new ArrayList<>(end.stopped());
        set.removeAll(stopped);
        for (Entry entry : next.entries(now)) {
            append = append.then(applied(entry, after));
            set.addAll(after.outstanding().set());
            stopped.removeAll(after.outstanding().set());
        }
        return outbox.send(append, end.followed(set, stopped), after);
    }

    private static byte[] applied(Entry entry, Standing standing) {
        Entry pinned = standing.pinned(entry);
        byte[] bytes = pinned.toBytes();
        standing.apply(pinned, bytes.length);
        return bytes;
    }

    /** The run goes on from an earlier moment, its own or another's; null when it cannot. */
    @Nullable Append takenBack() {
        Message.Reset reset = heirs.takeResetting();
        Message.Fork fork = heirs.takeForking();
        if (reset == null) {
            return fork == null ? null : forked(fork);
        }
        Standing before = incumbent.standing();
        try {
            Excerpt excerpt = Excerpt.of(house.around().store(), run, before, reset.turns());
            Succession next = Succession.rewound(before, excerpt, reset);
            return takenBack(next, reset.request(), reset.waiting());
        } catch (Refusal refusal) {
            reset.refuse(refusal);
            return null;
        }
    }

    private @Nullable Append forked(Message.Fork fork) {
        try {
            Standing other = Standing.load(house, fork.from());
            if (other == null) {
                throw Refusal.noSuchRun(fork.from());
            }
            Excerpt excerpt = Excerpt.of(house.around().store(), fork.from(), other, fork.turns());
            excerpt.checkForked(fork.from());
            Succession next = Succession.forked(fork.from(), other.leg(), excerpt);
            return takenBack(next, fork.request(), fork.waiting());
        } catch (Refusal refusal) {
            fork.refuse(refusal);
            return null;
        }
    }

    private Append takenBack(
            Succession next, RequestKey request, CompletableFuture<Boolean> waiting) {
        Instant now = house.around().clock().instant();
        Standing before = next.before();
        List<Timer> stopped = before == null ? List.of() : before.outstanding().allTimers();
        List<byte[]> entries = new ArrayList<>();
        long from = before == null ? 0 : before.position();
        // Nothing of what is forgotten may begin when that is durable.
        deliveries.giveUp();
        hosting.drop();
        if (before != null && !before.status().isEnd()) {
            entries.add(ended(before, next.why()));
        }
        Standing after = Standing.begun(house, run, next.at(from + entries.size()), now);
        for (Entry entry : next.entries(now)) {
            entries.add(applied(entry, after));
        }
        requests.add(request);
        List<Timer> set = after.outstanding().allTimers();
        List<Timer> over = new ArrayList<>(stopped);
        over.removeAll(set);
        var drafted =
                new Draft(
                        List.of(new Ack(waiting, true)),
                        outbox.warnings(after),
                        List.of(),
                        List.of(),
                        set,
                        over,
                        new Draft.Over(Status.TERMINATED, null, null, true, next.updates(), true));
        return outbox.send(Append.turns(run, from, house.epoch(), entries), drafted, after);
    }

    /** The entry by which a leg ends that is taken back. */
    private byte[] ended(Standing before, String why) {
        if (before.status() == Status.STUCK) {
            house.roster().unstuck(run);
        }
        Entry end = new Entry(List.of(), null, false).cutOff(Cutoff.terminated(why));
        byte[] bytes = end.toBytes();
        before.apply(end, bytes.length);
        return bytes;
    }
}
