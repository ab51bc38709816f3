package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in memory, seen by whoever has its step: what was asked goes to those who decide about it,
 * and what follows from an entry happens when it is durable.
 *
 * <pre>
 * step: settle what became durable ─► take messages ─► deliberate ─► the entry to append
 * </pre>
 */
final class Course {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;
    private final Requests requests;
    private final Agenda agenda;
    private final Heirs heirs;
    private final Deliveries deliveries;
    private final Tidings tidings;
    private final Hosting hosting;
    private final Questions questions;
    private final Watchers watchers;
    private final Deletion deletion;
    private final Outbox outbox;
    private final Relay relay;
    private final Deliberation deliberation;

    /** What came while it was to go on from an earlier moment: it is taken when it does. */
    private List<Message> aside = List.of();

    Course(House house, Cell cell, Rest rest) {
        this.house = house;
        this.run = cell.run;
        this.incumbent = rest.incumbent();
        this.hosting = rest.hosting();
        this.watchers = rest.watchers();
        this.requests = new Requests(house.around().store(), run);
        this.agenda = new Agenda(house, run, incumbent, requests);
        this.heirs = new Heirs(house, run, incumbent, agenda, requests);
        this.deliveries = new Deliveries(house, run);
        this.tidings = new Tidings(house, run, incumbent, agenda, requests, deliveries);
        this.questions = new Questions(house, cell, hosting);
        this.deletion = new Deletion(house, run, incumbent);
        this.outbox =
                new Outbox(
                        house,
                        run,
                        incumbent,
                        agenda,
                        heirs,
                        requests,
                        deliveries,
                        hosting,
                        questions);
        this.relay =
                new Relay(
                        house,
                        run,
                        incumbent,
                        agenda,
                        heirs,
                        requests,
                        deliveries,
                        hosting,
                        outbox);
        this.deliberation =
                new Deliberation(
                        house, run, incumbent, agenda, heirs, deliveries, hosting, outbox, relay);
        Standing known = incumbent.known();
        if (known != null) {
            deliveries.of(known);
        }
    }

    /**
     * What of a run stays in memory while nothing is to be done: how it stands, its code where that
     * waits, and who waits for its end.
     */
    record Rest(Incumbent incumbent, Hosting hosting, Watchers watchers) {
        Rest(House house, Cell cell) {
            Incumbent incumbent = new Incumbent(house, cell.run);
            this(incumbent, new Hosting(house, cell), new Watchers(house, cell.run, incumbent));
        }

        /** Whether nothing would be lost with it either. */
        boolean isIdle() {
            return !hosting.hasMachine() && watchers.isEmpty();
        }
    }

    /**
     * Goes on as far as possible without writing.
     *
     * @param settled whether the append that was on its way is durable
     * @return what is to be written next; null when nothing is
     */
    Change.@Nullable OfRun step(boolean settled, List<Message> arrived) {
        List<Message> messages = withThoseAside(arrived);
        if (settled) {
            settle();
        }
        Refusal failure = house.outage().failure();
        if (failure != null) {
            give(failure, messages);
            return null;
        }
        if (house.outage().isFull()) {
            rest(messages);
            return null;
        }
        if (isToForget(messages)) {
            // There was no room meanwhile: others may have forgotten what this one has told them.
            give(house.outage().noSpace(), List.of());
        }
        load();
        if (!watchers.isEmpty() && !outbox.isUnderWay() && !incumbent.isGoingOn()) {
            watchers.lookAgain();
        }
        answer();
        Change.OfRun next = takenBack(messages);
        if (next == null) {
            messages.forEach(this::take);
            tidings.gather();
            next = decide();
        }
        if (next == null) {
            next = outbox.released();
        }
        if (next == null) {
            next = deleted();
        }
        if (next == null) {
            answer();
            hosting.evictIfAsked(questions.isEmpty());
        }
        return next;
    }

    private List<Message> withThoseAside(List<Message> arrived) {
        if (aside.isEmpty()) {
            return arrived;
        }
        List<Message> all = new ArrayList<>(aside);
        all.addAll(arrived);
        aside = List.of();
        return all;
    }

    private static boolean isToForget(List<Message> messages) {
        for (Message message : messages) {
            if (message instanceof Message.Fail) {
                return true;
            }
        }
        return false;
    }

    /**
     * The append that was on its way is durable. If all that follows is that activities are handed
     * over, that is done.
     *
     * @return whether it was; else a step is needed
     */
    boolean handsOver() {
        if (!outbox.isQuiet()
                || !questions.isEmpty()
                || agenda.isTerminated()
                || heirs.isResetting()
                || hosting.isEvicted()
                || house.outage().failure() != null
                || house.outage().isFull()
                || incumbent.standing().status().isEnd()
                || incumbent.standing().isAboutToBegin()
                || !incumbent.standing().outstanding().cancelled().isEmpty()
                || !incumbent.tooLong().isEmpty()) {
            return false;
        }
        settle();
        return !deliveries.hasNews();
    }

    private void load() {
        Standing found = incumbent.known() == null ? incumbent.load() : null;
        if (found != null) {
            deliveries.of(found);
            if (house.roster().takesUp(run)) {
                agenda.bonds().loaded(found.outstanding());
            }
            deliveries.loaded(found.outstanding(), house.roster().begun());
            house.roster().parked(run, found.outstanding().parked());
            agenda.fireDue(found);
        }
    }

    /** What kind of run it is; empty when that is not known yet. */
    String type() {
        return incumbent.type();
    }

    /** Whether it holds nothing that would be lost with it, beside what rests. */
    boolean isIdle() {
        return outbox.isEmpty()
                && deliveries.isIdle()
                && questions.isEmpty()
                && !heirs.isResetting()
                && deletion.isEmpty()
                && agenda.isIdle();
    }

    /**
     * Nothing can be written: all that is not durable is forgotten, and what is asked is answered
     * from what is.
     */
    private void rest(List<Message> messages) {
        List<Message> reading =
                messages.stream()
                        .filter(it -> it instanceof Message.Ask || it instanceof Message.Watch)
                        .toList();
        give(
                house.outage().noSpace(),
                messages.stream().filter(it -> !reading.contains(it)).toList());
        if (!reading.isEmpty()) {
            incumbent.load();
            reading.forEach(this::take);
            answer();
            questions.refuse(house.outage().noSpace());
            hosting.drop();
            incumbent.forget();
        }
    }

    /** Everything that was asked is refused, and everything forgotten that is not durable. */
    void give(Refusal why, List<Message> arrived) {
        withThoseAside(arrived).forEach(message -> message.refuse(why));
        agenda.refuse(why);
        questions.refuse(why);
        if (why.reason() != Refusal.Reason.NO_SPACE) {
            watchers.refuse(why);
        }
        deletion.refuse(why);
        incumbent.refuse(why);
        heirs.refuse(why);
        outbox.refuse(why);
        deliveries.giveUp();
        house.roster().takeUpAgain(run);
        hosting.drop();
    }

    // ---- Messages ----

    private void take(Message message) {
        switch (message) {
            case Message.Begin it -> heirs.begin(it);
            case Message.Reset it -> heirs.reset(it);
            case Message.Fork it -> heirs.fork(it);
            case Message.Tell it -> agenda.tell(it);
            case Message.Update it -> agenda.update(it);
            case Message.Terminate it -> agenda.terminate(it);
            case Message.Heard it -> agenda.heard(it);
            case Message.Revive() -> agenda.revive();
            case Message.Watch it -> watchers.watch(it);
            case Message.Report it -> watchers.report(it, !outbox.isUnderWay());
            case Message.Delete it -> delete(it);
            case Message.Ask it -> ask(it);
            case Message.Ended it -> tidings.ended(it);
            case Message.Away it -> tidings.away(it);
            case Message.Called(var seq) -> tidings.called(seq);
            case Message.Complete it -> tidings.complete(it);
            case Message.Beat it -> tidings.beat(it);
            case Message.Redrive it -> tidings.redrive(it);
            case Message.Resolve it -> tidings.resolve(it);
            case Message.Due(var timer) -> tidings.due(timer);
            case Message.Look(var watch) -> look(watch);
            case Message.Evict() -> hosting.evict();
            case Message.Fail(), Message.Resume() -> {}
        }
    }

    private void delete(Message.Delete asked) {
        if (agenda.isNew(asked.request(), asked.waiting())) {
            deletion.ask(asked);
        }
    }

    private void ask(Message.Ask asked) {
        if (incumbent.isThere()) {
            questions.add(asked);
        } else {
            asked.refuse(Refusal.noSuchRun(run));
        }
    }

    private void look(Timer watch) {
        if (!outbox.look(watch)) {
            tidings.look(watch);
        }
    }

    /** What a leg is asked that was told to begin waits until its code has. */
    private void answer() {
        Standing known = incumbent.known();
        if (known != null && outbox.isEmpty() && !deliberation.isBeginning()) {
            questions.answer(known);
        }
    }

    // ---- What is to be written ----

    /**
     * A run that was to go on from an earlier moment when the step began does so before it is told
     * anything else: what comes again and again would keep it from that for ever.
     */
    private @Nullable Append takenBack(List<Message> messages) {
        if (!heirs.isTakingBack()) {
            return null;
        }
        Append next = outbox.isEmpty() ? relay.takenBack() : outbox.released();
        if (next != null) {
            aside = messages;
        }
        return next;
    }

    private @Nullable Append decide() {
        Append next = deliberation.next();
        return next == null
                        && outbox.isEmpty()
                        && agenda.jobs().isEmpty()
                        && agenda.attempts().isEmpty()
                        && heirs.isTakingBack()
                ? relay.takenBack()
                : next;
    }

    private Change.@Nullable OfRun deleted() {
        if (deletion.isEmpty() || !deletion.isDue()) {
            return null;
        }
        answer();
        hosting.drop();
        return deletion.change();
    }

    // ---- What was written is durable: now, and not before, it may be known ----

    private void settle() {
        Draft durable = outbox.durable();
        if (durable != null) {
            settle(durable, incumbent.standing());
        } else if (deletion.isUnderWay()) {
            deliveries.giveUp();
            agenda.deleted();
            incumbent.forget();
            deletion.done();
        }
    }

    private void settle(Draft durable, Standing known) {
        house.count().appended();
        requests.settled();
        deliveries.settled();
        durable.acks().forEach(Ack::tell);
        durable.news().forEach(Runnable::run);
        durable.deliveries().forEach(seq -> deliveries.deliver(known.outstanding(), seq));
        if (!durable.stopped().isEmpty()) {
            house.timers().stop(run, durable.stopped());
        }
        if (!durable.set().isEmpty()) {
            house.count().timersSet(durable.set().size());
            house.timers().set(run, durable.set());
        }
        house.roster().parked(run, known.outstanding().parked());
        if (durable.over() != null) {
            settle(durable.over(), known);
        }
        if (agenda.hasBonds()) {
            house.sweep().settled();
        }
        if (!durable.hailed().isEmpty()) {
            agenda.bonds().send(known.outstanding(), durable.hailed());
        }
    }

    /** The end of a leg is durable. */
    private void settle(Draft.Over over, Standing known) {
        if (over.cutOff()) {
            deliveries.giveUp();
        } else {
            deliveries.end(known.outstanding());
        }
        if (known.status().isEnd()) {
            house.sweep().ended(known);
        } else {
            deliveries.of(known);
        }
        if (over.takenBack()) {
            deliveries.loaded(known.outstanding(), house.around().clock().instant());
            agenda.bonds().loaded(known.outstanding());
            agenda.fireDue(known);
        }
        agenda.ended(over.carried());
        watchers.ended(over);
    }
}
