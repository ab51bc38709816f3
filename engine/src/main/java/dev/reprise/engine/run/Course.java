package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.Timer;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A run in memory, seen by whoever has its step: what was asked becomes jobs, jobs become an entry,
 * and what follows from the entry happens when it is durable.
 *
 * <pre>
 * step: settle what became durable ─► take messages ─► activate ─► the entry to append
 * </pre>
 */
final class Course {
    private static final Outcome CANCELLED =
            new Outcome.Failed(
                    new Failure.Cancelled("The activity was not under way.", Payload.NONE));

    private final Conductor house;
    private final Cell cell;
    private final Deliveries deliveries;
    private final Hosting hosting;
    private final Questions questions;
    private final Held held;
    private @Nullable Standing standing;

    /** What waits for the append that is on its way. */
    private @Nullable Draft draft;

    // ---- What was asked for, and has not become part of an entry ----
    private final List<Job> jobs = new ArrayList<>();
    private final TreeSet<Long> fired = new TreeSet<>();
    private final TreeSet<Long> resolved = new TreeSet<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Ack> acks = new ArrayList<>();
    private final List<Message.Watch> watchers = new ArrayList<>();
    private final List<Message.Terminate> terminations = new ArrayList<>(0);
    private Message.@Nullable Begin begin;
    private boolean reviving;
    private boolean evicting;

    /**
     * Somebody waits until something is durable.
     *
     * @param news what they are told then: whether it was not so before
     */
    private record Ack(CompletableFuture<Boolean> waiting, boolean news) {}

    /**
     * What happens when an append is durable.
     *
     * @param acks who waits for that
     * @param deliveries the activities that may be delivered then
     */
    private record Draft(
            List<Ack> acks, List<Long> deliveries, List<Timer> set, List<Timer> stopped) {
        static final Draft NONE = new Draft(List.of(), List.of(), List.of(), List.of());

        /** Whether nothing follows but deliveries. */
        boolean isQuiet() {
            return acks.isEmpty() && set.isEmpty() && stopped.isEmpty();
        }
    }

    Course(Conductor house, Cell cell) {
        this.house = house;
        this.cell = cell;
        this.deliveries = new Deliveries(house, cell.run);
        this.hosting = new Hosting(house, cell);
        this.questions = new Questions(house, cell, hosting);
        this.held = new Held(house.timers(), cell.run);
    }

    /**
     * Goes on as far as possible without writing.
     *
     * @param settled whether the append that was on its way is durable
     * @return what is to be written next; null when nothing is
     */
    @Nullable Append step(boolean settled, List<Message> messages) {
        if (settled && draft != null) {
            Draft durable = draft;
            draft = null;
            settle(durable);
        }
        Refusal failure = house.failure();
        if (failure != null) {
            give(failure, messages);
            return null;
        }
        if (standing == null) {
            standing = Standing.load(house, cell.run);
            if (standing != null) {
                loaded(standing);
            }
        }
        answer();
        messages.forEach(this::take);
        if (standing != null && !standing.status().isEnd()) {
            for (long seq : deliveries.cancelled(standing.outstanding())) {
                resolve(seq, CANCELLED);
            }
            deliveries.deliverWaiting(standing.outstanding());
            deliveries.redeliver(standing.outstanding());
            deliveries.news(attempts, this::resolve);
        }
        Append next = decide();
        if (next == null && !held.isEmpty() && !mayHold()) {
            draft = Draft.NONE;
            next = taken(null);
        }
        if (next == null) {
            answer();
            if (evicting && questions.isEmpty()) {
                hosting.drop();
            }
            evicting = false;
        }
        return next;
    }

    /**
     * The append that was on its way is durable. If all that follows is that activities are handed
     * over, that is done.
     *
     * @return whether it was; else a step is needed
     */
    boolean handsOver() {
        Draft durable = draft;
        if (durable == null
                || !durable.isQuiet()
                || !questions.isEmpty()
                || !terminations.isEmpty()
                || evicting
                || house.failure() != null
                || standing().status().isEnd()
                || !standing().outstanding().cancelled().isEmpty()) {
            return false;
        }
        draft = null;
        settle(durable);
        return !deliveries.hasNews();
    }

    private void loaded(Standing found) {
        deliveries.loaded(found.outstanding(), house.begun());
        house.parked(cell.run, found.outstanding().parked());
        fireDue(found);
    }

    private void fireDue(Standing known) {
        Instant now = house.around().clock().instant();
        known.outstanding()
                .timers()
                .forEach(
                        (seq, due) -> {
                            if (!due.isAfter(now)) {
                                fire(seq);
                            }
                        });
    }

    /** Whether it holds nothing that would be lost with it. */
    boolean isIdle() {
        return draft == null
                && held.isEmpty()
                && !hosting.hasMachine()
                && deliveries.isIdle()
                && watchers.isEmpty()
                && questions.isEmpty()
                && terminations.isEmpty()
                && jobs.isEmpty();
    }

    /** Everything that was asked is refused, and everything forgotten that is not durable. */
    void give(Refusal why, List<Message> messages) {
        messages.forEach(message -> message.refuse(why));
        acks.forEach(ack -> ack.waiting().completeExceptionally(why));
        questions.refuse(why);
        watchers.forEach(watch -> watch.refuse(why));
        terminations.forEach(it -> it.refuse(why));
        terminations.clear();
        if (begin != null) {
            begin.refuse(why);
        }
        if (draft != null) {
            draft.acks().forEach(ack -> ack.waiting().completeExceptionally(why));
        }
        draft = null;
        held.clear();
        begin = null;
        acks.clear();
        watchers.clear();
        jobs.clear();
        fired.clear();
        resolved.clear();
        attempts.clear();
        deliveries.giveUp();
        hosting.drop();
        standing = null;
    }

    // ---- Messages ----

    private void take(Message message) {
        switch (message) {
            case Message.Begin it -> begin(it);
            case Message.Tell(var job, var waiting) -> {
                if (mayBeTold(message)) {
                    jobs.add(job);
                    acks.add(new Ack(waiting, true));
                }
            }
            case Message.Terminate it -> {
                if (mayBeTold(message)) {
                    terminations.add(it);
                }
            }
            case Message.Ask ask -> {
                if (standing == null && begin == null) {
                    ask.refuse(Refusal.noSuchRun(cell.run));
                } else {
                    questions.add(ask);
                }
            }
            case Message.Watch watch -> watch(watch);
            case Message.Ended(var delivery, var outcome) -> {
                if (standing == null) {
                    house.count().late();
                } else {
                    deliveries.ended(standing.outstanding(), delivery, outcome);
                }
            }
            case Message.Away(var delivery) -> {
                if (standing != null) {
                    deliveries.abroad().away(standing.outstanding(), delivery);
                }
            }
            case Message.Complete(var token, var outcome, var waiting) -> {
                if (standing == null) {
                    message.refuse(Refusal.noSuchRun(cell.run));
                } else if (deliveries.abroad().completed(standing.outstanding(), token, outcome)) {
                    acks.add(new Ack(waiting, true));
                } else if (deliveries.abroad().wasResolved(token, outcome)) {
                    waiting.complete(false);
                } else {
                    message.refuse(stale(token));
                }
            }
            case Message.Beat(var token, var details, var waiting) -> {
                if (standing == null) {
                    message.refuse(Refusal.noSuchRun(cell.run));
                } else if (deliveries.abroad().heard(standing.outstanding(), token, details)) {
                    acks.add(new Ack(waiting, true));
                } else {
                    message.refuse(stale(token));
                }
            }
            case Message.Due(var timer) -> due(timer);
            case Message.Look(var watch) -> {
                if (!held.look(watch) && standing != null) {
                    deliveries.look(standing.outstanding(), watch);
                }
            }
            case Message.Called(var seq) -> {
                if (standing != null) {
                    deliveries.called(standing.outstanding(), seq);
                }
            }
            case Message.Redrive(var activityId, var waiting) -> {
                Errand parked = parked(message, activityId);
                if (parked != null) {
                    deliveries.redrive(standing().outstanding(), parked);
                    acks.add(new Ack(waiting, true));
                }
            }
            case Message.Resolve(var activityId, var outcome, var waiting) -> {
                Errand parked = parked(message, activityId);
                if (parked != null) {
                    deliveries.resolve(parked, outcome);
                    acks.add(new Ack(waiting, true));
                }
            }
            case Message.Revive() -> {
                reviving = true;
                if (standing != null) {
                    fireDue(standing);
                }
            }
            case Message.Evict() -> evicting = true;
            case Message.Fail() -> {}
        }
    }

    private void begin(Message.Begin asked) {
        String known =
                standing != null ? standing.requestId() : begin != null ? begin.requestId() : null;
        if (known == null) {
            begin = asked;
            jobs.addFirst(asked.start());
            acks.add(new Ack(asked.waiting(), true));
        } else if (!known.isEmpty() && known.equals(asked.requestId())) {
            sameStart(asked.waiting());
        } else {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "There is a run "
                                    + cell.run
                                    + " already. Use another id, or the request id of its start to"
                                    + " mean the same start."));
        }
    }

    /** It was started so before: whoever asks again is told when that is durable. */
    private void sameStart(CompletableFuture<Boolean> waiting) {
        if (begin == null) {
            waiting.complete(false);
        } else {
            acks.add(new Ack(waiting, false));
        }
    }

    private boolean mayBeTold(Message message) {
        if (standing == null && begin == null) {
            message.refuse(Refusal.noSuchRun(cell.run));
            return false;
        }
        if (standing != null && standing.status().isEnd()) {
            message.refuse(ended());
            return false;
        }
        return true;
    }

    private Refusal ended() {
        return new Refusal(
                Refusal.Reason.ALREADY_ENDED,
                "Run " + cell.run + " has ended, so nothing can be told to it.");
    }

    private static Refusal stale(TaskToken token) {
        return new Refusal(
                Refusal.Reason.NO_SUCH_ACTIVITY,
                "Nobody waits for attempt "
                        + token.attempt()
                        + " of activity "
                        + token.seq()
                        + " of run "
                        + token.run()
                        + " to be completed from outside: it has ended, or another attempt has"
                        + " begun.");
    }

    /** What somebody wants to do something about; null when it does not wait for a person. */
    private @Nullable Errand parked(Message message, String activityId) {
        if (!mayBeTold(message)) {
            return null;
        }
        Errand parked =
                standing == null ? null : deliveries.parked(standing.outstanding(), activityId);
        if (parked == null) {
            message.refuse(
                    new Refusal(
                            Refusal.Reason.NO_SUCH_ACTIVITY,
                            "No activity "
                                    + activityId
                                    + " of run "
                                    + cell.run
                                    + " waits for a person. deadLetters lists those that do."));
        }
        return parked;
    }

    private void watch(Message.Watch watch) {
        if (standing == null && begin == null) {
            watch.refuse(Refusal.noSuchRun(cell.run));
        } else if (standing != null && standing.status().isEnd()) {
            watch.waiting().complete(standing.outcome());
        } else {
            watchers.add(watch);
        }
    }

    /** An activity ends once: one that was cancelled may come back at the same moment. */
    private void resolve(long seq, Outcome outcome) {
        if (resolved.add(seq)) {
            jobs.add(new Job.ActivityResolved(seq, outcome));
        }
    }

    /** A timer may be rung twice: then what it was set for is over, or waits for another time. */
    private void due(Timer timer) {
        if (standing == null) {
            return;
        }
        long seq = timer.seq();
        Outstanding outstanding = standing.outstanding();
        Errand errand = outstanding.errand(seq);
        if (timer.due().equals(outstanding.timer(seq))) {
            fire(seq);
        } else if (errand != null
                && timer.due().equals(errand.notBefore())
                && !deliveries.isLost(seq)) {
            if (errand.away()) {
                deliveries.abroad().overdue(outstanding, errand);
            } else {
                deliveries.deliver(outstanding, seq);
            }
        }
    }

    /** Tells the code of the run, once there is some: an engine is opened before it is told any. */
    private void fire(long seq) {
        if (!house.awaitsWorkflow(standing().type(), cell.run) && fired.add(seq)) {
            jobs.add(new Job.TimerFired(seq));
        }
    }

    private Standing standing() {
        Standing known = standing;
        if (known == null) {
            throw new IllegalStateException("run " + cell.run + " is not loaded");
        }
        return known;
    }

    // ---- Entries ----

    private @Nullable Append decide() {
        boolean resuming = reviving && standing != null && standing.status() == Status.STUCK;
        reviving = false;
        if (standing != null && standing.status().isEnd()) {
            terminations.forEach(it -> it.refuse(ended()));
            terminations.clear();
        }
        // What begins in this step begins first; then it is ended.
        boolean ends = !terminations.isEmpty() && begin == null;
        if (jobs.isEmpty() && attempts.isEmpty() && !resuming && !ends) {
            return null;
        }
        Instant now = house.around().clock().instant();
        Standing before = begin == null ? standing() : Standing.begun(house, cell.run, begin, now);
        standing = before;
        begin = null;
        boolean told = resuming || (!jobs.isEmpty() && before.status() != Status.STUCK);
        Entry entry =
                ends ? terminated(before, now) : told ? carriedOut(before, now) : received(now);
        if (entry == null) {
            return null;
        }
        entry = pinned(before, entry);
        byte[] bytes = entry.toBytes();
        if (bytes.length > Store.TURN_BYTES_MAX) {
            hosting.drop();
            stuck(before, Sizes.entryTooLarge(bytes.length));
            entry = pinned(before, received(now));
            bytes = entry.toBytes();
        }
        jobs.clear();
        fired.clear();
        resolved.clear();
        attempts.clear();
        return append(before, entry, bytes);
    }

    /** What it was told meanwhile is kept, and carried out by nobody. */
    private Entry terminated(Standing before, Instant now) {
        hosting.drop();
        if (before.status() == Status.STUCK) {
            house.unstuck(cell.run);
        }
        terminations.forEach(it -> acks.add(new Ack(it.waiting(), true)));
        String why = terminations.getFirst().reason();
        terminations.clear();
        return received(now).terminated(why);
    }

    private static Entry pinned(Standing before, Entry entry) {
        return before.position() == 0 ? entry.pinned(before.program()) : entry;
    }

    private Entry received(Instant now) {
        return jobs.isEmpty()
                ? new Entry(attempts, null, false)
                : new Entry(attempts, Entry.told(now, jobs), true);
    }

    /** Lets the code of the run decide; null when there is nothing to be written. */
    private @Nullable Entry carriedOut(Standing before, Instant now) {
        List<Job> all = new ArrayList<>(before.received());
        all.addAll(jobs);
        Completion completion =
                hosting.activate(
                        before,
                        latest -> activation(before, latest.isAfter(now) ? latest : now, all));
        return switch (completion) {
            case Completion.Failed(var failure) -> {
                boolean news = stuck(before, failure);
                yield jobs.isEmpty() && attempts.isEmpty() && !news ? null : received(now);
            }
            case Completion.Decided decided -> {
                if (before.status() == Status.STUCK) {
                    before.unstick();
                    house.unstuck(cell.run);
                }
                Turn turn = Turn.of(hosting.last(), decided);
                yield new Entry(attempts, house.policies().dispatched(turn), turn, false);
            }
        };
    }

    private Activation activation(Standing before, Instant now, List<Job> all) {
        return new Activation(
                now, house.around().seeds().getAsLong(), before.position(), false, all);
    }

    /** Whether the reason is another than before. */
    private boolean stuck(Standing before, Failure.Activation failure) {
        String why = failure.kind() + ": " + failure.message();
        boolean news = !why.equals(before.reason());
        before.stick(why);
        house.stuck(cell.run, before.type(), why);
        // Whoever registers code looks for stuck runs afterwards: one of the two sees the other.
        if (failure.kind() == ActivationKind.UNKNOWN_TYPE && house.hosts(before)) {
            house.revive(cell.run);
        }
        return news;
    }

    /** What is to be written; null when it is held back, since more is at hand. */
    private @Nullable Append append(Standing before, Entry entry, byte[] bytes) {
        Outstanding outstanding = before.outstanding();
        Ending ending = Ending.of(entry, outstanding);
        before.apply(entry);
        draft =
                new Draft(
                        List.copyOf(acks),
                        List.copyOf(outstanding.ready()),
                        List.copyOf(outstanding.set()),
                        List.copyOf(outstanding.stopped()));
        acks.clear();
        if (ending != Ending.CHECKPOINT) {
            deliveries.deliverEarly(outstanding);
        }
        if (ending == Ending.AT_HAND
                && draft.isQuiet()
                && deliveries.areAtHand(draft.deliveries())
                && held.hasRoom(bytes.length)
                && mayHold()) {
            held.add(bytes, house.around().clock().instant());
            draft = null;
            return null;
        }
        return taken(bytes);
    }

    /** Whether nothing is lost by waiting for what is at hand, and nobody waits meanwhile. */
    private boolean mayHold() {
        return deliveries.isAtHand()
                && !standing().status().isEnd()
                && standing().outstanding().cancelled().isEmpty()
                && questions.isEmpty()
                && hosting.hasMachine()
                && !evicting
                && !held.isLate();
    }

    /** All that was held back, and one more entry, if there is one. */
    private Append taken(byte @Nullable [] last) {
        Standing known = standing();
        Draft durable = draft == null ? Draft.NONE : draft;
        Append append =
                held.taken(known.position(), house.epoch(), last)
                        .withSummary(known.summary().toBytes())
                        .withTimers(durable.set(), durable.stopped());
        byte[] state = hosting.snapshot();
        return state == null ? append : append.withSnapshot(state);
    }

    /** What was written is durable: now, and not before, it may be known. */
    private void settle(Draft durable) {
        Standing known = standing();
        house.count().appended();
        deliveries.settled();
        durable.acks().forEach(ack -> ack.waiting().complete(ack.news()));
        durable.deliveries().forEach(seq -> deliveries.deliver(known.outstanding(), seq));
        if (!durable.stopped().isEmpty()) {
            house.timers().stop(cell.run, durable.stopped());
        }
        if (!durable.set().isEmpty()) {
            house.timers().set(cell.run, durable.set());
        }
        house.parked(cell.run, known.outstanding().parked());
        if (known.status() == Status.TERMINATED) {
            deliveries.giveUp();
        }
        if (known.status().isEnd()) {
            deliveries.end();
            watchers.forEach(watch -> watch.waiting().complete(known.outcome()));
            watchers.clear();
        }
    }

    private void answer() {
        if (standing != null && draft == null && held.isEmpty()) {
            questions.answer(standing);
        }
    }
}
