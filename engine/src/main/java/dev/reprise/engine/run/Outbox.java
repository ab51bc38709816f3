package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run has decided that is not durable: entries that are held back, and what waits for the
 * append that is on its way.
 */
final class Outbox {
    private final House house;
    private final Incumbent incumbent;
    private final Agenda agenda;
    private final Heirs heirs;
    private final Requests requests;
    private final Deliveries deliveries;
    private final Hosting hosting;
    private final Questions questions;
    private final Held held;
    private final Shedding shedding;

    /** What waits for the append that is on its way. */
    private @Nullable Draft draft;

    Outbox(
            House house,
            RunId run,
            Incumbent incumbent,
            Agenda agenda,
            Heirs heirs,
            Requests requests,
            Deliveries deliveries,
            Hosting hosting,
            Questions questions) {
        this.house = house;
        this.incumbent = incumbent;
        this.agenda = agenda;
        this.heirs = heirs;
        this.requests = requests;
        this.deliveries = deliveries;
        this.hosting = hosting;
        this.questions = questions;
        this.held = new Held(house.timers(), run);
        this.shedding = new Shedding(house);
    }

    /** Whether all that the run has decided is durable. */
    boolean isEmpty() {
        return draft == null && held.isEmpty();
    }

    /** Whether an append is on its way. */
    boolean isUnderWay() {
        return draft != null;
    }

    /** Whether an append is on its way from which nothing follows but deliveries. */
    boolean isQuiet() {
        return draft != null && draft.isQuiet();
    }

    /**
     * The append that was on its way is durable; what follows from it, null when there was none.
     */
    @Nullable Draft durable() {
        Draft durable = draft;
        draft = null;
        return durable;
    }

    /** Something is looked at because its time has come; whether that is what is held back. */
    boolean look(Timer watch) {
        return held.look(watch);
    }

    // ---- Drafting ----

    /** An entry was applied; what follows from it waits until it is durable. */
    Draft draft(Standing standing, Entry entry, @Nullable Succession next) {
        Outstanding outstanding = standing.outstanding();
        Draft drafted =
                new Draft(
                        agenda.acks(),
                        agenda.news(),
                        List.copyOf(outstanding.ready()),
                        List.copyOf(outstanding.hailed()),
                        List.copyOf(outstanding.set()),
                        List.copyOf(outstanding.stopped()),
                        over(standing, entry, next));
        draft = drafted;
        return drafted;
    }

    private static Draft.@Nullable Over over(
            Standing standing, Entry entry, @Nullable Succession next) {
        if (!standing.status().isEnd() && next == null) {
            return null;
        }
        boolean goesOn = next != null && next.continues();
        return new Draft.Over(
                standing.status(),
                goesOn ? null : standing.outcome(),
                standing.parent(),
                entry.cutoff() != null || next != null,
                next == null ? List.of() : next.updates(),
                false);
    }

    /** What is said of the length of a history, once that is durable. */
    List<Runnable> warnings(Standing known) {
        List<Runnable> warnings = new ArrayList<>(0);
        for (String reached : known.reached(house.settings().limits())) {
            warnings.add(() -> house.grewLong(known.run(), known.type(), reached));
        }
        return warnings;
    }

    // ---- Holding back ----

    /** Whether nothing is lost by waiting for what is at hand, and nobody waits meanwhile. */
    private boolean mayHold() {
        Standing known = incumbent.standing();
        return deliveries.isAtHand()
                && !known.status().isEnd()
                && known.outstanding().cancelled().isEmpty()
                && questions.isEmpty()
                && hosting.hasMachine()
                && !hosting.isEvicted()
                && !heirs.isResetting()
                && incumbent.tooLong().isEmpty()
                && !held.isLate();
    }

    /** Holds an entry back that was drafted, when all that follows from it is at hand. */
    boolean hold(Draft drafted, byte[] entry) {
        if (drafted.isQuiet()
                && requests.isEmpty()
                && deliveries.areAtHand(drafted.deliveries())
                && held.hasRoom(entry.length)
                && mayHold()) {
            held.add(entry, house.steady().now());
            draft = null;
            return true;
        }
        return false;
    }

    /** What was held back and may not be any longer; null when there is nothing of that kind. */
    @Nullable Append released() {
        if (held.isEmpty() || mayHold()) {
            return null;
        }
        draft = Draft.NONE;
        return whole(null);
    }

    // ---- Sending ----

    /** All that was held back, and one more entry, if there is one. */
    Append whole(byte @Nullable [] last) {
        Standing known = incumbent.standing();
        Append append = taken(last);
        byte[] state = hosting.snapshot();
        append = finished(append, draft == null ? Draft.NONE : draft, known);
        return state == null ? append : append.withSnapshot(state);
    }

    /** The same without what is said of the run besides. */
    Append taken(byte @Nullable [] last) {
        return held.taken(incumbent.standing().position(), house.epoch(), last);
    }

    /** An append after which the run stands otherwise; from now on that is so. */
    Append send(Append append, Draft drafted, Standing after) {
        incumbent.becomes(after);
        draft = drafted;
        return finished(append, drafted, after);
    }

    private Append finished(Append append, Draft durable, Standing after) {
        // First it is decided what is let go: the summary says so.
        Append lighter = shedding.lighter(append, after, requests);
        Append whole =
                lighter.withSummary(after.summary().toBytes())
                        .withTimers(durable.set(), durable.stopped());
        List<String> carriedOut = requests.taken();
        return carriedOut.isEmpty() ? whole : whole.withRequests(carriedOut);
    }

    /** Nobody knows what became of it, or there was no room. */
    void refuse(Refusal why) {
        if (draft != null) {
            draft.acks().forEach(ack -> ack.refuse(why));
        }
        draft = null;
        held.clear();
    }
}
