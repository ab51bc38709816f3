package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run comes to its next entry: its code decides about what is on the agenda, or that is only
 * received, or the leg is cut off.
 */
final class Deliberation {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;
    private final Agenda agenda;
    private final Heirs heirs;
    private final Deliveries deliveries;
    private final Hosting hosting;
    private final Outbox outbox;
    private final Relay relay;

    Deliberation(
            House house,
            RunId run,
            Incumbent incumbent,
            Agenda agenda,
            Heirs heirs,
            Deliveries deliveries,
            Hosting hosting,
            Outbox outbox,
            Relay relay) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
        this.agenda = agenda;
        this.heirs = heirs;
        this.deliveries = deliveries;
        this.hosting = hosting;
        this.outbox = outbox;
        this.relay = relay;
    }

    /** What is to be written next; null when nothing is, or it is held back. */
    @Nullable Append next() {
        boolean resuming = agenda.revives() && incumbent.isStuck();
        if (!incumbent.isGoingOn() && agenda.isTerminated()) {
            agenda.refuseTerminations(incumbent.ended());
        }
        // What begins in this step begins first; then it is ended.
        boolean isNew = incumbent.isBeginning();
        boolean ends = !isNew && isEnding();
        boolean begins = !isNew && isBeginning();
        if (!isNew && agenda.isEmpty() && !resuming && !ends && !begins) {
            return null;
        }
        Instant now = house.around().clock().instant();
        Instant waits = isNew ? begun(now) : null;
        Standing before = incumbent.standing();
        boolean told =
                resuming
                        || begins
                        || (!agenda.jobs().isEmpty()
                                && before.status() == Status.RUNNING
                                && waits == null
                                && !before.isAboutToBegin());
        Entry entry = ends ? cutOff(before, now) : told ? carriedOut(before, now) : received(now);
        if (entry == null) {
            return null;
        }
        entry = completed(before, waits == null ? entry : entry.delayed(waits));
        byte[] bytes = entry.toBytes();
        if (bytes.length > Store.TURN_BYTES_MAX) {
            hosting.drop();
            stuck(before, Sizes.entryTooLarge(bytes.length));
            entry = completed(before, received(now));
            bytes = entry.toBytes();
        }
        return append(before, entry, bytes, now);
    }

    /** Whoever asked for it begins; until when its code waits, null when it does not. */
    private @Nullable Instant begun(Instant now) {
        // Somebody may have asked the leg before, which has ended; its last activities may be under
        // way, and have numbers that the next leg gives again.
        hosting.drop();
        deliveries.giveUp();
        Succession first = incumbent.begun(now);
        deliveries.of(incumbent.standing());
        agenda.begin(first);
        house.count().begun();
        return first.begins();
    }

    /** Whether its leg is to be ended from outside. */
    private boolean isEnding() {
        boolean late =
                agenda.isLegDue()
                        && incumbent.isGoingOn()
                        && incumbent.standing().outstanding().isBegun();
        return agenda.isTerminated()
                || heirs.isReplacing()
                || late
                || !incumbent.tooLong().isEmpty();
    }

    /** Whether its leg was told all that it needs to begin, and its time has come. */
    boolean isBeginning() {
        Standing known = incumbent.known();
        return known != null
                && known.isAboutToBegin()
                && (agenda.isLegDue()
                        || known.outstanding().isBegun()
                        || known.outstanding().legTimer() == null);
    }

    // ---- Three kinds of entries ----

    /** What it was told meanwhile is kept, and carried out by nobody. */
    private Entry cutOff(Standing before, Instant now) {
        if (before.status() == Status.STUCK) {
            house.roster().unstuck(run);
        }
        Cutoff cutoff = cutoff(before);
        before.ended(now);
        return received(now).cutOff(cutoff);
    }

    private Cutoff cutoff(Standing before) {
        if (agenda.isTerminated()) {
            return Cutoff.terminated(agenda.terminated());
        }
        if (heirs.isReplacing()) {
            return Cutoff.terminated("Another run was started under its id.");
        }
        String tooLong = incumbent.tooLong();
        if (!tooLong.isEmpty()) {
            return Cutoff.terminated(tooLong);
        }
        return Cutoff.timedOut(
                "Run " + run + " had until " + before.outstanding().legTimer() + ".");
    }

    private Entry received(Instant now) {
        List<Job> jobs = agenda.jobs();
        return jobs.isEmpty()
                ? new Entry(agenda.attempts(), null, false)
                : new Entry(agenda.attempts(), Entry.told(now, jobs), true);
    }

    /** Lets the code of the run decide; null when there is nothing to be written. */
    private @Nullable Entry carriedOut(Standing before, Instant now) {
        List<Job> all = agenda.jobs();
        if (!before.received().isEmpty()) {
            all = new ArrayList<>(before.received());
            all.addAll(agenda.jobs());
        }
        List<Job> jobs = all;
        Completion completion =
                hosting.activate(
                        before,
                        latest -> activation(before, latest.isAfter(now) ? latest : now, jobs));
        return switch (completion) {
            case Completion.Failed(var failure) -> {
                boolean changed = stuck(before, failure);
                yield agenda.isEmpty() && !changed ? null : received(now);
            }
            case Completion.Decided decided -> {
                if (before.status() == Status.STUCK) {
                    before.unstick();
                    house.roster().unstuck(run);
                }
                Turn turn = Turn.of(hosting.takeLast(), decided);
                agenda.say(decided);
                if (turn.isEmpty() && agenda.hasNoNotes() && agenda.acks().isEmpty()) {
                    agenda.turnedAway();
                    yield null;
                }
                yield new Entry(agenda.attempts(), house.policies().dispatched(turn), turn, false);
            }
        };
    }

    private Activation activation(Standing before, Instant now, List<Job> all) {
        return new Activation(now, house.around().seeds().getAsLong(), before.length(), false, all);
    }

    /** Whether the reason is another than before. */
    private boolean stuck(Standing before, Failure.Activation failure) {
        String why = failure.kind() + ": " + failure.message();
        boolean news = !why.equals(before.reason());
        before.stick(why);
        house.roster().stuck(run, before.type(), why);
        // Whoever registers code looks for stuck runs afterwards: one of the two sees the other.
        if (failure.kind() == ActivationKind.UNKNOWN_TYPE && house.repertoire().hosts(before)) {
            house.revive(run);
        }
        return news;
    }

    private Entry completed(Standing before, Entry entry) {
        List<BondId> done = agenda.settled();
        return before.pinned(done.isEmpty() ? entry : entry.settled(done));
    }

    // ---- What becomes of an entry ----

    /** What is to be written; null when it is held back, since more is at hand. */
    private @Nullable Append append(Standing before, Entry entry, byte[] bytes, Instant now) {
        Outstanding outstanding = before.outstanding();
        Ending ending = Ending.of(entry, outstanding);
        before.apply(entry, bytes.length);
        hosting.grew(before.bytes());
        Succession next = relay.next(before, entry, now);
        if (entry.cutoff() != null) {
            hosting.drop();
        }
        if (next == null) {
            agenda.say(outbox.warnings(before));
        }
        Draft draft = outbox.draft(before, entry, next);
        agenda.forget();
        if (next != null) {
            return relay.succeeded(next, draft, bytes, now);
        }
        if (ending != Ending.CHECKPOINT) {
            deliveries.deliverEarly(outstanding);
        }
        return ending == Ending.AT_HAND && outbox.hold(draft, bytes) ? null : outbox.whole(bytes);
    }
}
