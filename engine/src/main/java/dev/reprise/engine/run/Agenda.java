package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RetryOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a run was told and asked that is not part of an entry yet, and who waits until it is. Most
 * runs wait with nothing on it, so what is empty takes no room.
 */
final class Agenda {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;
    private final Requests requests;

    /** Only for runs that have to do with others. */
    private @Nullable Bonds bonds;

    /** Only for runs that somebody updates. */
    private @Nullable Updates updates;

    // ---- What becomes part of the next entry; an empty list cannot be added to ----
    private List<Job> jobs = List.of();
    private List<Attempt> attempts = List.of();
    private List<Ack> acks = List.of();
    private List<Runnable> news = List.of();

    /** The timers and activities that are among the jobs. */
    private final Seqs fired = new Seqs();

    private final Seqs resolved = new Seqs();

    /** Whether the time of the leg has come: to begin, or to end. */
    private boolean legDue;

    // ---- What waits until the run can do it ----
    private List<Message.Terminate> terminations = List.of();

    /** Whether it is to be looked at again, since code may have come. */
    private boolean reviving;

    Agenda(House house, RunId run, Incumbent incumbent, Requests requests) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
        this.requests = requests;
    }

    private static <T> List<T> open(List<T> all) {
        return all.isEmpty() ? new ArrayList<>(2) : all;
    }

    // ---- What it is told ----

    void add(Job job) {
        jobs = open(jobs);
        jobs.add(job);
    }

    void addAll(List<Job> also) {
        if (!also.isEmpty()) {
            jobs = open(jobs);
            jobs.addAll(also);
        }
    }

    /** What a run is told that begins comes before all else. */
    void begin(Succession first) {
        jobs = open(jobs);
        jobs.addAll(0, first.also());
        jobs.addFirst(first.start());
    }

    void tell(Message.Tell told) {
        if (isNew(told.request(), told.waiting())
                && incumbent.mayBeTold(told, told.asker())
                && isReadable(told)) {
            requests.add(told.request());
            add(told.job());
            ack(told.waiting(), true);
        }
    }

    private boolean isReadable(Message.Tell told) {
        Refusal why = unreadable(incumbent.type(), told.job());
        if (why != null) {
            told.refuse(why);
        }
        return why == null;
    }

    /**
     * Why the code of a type cannot read what it is to be told, which would be the end of its way;
     * null when it can, or nobody knows.
     */
    @Nullable Refusal unreadable(String typeName, Job job) {
        WorkflowType<?, ?> type = house.repertoire().workflow(typeName);
        if (type == null || !(job instanceof Job.Signal signal)) {
            return null;
        }
        return type.unreadable(signal)
                .map(
                        why ->
                                new Refusal(
                                        Refusal.Reason.UNDECODABLE,
                                        why + " Run " + run + " was not told; send what it takes."))
                .orElse(null);
    }

    /** Another run has answered. */
    void heard(Message.Heard answer) {
        Standing known = incumbent.known();
        if (known != null && known.birth() == answer.birth()) {
            bonds().heard(known.outstanding(), answer.bond(), answer.news()).ifPresent(this::add);
        }
    }

    void update(Message.Update asked) {
        OptionalLong accepted = requests.position(RequestKey.update(asked.job().id()));
        if (updates().isTold(asked.job()) || isReceived(asked.job())) {
            updates().add(asked);
        } else if (accepted.isPresent()) {
            Refusal over = incumbent.isGoingOn() ? null : incumbent.ended();
            updates().known(asked, accepted.getAsLong(), over);
        } else if (incumbent.mayBeTold(asked)) {
            updates().add(asked);
            updates().tells(asked.job());
            add(asked.job());
        }
    }

    /** Whether the run was told of an update, and has not carried it out. */
    private boolean isReceived(Job.Update update) {
        Standing known = incumbent.known();
        return incumbent.isGoingOn()
                && known != null
                && known.received().stream()
                        .anyMatch(
                                it ->
                                        it instanceof Job.Update told
                                                && told.id().equals(update.id()));
    }

    private Updates updates() {
        if (updates == null) {
            updates = new Updates(house.around().store(), run);
        }
        return updates;
    }

    /** An activity ends once: one that was cancelled may come back at the same moment. */
    void resolve(long seq, Outcome outcome) {
        if (resolved.add(seq)) {
            add(new Job.ActivityResolved(seq, outcome));
        }
    }

    /** Takes what deliveries have to write down. */
    void take(Deliveries deliveries) {
        if (deliveries.hasNews()) {
            attempts = open(attempts);
            deliveries.news(attempts, this::resolve);
        }
    }

    /** Tells the code of the run, once there is some: an engine is opened before it is told any. */
    void fire(long seq) {
        if (seq == Outstanding.LEG) {
            legDue = !isNeededAtTheEnd();
        } else if (!house.repertoire().awaitsWorkflow(incumbent.standing().type(), run)
                && fired.add(seq)) {
            add(new Job.TimerFired(seq));
        }
    }

    /**
     * Whether its code, which is not there yet, has to say at the end of its time what it has not
     * taken up, since another attempt follows.
     */
    private boolean isNeededAtTheEnd() {
        Standing known = incumbent.standing();
        return known.outstanding().isBegun()
                && !known.start().info().options().retry().equals(RetryOptions.UNSAID)
                && house.repertoire().awaitsWorkflow(known.type(), run);
    }

    /** Fires all timers whose time has come. */
    void fireDue(Standing known) {
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

    // ---- What is asked again ----

    boolean isNew(RequestKey request) {
        return requests.seen(request) == Requests.Seen.NEVER;
    }

    /**
     * Whether it was not asked before; if it was, whoever asks again is told when it is durable.
     */
    boolean isNew(RequestKey request, CompletableFuture<Boolean> waiting) {
        if (isNew(request)) {
            return true;
        }
        repeated(request, waiting);
        return false;
    }

    /** It was asked so before: whoever asks again is told when that is durable. */
    void repeated(RequestKey request, CompletableFuture<Boolean> waiting) {
        if (!incumbent.isBeginning() && requests.seen(request) != Requests.Seen.UNDER_WAY) {
            waiting.complete(false);
        } else {
            ack(waiting, false);
        }
    }

    /** Somebody waits until what it holds is durable. */
    void ack(CompletableFuture<Boolean> waiting, boolean isNews) {
        acks = open(acks);
        acks.add(new Ack(waiting, isNews));
    }

    /** This is to be said when what it holds is durable. */
    void say(List<Runnable> more) {
        if (!more.isEmpty()) {
            news = open(news);
            news.addAll(more);
        }
    }

    /**
     * What its updates are told of this when it is durable. They are known by their ids from when
     * they were let in: one that was turned away leaves no trace, whatever came with it.
     */
    void say(Completion.Decided decided) {
        for (Command command : decided.commands()) {
            if (command instanceof Command.AcceptUpdate(_, _, var id)) {
                requests.add(RequestKey.update(id));
            }
        }
        if (updates != null) {
            say(updates.news(decided));
        }
    }

    // ---- What waits ----

    void terminate(Message.Terminate asked) {
        if (isNew(asked.request(), asked.waiting()) && incumbent.mayBeTold(asked, asked.asker())) {
            terminations = open(terminations);
            terminations.add(asked);
        }
    }

    boolean isTerminated() {
        return !terminations.isEmpty();
    }

    /** Those who want it to end are told when it has; why the first of them wants that. */
    String terminated() {
        String reason = terminations.getFirst().reason();
        for (Message.Terminate it : terminations) {
            requests.add(it.request());
            ack(it.waiting(), true);
        }
        terminations = List.of();
        return reason;
    }

    /** It has ended already. */
    void refuseTerminations(Refusal why) {
        terminations.forEach(it -> it.refuse(why));
        terminations = List.of();
    }

    void revive() {
        reviving = true;
        Standing known = incumbent.known();
        if (known != null) {
            fireDue(known);
        }
    }

    /** Whether it was to be looked at again; from now on it is not. */
    boolean revives() {
        boolean was = reviving;
        reviving = false;
        return was;
    }

    // ---- What is on it ----

    List<Job> jobs() {
        return jobs;
    }

    List<Attempt> attempts() {
        return attempts;
    }

    List<Ack> acks() {
        return acks;
    }

    List<Runnable> news() {
        return news;
    }

    boolean isLegDue() {
        return legDue;
    }

    /** What legs that have ended had to do with other runs, and is done. */
    List<BondId> settled() {
        return bonds == null ? List.of() : bonds.settled();
    }

    /** Whether there is nothing to be written down, whatever its code says. */
    boolean isEmpty() {
        return jobs.isEmpty() && hasNoNotes();
    }

    /** Whether there is nothing to be written down beside what its code is told. */
    boolean hasNoNotes() {
        return attempts.isEmpty() && settled().isEmpty();
    }

    /** Whether nothing would be lost with it. */
    boolean isIdle() {
        return terminations.isEmpty() && (updates == null || updates.isEmpty()) && jobs.isEmpty();
    }

    // ---- Going on ----

    boolean hasBonds() {
        return bonds != null;
    }

    /** What the run has to do with others. */
    Bonds bonds() {
        Standing known = incumbent.known();
        if (bonds == null) {
            bonds = new Bonds(house, run, incumbent.standing().birth());
        }
        if (known != null) {
            bonds.of(known.leg());
        }
        return bonds;
    }

    /** What was asked for is part of an entry now. */
    void forget() {
        acks = List.of();
        news = List.of();
        jobs = List.of();
        attempts = List.of();
        fired.clear();
        resolved.clear();
        legDue = false;
        if (updates != null) {
            updates.forget();
        }
        if (bonds != null) {
            bonds.forget();
        }
    }

    /** Nothing is to be kept: all that it was told were updates that it turned away. */
    void turnedAway() {
        List<Runnable> told = news;
        requests.clear();
        forget();
        told.forEach(Runnable::run);
    }

    /** The leg has ended: of its updates only these go on. */
    void ended(List<String> goingOn) {
        if (updates != null) {
            updates.refuse(incumbent.ended(), goingOn);
        }
    }

    /** The run is not there any more. */
    void deleted() {
        requests.clear();
        bonds = null;
    }

    /** Everything on it is refused and forgotten. */
    void refuse(Refusal why) {
        acks.forEach(ack -> ack.refuse(why));
        refuseTerminations(why);
        if (updates != null) {
            updates.refuse(why, List.of());
        }
        forget();
        requests.clear();
        bonds = null;
    }
}
