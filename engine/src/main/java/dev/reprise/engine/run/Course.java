package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.Timer;
import dev.reprise.history.Activation;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Command;
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
    private Deliveries deliveries;
    private final Requests requests;

    /** Only for runs that have to do with others. */
    private @Nullable Bonds bonds;

    /** Only for runs that somebody updates. */
    private @Nullable Updates updates;

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
    private final List<Message.Delete> deletions = new ArrayList<>(0);
    private final List<Runnable> news = new ArrayList<>(0);
    private Message.@Nullable Begin begin;

    /** What is to begin when the run that goes on under this id is terminated. */
    private Message.@Nullable Begin replacing;

    /** From where it is to go on, as soon as nothing else is to be written. */
    private Message.@Nullable Reset resetting;

    private Message.@Nullable Fork forking;

    /** Whether the time of the leg has come: to begin, or to end. */
    private boolean legDue;

    private boolean reviving;
    private boolean evicting;

    /** Whether what is on its way is that the run is deleted. */
    private boolean deleting;

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
     * @param news what else is said then
     * @param deliveries the activities that may be delivered then
     * @param hailed what is to be sent to other runs then
     * @param over the leg that has ended; null when it goes on
     */
    private record Draft(
            List<Ack> acks,
            List<Runnable> news,
            List<Long> deliveries,
            List<BondId> hailed,
            List<Timer> set,
            List<Timer> stopped,
            @Nullable Over over) {
        static final Draft NONE =
                new Draft(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null);

        /** Whether nothing follows but deliveries. */
        boolean isQuiet() {
            return acks.isEmpty()
                    && news.isEmpty()
                    && hailed.isEmpty()
                    && set.isEmpty()
                    && stopped.isEmpty()
                    && over == null;
        }
    }

    /**
     * A leg has ended.
     *
     * @param status how it ended
     * @param outcome what those are told who wait for it; null when another leg goes on for it
     * @param parent who is told, too
     * @param cutOff whether what is under way is not waited for
     * @param carried the updates that go on in the next leg
     * @param takenBack whether what was under way at an earlier moment is again
     */
    private record Over(
            Status status,
            @Nullable Outcome outcome,
            @Nullable Parent parent,
            boolean cutOff,
            List<String> carried,
            boolean takenBack) {}

    Course(Conductor house, Cell cell) {
        this.house = house;
        this.cell = cell;
        this.deliveries = new Deliveries(house, cell.run);
        this.requests = new Requests(house.around().store(), cell.run);
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
    Change.@Nullable OfRun step(boolean settled, List<Message> messages) {
        if (settled && draft != null) {
            Draft durable = draft;
            draft = null;
            settle(durable);
        } else if (settled && deleting) {
            deleted();
        }
        Refusal failure = house.failure();
        if (failure != null) {
            give(failure, messages);
            return null;
        }
        if (house.isFull()) {
            rest(messages);
            return null;
        }
        if (messages.stream().anyMatch(it -> it instanceof Message.Fail)) {
            // There was no room meanwhile: others may have forgotten what this one has told them.
            give(house.noSpace(), List.of());
        }
        if (standing == null) {
            standing = Standing.load(house, cell.run);
            if (standing != null) {
                loaded(standing);
            }
        }
        if (!watchers.isEmpty() && draft == null && !isGoingOn()) {
            tellWatchers();
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
        Change.OfRun next = decide();
        if (next == null && !held.isEmpty() && !mayHold()) {
            draft = Draft.NONE;
            next = taken(null);
        }
        if (next == null && !deletions.isEmpty()) {
            next = deletion();
        }
        if (next == null) {
            answer();
            if (evicting && questions.isEmpty()) {
                if (hosting.hasMachine()) {
                    house.count().evicted();
                }
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
                || resetting != null
                || evicting
                || house.failure() != null
                || house.isFull()
                || standing().status().isEnd()
                || standing().isAboutToBegin()
                || !standing().outstanding().cancelled().isEmpty()
                || !tooLong().isEmpty()) {
            return false;
        }
        draft = null;
        settle(durable);
        return !deliveries.hasNews();
    }

    private void loaded(Standing found) {
        deliveries.of(found);
        if (house.takesUp(cell.run)) {
            bonds().loaded(found.outstanding());
        }
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
                && resetting == null
                && deletions.isEmpty()
                && (updates == null || updates.isEmpty())
                && jobs.isEmpty();
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
        give(house.noSpace(), messages.stream().filter(it -> !reading.contains(it)).toList());
        if (!reading.isEmpty()) {
            standing = Standing.load(house, cell.run);
            reading.forEach(this::take);
            answer();
            hosting.drop();
            standing = null;
        }
    }

    /** Everything that was asked is refused, and everything forgotten that is not durable. */
    void give(Refusal why, List<Message> messages) {
        messages.forEach(message -> message.refuse(why));
        acks.forEach(ack -> ack.waiting().completeExceptionally(why));
        questions.refuse(why);
        if (why.reason() != Refusal.Reason.NO_SPACE) {
            watchers.forEach(watch -> watch.refuse(why));
            watchers.clear();
        }
        terminations.forEach(it -> it.refuse(why));
        terminations.clear();
        deletions.forEach(it -> it.refuse(why));
        deletions.clear();
        deleting = false;
        if (updates != null) {
            updates.refuse(why, List.of());
        }
        if (begin != null) {
            begin.refuse(why);
        }
        if (replacing != null) {
            replacing.refuse(why);
        }
        if (resetting != null) {
            resetting.refuse(why);
        }
        if (forking != null) {
            forking.refuse(why);
        }
        if (draft != null) {
            draft.acks().forEach(ack -> ack.waiting().completeExceptionally(why));
        }
        draft = null;
        held.clear();
        begin = null;
        replacing = null;
        resetting = null;
        forking = null;
        forget();
        requests.clear();
        deliveries.giveUp();
        house.takeUpAgain(cell.run);
        hosting.drop();
        standing = null;
        bonds = null;
    }

    /** What was asked for is part of an entry now. */
    private void forget() {
        acks.clear();
        news.clear();
        jobs.clear();
        fired.clear();
        resolved.clear();
        attempts.clear();
        legDue = false;
        if (bonds != null) {
            bonds.forget();
        }
    }

    private Bonds bonds() {
        if (bonds == null) {
            bonds = new Bonds(house, cell.run, standing().birth());
        }
        if (standing != null) {
            bonds.of(standing.leg());
        }
        return bonds;
    }

    private Updates updates() {
        if (updates == null) {
            updates = new Updates(house.around().store(), cell.run);
        }
        return updates;
    }

    private List<BondId> settled() {
        return bonds == null ? List.of() : bonds.settled();
    }

    // ---- Messages ----

    private void take(Message message) {
        switch (message) {
            case Message.Begin it -> begin(it);
            case Message.Tell(var job, var requestId, var asker, var waiting) -> {
                if (isNew(requestId, waiting) && mayBeTold(message, asker)) {
                    requests.add(requestId);
                    jobs.add(job);
                    acks.add(new Ack(waiting, true));
                }
            }
            case Message.Terminate it -> {
                if (isNew(it.requestId(), it.waiting()) && mayBeTold(message, it.asker())) {
                    terminations.add(it);
                }
            }
            case Message.Update asked -> update(asked);
            case Message.Reset asked -> reset(asked);
            case Message.Fork asked -> fork(asked);
            case Message.Heard(var birth, var bond, var told) -> {
                if (standing != null && standing.birth() == birth) {
                    bonds().heard(standing.outstanding(), bond, told).ifPresent(jobs::add);
                }
            }
            case Message.Report(var parent, var begun) -> report(parent, begun);
            case Message.Delete it -> {
                if (isNew(it.requestId(), it.waiting())) {
                    deletions.add(it);
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
                } else if (token.leg() != standing.leg().legOf(token.seq())) {
                    message.refuse(stale(token));
                } else if (deliveries.abroad().completed(standing.outstanding(), token, outcome)) {
                    acks.add(new Ack(waiting, true));
                } else if (deliveries.abroad().hadFailed(standing.outstanding(), token, outcome)) {
                    if (deliveries.abroad().isUnderWay(token)) {
                        acks.add(new Ack(waiting, false));
                    } else {
                        waiting.complete(false);
                    }
                } else if (deliveries.abroad().wasResolved(token, outcome)) {
                    waiting.complete(false);
                } else {
                    message.refuse(stale(token));
                }
            }
            case Message.Beat(var token, var details, var waiting) -> {
                if (standing == null) {
                    message.refuse(Refusal.noSuchRun(cell.run));
                } else if (token.leg() == standing.leg().legOf(token.seq())
                        && deliveries.abroad().heard(standing.outstanding(), token, details)) {
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
            case Message.Redrive(var activityId, var requestId, var waiting) -> {
                Errand parked = asked(message, activityId, requestId, waiting);
                if (parked != null) {
                    deliveries.redrive(standing().outstanding(), parked);
                    acks.add(new Ack(waiting, true));
                }
            }
            case Message.Resolve(var activityId, var outcome, var requestId, var waiting) -> {
                Errand parked = asked(message, activityId, requestId, waiting);
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
            case Message.Fail(), Message.Resume() -> {}
        }
    }

    private void begin(Message.Begin asked) {
        Beginning terms = asked.terms();
        String id = terms.requestId();
        if (forking != null) {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "Run " + cell.run + " is being forked from another. Use another id."));
        } else if (begin == null && standing == null) {
            beginWith(asked);
        } else if (!id.isEmpty() && (id.equals(knownStart()) || !isNew(id))) {
            repeated(id, asked.waiting());
        } else if (begin == null && standing().status().isEnd() && mayFollow(terms)) {
            beginWith(asked);
        } else if (isGoingOn() && terms.joins()) {
            join(asked);
        } else if (isGoingOn()
                && begin == null
                && replacing == null
                && (terms.reuse() == IdReuse.TERMINATE_OTHER || supplants(terms))) {
            requests.add(id);
            replacing = asked;
        } else {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "There is a run "
                                    + cell.run
                                    + " already"
                                    + (isGoingOn() ? "" : ", which has ended")
                                    + ". Use another id, or the request id of its start to mean"
                                    + " the same start, or say what is to happen to the other."));
        }
    }

    private @Nullable String knownStart() {
        return begin != null
                ? begin.terms().requestId()
                : standing == null ? null : standing.requestId();
    }

    private void beginWith(Message.Begin asked) {
        begin = asked;
        requests.add(asked.terms().requestId());
        acks.add(new Ack(asked.waiting(), true));
    }

    /** The run that goes on is told what the other would have been told. */
    private void join(Message.Begin asked) {
        if (begin == null && asked.terms().also().isEmpty()) {
            asked.waiting().complete(false);
        } else {
            requests.add(asked.terms().requestId());
            jobs.addAll(asked.terms().also());
            acks.add(new Ack(asked.waiting(), false));
        }
    }

    private boolean isGoingOn() {
        return begin != null || (standing != null && !standing.status().isEnd());
    }

    private boolean mayFollow(Beginning terms) {
        return switch (terms.reuse()) {
            case REFUSE -> supplants(terms);
            case ALLOW_AFTER_FAILURE -> standing().status() != Status.COMPLETED || supplants(terms);
            case ALLOW_AFTER_END, TERMINATE_OTHER -> true;
        };
    }

    /** Whether the run is a child that its parent has asked for in what it has taken back. */
    private boolean supplants(Beginning terms) {
        Parent asker = terms.parent();
        Parent other = standing().parent();
        return asker != null
                && other != null
                && asker.run().equals(other.run())
                && other.leg() >= terms.takenBackFrom()
                && other.leg() < asker.leg();
    }

    private void reset(Message.Reset asked) {
        if (standing == null) {
            asked.refuse(Refusal.noSuchRun(cell.run));
        } else if (resetting != null && isSame(asked.requestId(), resetting.requestId())) {
            join(resetting.waiting(), asked.waiting());
        } else if (resetting != null) {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "Run " + cell.run + " is being reset. Ask again when it is."));
        } else if (isNew(asked.requestId(), asked.waiting())) {
            resetting = asked;
        }
    }

    private void fork(Message.Fork asked) {
        if (standing == null && begin == null && forking == null) {
            forking = asked;
        } else if (forking != null && isSame(asked.requestId(), forking.requestId())) {
            join(forking.waiting(), asked.waiting());
        } else if (!asked.requestId().isEmpty()
                && (asked.requestId().equals(knownStart()) || !isNew(asked.requestId()))) {
            repeated(asked.requestId(), asked.waiting());
        } else {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "There is a run " + cell.run + " already. Fork under another id."));
        }
    }

    private static boolean isSame(String requestId, String other) {
        return !requestId.isEmpty() && requestId.equals(other);
    }

    /** Whoever asks again while it is under way is told what the first is told. */
    private static void join(CompletableFuture<Boolean> first, CompletableFuture<Boolean> again) {
        var _ =
                first.whenComplete(
                        (_, why) -> {
                            if (why == null) {
                                again.complete(false);
                            } else {
                                again.completeExceptionally(why);
                            }
                        });
    }

    private boolean isNew(String requestId) {
        return requests.seen(requestId) == Requests.Seen.NEVER;
    }

    /**
     * Whether it was not asked before; if it was, whoever asks again is told when it is durable.
     */
    private boolean isNew(String requestId, CompletableFuture<Boolean> waiting) {
        if (isNew(requestId)) {
            return true;
        }
        repeated(requestId, waiting);
        return false;
    }

    /** It was asked so before: whoever asks again is told when that is durable. */
    private void repeated(String requestId, CompletableFuture<Boolean> waiting) {
        if (begin == null && requests.seen(requestId) != Requests.Seen.UNDER_WAY) {
            waiting.complete(false);
        } else {
            acks.add(new Ack(waiting, false));
        }
    }

    /** What waits for a person, unless the same was asked before: then that is all. */
    private @Nullable Errand asked(
            Message message,
            String activityId,
            String requestId,
            CompletableFuture<Boolean> waiting) {
        if (standing != null && !isNew(requestId, waiting)) {
            return null;
        }
        Errand parked = parked(message, activityId);
        if (parked != null) {
            requests.add(requestId);
        }
        return parked;
    }

    private boolean mayBeTold(Message message) {
        return mayBeTold(message, null);
    }

    private boolean mayBeTold(Message message, @Nullable Parent asker) {
        if (standing == null && begin == null) {
            message.refuse(Refusal.noSuchRun(cell.run));
            return false;
        }
        if (asker != null
                && !asker.equals(begin != null ? begin.terms().parent() : standing().parent())) {
            message.refuse(
                    new Refusal(
                            Refusal.Reason.NO_SUCH_RUN,
                            "Run "
                                    + cell.run
                                    + " is not the child that "
                                    + asker.run()
                                    + " asked for by command "
                                    + asker.seq()
                                    + "."));
            return false;
        }
        if (!isGoingOn()) {
            message.refuse(ended());
            return false;
        }
        return true;
    }

    private void update(Message.Update asked) {
        String request = Updates.requestOf(asked.job().id());
        Requests.Seen seen = requests.seen(request);
        if (seen == Requests.Seen.UNDER_WAY || isReceived(asked.job())) {
            updates().add(asked);
        } else if (seen == Requests.Seen.DONE) {
            Refusal over = isGoingOn() ? null : ended();
            updates().known(asked, requests.position(request).orElse(0), over);
        } else if (mayBeTold(asked)) {
            updates().add(asked);
            requests.add(request);
            jobs.add(asked.job());
        }
    }

    /** Whether the run was told of an update, and has not carried it out. */
    private boolean isReceived(Job.Update update) {
        return isGoingOn()
                && standing != null
                && standing.received().stream()
                        .anyMatch(
                                it ->
                                        it instanceof Job.Update told
                                                && told.id().equals(update.id()));
    }

    private void report(Parent parent, boolean begun) {
        Standing known = standing;
        if (known != null && parent.equals(known.parent())) {
            if (known.status().isEnd() && draft == null) {
                tellParent(parent, known.outcome());
            }
        } else if (begun && this.begin == null) {
            var gone = new Failure.Terminated("Run " + cell.run + " is not there any more.");
            tellParent(parent, new Outcome.Failed(gone));
        }
    }

    private void tellParent(Parent parent, Outcome outcome) {
        house.post(
                parent.run(),
                new Message.Heard(
                        parent.birth(),
                        new BondId(parent.leg(), parent.seq()),
                        new Job.ChildResolved(parent.seq(), outcome)));
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

    /** It ended while there was no room, or it never began. */
    private void tellWatchers() {
        List<Message.Watch> waiting = List.copyOf(watchers);
        watchers.clear();
        waiting.forEach(this::watch);
    }

    private void watch(Message.Watch watch) {
        if (standing == null && begin == null) {
            watch.refuse(Refusal.noSuchRun(cell.run));
        } else if (!isGoingOn()) {
            watch.waiting().complete(standing().outcome());
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
        if (seq == Outstanding.LEG) {
            legDue = true;
        } else if (!house.awaitsWorkflow(standing().type(), cell.run) && fired.add(seq)) {
            jobs.add(new Job.TimerFired(seq));
        }
    }

    /** What kind of run it is; empty when that is not known yet. */
    String type() {
        Standing known = standing;
        return known == null ? "" : known.type();
    }

    private Standing standing() {
        Standing known = standing;
        if (known == null) {
            throw new IllegalStateException("run " + cell.run + " is not loaded");
        }
        return known;
    }

    // ---- Deleting ----

    /** The change by which all of the run is forgotten; null when it has to be kept. */
    private Change.@Nullable OfRun deletion() {
        for (Message.Delete asked : List.copyOf(deletions)) {
            Refusal why = kept(asked.position());
            if (why != null) {
                deletions.remove(asked);
                asked.refuse(why);
            }
        }
        if (deletions.isEmpty()) {
            return null;
        }
        answer();
        hosting.drop();
        deleting = true;
        String id = deletions.getFirst().requestId();
        return new Change.Delete(cell.run, standing().position(), house.epoch(), id);
    }

    /** Why it may not be deleted; null when it may. */
    private @Nullable Refusal kept(long position) {
        Standing known = standing;
        if (known == null) {
            return Refusal.noSuchRun(cell.run);
        }
        String why = "Run " + cell.run;
        if (!known.status().isEnd()) {
            return new Refusal(
                    Refusal.Reason.NOT_ENDED,
                    why + " goes on, so it is kept. Cancel or terminate it first.");
        }
        if (position > 0 && position != known.position()) {
            return new Refusal(
                    Refusal.Reason.NOT_ENDED,
                    why + " was written to since it was to be deleted, so it is kept.");
        }
        if (!known.outstanding().bonds().isEmpty()) {
            return new Refusal(
                    Refusal.Reason.STILL_BOUND,
                    why
                            + " has something to settle with run "
                            + known.outstanding().bonds().iterator().next().other()
                            + ", so it is kept. Delete it when that has answered.");
        }
        Parent parent = known.parent();
        if (parent != null && Bonds.areOpen(house.around().store(), parent)) {
            return new Refusal(
                    Refusal.Reason.STILL_BOUND,
                    why
                            + " is kept until its parent "
                            + parent.run()
                            + " has taken up how it ended.");
        }
        return null;
    }

    /** Nothing of it is there any more: whoever asks from now on finds nothing. */
    private void deleted() {
        deleting = false;
        house.count().deleted();
        deliveries.giveUp();
        deliveries = new Deliveries(house, cell.run);
        requests.clear();
        bonds = null;
        standing = null;
        deletions.forEach(it -> it.waiting().complete(true));
        deletions.clear();
    }

    // ---- Entries ----

    private @Nullable Append decide() {
        Append next = decided();
        if (next == null
                && draft == null
                && held.isEmpty()
                && jobs.isEmpty()
                && attempts.isEmpty()
                && (resetting != null || forking != null)) {
            return takenBack();
        }
        return next;
    }

    private @Nullable Append decided() {
        boolean resuming = reviving && standing != null && standing.status() == Status.STUCK;
        reviving = false;
        if (!isGoingOn()) {
            terminations.forEach(it -> it.refuse(ended()));
            terminations.clear();
        }
        // What begins in this step begins first; then it is ended.
        boolean ends = begin == null && isEnding();
        boolean begins = begin == null && isBeginning();
        if (begin == null
                && jobs.isEmpty()
                && attempts.isEmpty()
                && settled().isEmpty()
                && !resuming
                && !ends
                && !begins) {
            return null;
        }
        Instant now = house.around().clock().instant();
        Instant waits = null;
        if (begin != null) {
            Succession first = Succession.asked(standing, begin, now);
            waits = first.begins();
            // Somebody may have asked the leg before, which has ended.
            hosting.drop();
            standing = Standing.begun(house, cell.run, first, now);
            deliveries.of(standing());
            jobs.addAll(0, first.also());
            jobs.addFirst(first.start());
            begin = null;
            house.count().begun();
        }
        Standing before = standing();
        boolean told =
                resuming
                        || begins
                        || (!jobs.isEmpty()
                                && before.status() == Status.RUNNING
                                && waits == null
                                && !before.isAboutToBegin());
        Entry entry = ends ? cutOff(before, now) : told ? carriedOut(before, now) : received(now);
        if (entry == null) {
            return null;
        }
        entry = completed(before, entry.delayed(waits));
        byte[] bytes = entry.toBytes();
        if (bytes.length > Store.TURN_BYTES_MAX) {
            hosting.drop();
            stuck(before, Sizes.entryTooLarge(bytes.length));
            entry = completed(before, received(now));
            bytes = entry.toBytes();
        }
        return append(before, entry, bytes, now);
    }

    /** Whether its leg is to be ended from outside. */
    private boolean isEnding() {
        boolean late = legDue && isGoingOn() && standing().outstanding().isBegun();
        return !terminations.isEmpty() || replacing != null || late || !tooLong().isEmpty();
    }

    /** Whether its leg was told all that it needs to begin, and its time has come. */
    private boolean isBeginning() {
        return standing != null
                && standing.isAboutToBegin()
                && (legDue
                        || standing.outstanding().isBegun()
                        || standing.outstanding().legTimer() == null);
    }

    /** What it was told meanwhile is kept, and carried out by nobody. */
    private Entry cutOff(Standing before, Instant now) {
        hosting.drop();
        if (before.status() == Status.STUCK) {
            house.unstuck(cell.run);
        }
        Cutoff cutoff;
        if (!terminations.isEmpty()) {
            for (Message.Terminate it : terminations) {
                requests.add(it.requestId());
                acks.add(new Ack(it.waiting(), true));
            }
            cutoff = Cutoff.terminated(terminations.getFirst().reason());
            terminations.clear();
        } else if (replacing != null) {
            cutoff = Cutoff.terminated("Another run was started under its id.");
        } else if (!tooLong().isEmpty()) {
            cutoff = Cutoff.terminated(tooLong());
        } else {
            cutoff =
                    Cutoff.timedOut(
                            "Run "
                                    + cell.run
                                    + " had until "
                                    + before.outstanding().legTimer()
                                    + ".");
        }
        before.ended(now);
        return received(now).cutOff(cutoff);
    }

    private Entry completed(Standing before, Entry entry) {
        List<BondId> done = settled();
        return pinned(before, done.isEmpty() ? entry : entry.settled(done));
    }

    private static Entry pinned(Standing before, Entry entry) {
        return before.length() == 0 ? entry.pinned(before.program()) : entry;
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
                boolean changed = stuck(before, failure);
                yield jobs.isEmpty() && attempts.isEmpty() && settled().isEmpty() && !changed
                        ? null
                        : received(now);
            }
            case Completion.Decided decided -> {
                if (before.status() == Status.STUCK) {
                    before.unstick();
                    house.unstuck(cell.run);
                }
                Turn turn = Turn.of(hosting.last(), decided);
                if (updates != null) {
                    news.addAll(updates.news(decided));
                }
                if (turn.isEmpty() && attempts.isEmpty() && settled().isEmpty() && acks.isEmpty()) {
                    turnedAway();
                    yield null;
                }
                yield new Entry(attempts, house.policies().dispatched(turn), turn, false);
            }
        };
    }

    /** Nothing is to be kept: all that it was told were updates that it turned away. */
    private void turnedAway() {
        List<Runnable> told = List.copyOf(news);
        requests.clear();
        forget();
        told.forEach(Runnable::run);
    }

    private Activation activation(Standing before, Instant now, List<Job> all) {
        return new Activation(now, house.around().seeds().getAsLong(), before.length(), false, all);
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
    private @Nullable Append append(Standing before, Entry entry, byte[] bytes, Instant now) {
        Outstanding outstanding = before.outstanding();
        Ending ending = Ending.of(entry, outstanding);
        before.apply(entry, bytes.length);
        hosting.grew(before.bytes());
        Succession next = next(before, entry, now);
        if (next == null) {
            news.addAll(warnings(before));
        }
        draft = drafted(before, entry, next);
        forget();
        if (next != null) {
            return succeeded(next, bytes, now);
        }
        if (ending != Ending.CHECKPOINT) {
            deliveries.deliverEarly(outstanding);
        }
        if (ending == Ending.AT_HAND
                && draft.isQuiet()
                && deliveries.areAtHand(draft.deliveries())
                && held.hasRoom(bytes.length)
                && mayHold()) {
            held.add(bytes, now);
            draft = null;
            return null;
        }
        return taken(bytes);
    }

    /** What is said of the length of a history, once that is durable. */
    private List<Runnable> warnings(Standing known) {
        List<Runnable> warnings = new ArrayList<>(0);
        for (String reached : known.reached(house.settings().limits())) {
            warnings.add(() -> house.grewLong(cell.run, known.type(), reached));
        }
        return warnings;
    }

    /** Why its history may not become longer; empty when it may. */
    private String tooLong() {
        Standing known = standing;
        return known == null || known.status().isEnd()
                ? ""
                : house.settings().limits().why(known.length(), known.bytes());
    }

    private Draft drafted(Standing before, Entry entry, @Nullable Succession next) {
        Outstanding outstanding = before.outstanding();
        Over over = null;
        if (before.status().isEnd() || next != null) {
            boolean goesOn = next != null && next.continues();
            over =
                    new Over(
                            before.status(),
                            goesOn ? null : before.outcome(),
                            before.parent(),
                            entry.cutoff() != null || next != null,
                            next == null ? List.of() : next.updates(),
                            false);
        }
        return new Draft(
                List.copyOf(acks),
                List.copyOf(news),
                List.copyOf(outstanding.ready()),
                List.copyOf(outstanding.hailed()),
                List.copyOf(outstanding.set()),
                List.copyOf(outstanding.stopped()),
                over);
    }

    // ---- The next leg ----

    /** What follows a leg under its id without anybody asking; null when nothing does. */
    private @Nullable Succession next(Standing before, Entry entry, Instant now) {
        Message.Begin other = replacing;
        if (other != null && entry.cutoff() != null) {
            replacing = null;
            acks.add(new Ack(other.waiting(), true));
            return Succession.asked(before, other, now);
        }
        Turn turn = entry.carriedOut();
        if (turn != null
                && !turn.commands().isEmpty()
                && turn.commands().getLast() instanceof Command.ContinueAsNew command) {
            return Succession.continued(before, command, hosting.unconsumed(), now);
        }
        return switch (before.status()) {
            case FAILED, TIMED_OUT -> Succession.retried(before, now);
            default -> null;
        };
    }

    /** The end of a leg and the beginning of the next are one append. */
    private Append succeeded(Succession next, byte[] last, Instant now) {
        Standing before = standing();
        Draft end = draft == null ? Draft.NONE : draft;
        Append append = held.taken(before.position(), house.epoch(), last);
        Standing after = Standing.begun(house, cell.run, next, now);
        // What a leg sets and stops at once is stopped; what the next one sets is not.
        List<Timer> set = new ArrayList<>(end.set());
        List<Timer> stopped = new ArrayList<>(end.stopped());
        set.removeAll(stopped);
        for (Entry entry : next.entries(now)) {
            Entry first = pinned(after, entry);
            byte[] bytes = first.toBytes();
            after.apply(first, bytes.length);
            set.addAll(after.outstanding().set());
            stopped.removeAll(after.outstanding().set());
            append = append.then(bytes);
        }
        standing = after;
        draft =
                new Draft(
                        end.acks(),
                        end.news(),
                        List.of(),
                        end.hailed(),
                        List.copyOf(set),
                        List.copyOf(stopped),
                        end.over());
        return finished(append, draft, after);
    }

    /** The run goes on from an earlier moment, its own or another's; null when it cannot. */
    private @Nullable Append takenBack() {
        Instant now = house.around().clock().instant();
        Message.Reset reset = resetting;
        Message.Fork fork = forking;
        resetting = null;
        forking = null;
        if (reset == null) {
            return fork == null
                    ? null
                    : takenBack(Succession.forked(fork), fork.requestId(), fork.waiting(), now);
        }
        Standing before = standing();
        try {
            Excerpt excerpt = Excerpt.of(house.around().store(), cell.run, before, reset.turns());
            Succession next = Succession.rewound(before, excerpt, reset);
            return takenBack(next, reset.requestId(), reset.waiting(), now);
        } catch (Refusal refusal) {
            reset.refuse(refusal);
            return null;
        }
    }

    private Append takenBack(
            Succession next, String requestId, CompletableFuture<Boolean> waiting, Instant now) {
        Standing before = next.before();
        List<Timer> stopped = before == null ? List.of() : before.outstanding().allTimers();
        List<byte[]> entries = new ArrayList<>();
        long from = before == null ? 0 : before.position();
        // Nothing of what is forgotten may begin when that is durable.
        deliveries.giveUp();
        hosting.drop();
        if (before != null && !before.status().isEnd()) {
            if (before.status() == Status.STUCK) {
                house.unstuck(cell.run);
            }
            Entry end = new Entry(List.of(), null, false).cutOff(Cutoff.terminated(next.why()));
            byte[] bytes = end.toBytes();
            before.apply(end, bytes.length);
            entries.add(bytes);
        }
        Standing after = Standing.begun(house, cell.run, next.at(from + entries.size()), now);
        for (Entry entry : next.entries(now)) {
            Entry first = pinned(after, entry);
            byte[] bytes = first.toBytes();
            after.apply(first, bytes.length);
            entries.add(bytes);
        }
        standing = after;
        requests.add(requestId);
        List<Timer> set = after.outstanding().allTimers();
        List<Timer> over = new ArrayList<>(stopped);
        over.removeAll(set);
        draft =
                new Draft(
                        List.of(new Ack(waiting, true)),
                        warnings(after),
                        List.of(),
                        List.of(),
                        set,
                        over,
                        new Over(Status.TERMINATED, null, null, true, next.updates(), true));
        return finished(Append.turns(cell.run, from, house.epoch(), entries), draft, after);
    }

    /** Whether nothing is lost by waiting for what is at hand, and nobody waits meanwhile. */
    private boolean mayHold() {
        return deliveries.isAtHand()
                && !standing().status().isEnd()
                && standing().outstanding().cancelled().isEmpty()
                && questions.isEmpty()
                && hosting.hasMachine()
                && !evicting
                && resetting == null
                && tooLong().isEmpty()
                && !held.isLate();
    }

    /** All that was held back, and one more entry, if there is one. */
    private Append taken(byte @Nullable [] last) {
        Standing known = standing();
        Append append = held.taken(known.position(), house.epoch(), last);
        byte[] state = hosting.snapshot();
        append = finished(append, draft == null ? Draft.NONE : draft, known);
        return state == null ? append : append.withSnapshot(state);
    }

    private Append finished(Append append, Draft durable, Standing after) {
        Append whole =
                append.withSummary(after.summary().toBytes())
                        .withTimers(durable.set(), durable.stopped());
        List<String> carriedOut = requests.taken();
        return carriedOut.isEmpty() ? whole : whole.withRequests(carriedOut);
    }

    /** What was written is durable: now, and not before, it may be known. */
    private void settle(Draft durable) {
        Standing known = standing();
        house.count().appended();
        requests.settled();
        deliveries.settled();
        durable.acks().forEach(ack -> ack.waiting().complete(ack.news()));
        durable.news().forEach(Runnable::run);
        durable.deliveries().forEach(seq -> deliveries.deliver(known.outstanding(), seq));
        if (!durable.stopped().isEmpty()) {
            house.timers().stop(cell.run, durable.stopped());
        }
        if (!durable.set().isEmpty()) {
            house.count().timersSet(durable.set().size());
            house.timers().set(cell.run, durable.set());
        }
        house.parked(cell.run, known.outstanding().parked());
        if (durable.over() != null) {
            settle(durable.over(), known);
        }
        if (bonds != null) {
            house.settled();
        }
        if (!durable.hailed().isEmpty()) {
            bonds().send(known.outstanding(), durable.hailed());
        }
    }

    /** The end of a leg is durable. */
    private void settle(Over over, Standing known) {
        if (over.cutOff()) {
            deliveries.giveUp();
        } else {
            deliveries.end();
        }
        if (known.status().isEnd()) {
            house.ended(known);
        } else {
            deliveries = new Deliveries(house, cell.run);
            deliveries.of(known);
        }
        if (over.takenBack()) {
            deliveries.loaded(known.outstanding(), house.around().clock().instant());
            bonds().loaded(known.outstanding());
            fireDue(known);
        }
        if (updates != null) {
            updates.refuse(ended(), over.carried());
        }
        Outcome outcome = over.outcome();
        if (outcome != null) {
            house.count().ended(over.status());
            watchers.forEach(watch -> watch.waiting().complete(outcome));
            watchers.clear();
            if (over.parent() != null) {
                tellParent(over.parent(), outcome);
            }
        }
    }

    private void answer() {
        if (standing != null && draft == null && held.isEmpty()) {
            questions.answer(standing);
        }
    }
}
