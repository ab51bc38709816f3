package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.history.Job;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who has asked to begin the next leg under the id of a run, and may: one that starts, one that
 * takes the place of the run that goes on, or one that goes on from an earlier moment.
 */
final class Heirs {
    private final House house;
    private final RunId run;
    private final Incumbent incumbent;
    private final Agenda agenda;
    private final Requests requests;

    /** What is to begin when the run that goes on under this id is terminated. */
    private Message.@Nullable Begin replacing;

    /** From where it is to go on, as soon as what came before this is written. */
    private Message.@Nullable Reset resetting;

    private Message.@Nullable Fork forking;

    Heirs(House house, RunId run, Incumbent incumbent, Agenda agenda, Requests requests) {
        this.house = house;
        this.run = run;
        this.incumbent = incumbent;
        this.agenda = agenda;
        this.requests = requests;
    }

    // ---- Beginning ----

    void begin(Message.Begin asked) {
        Beginning terms = asked.terms();
        if (forking != null) {
            asked.refuse(taken("is being forked from another. Use another id."));
        } else if (!incumbent.isThere()) {
            beginWith(asked);
        } else if (isRepeated(terms)) {
            agenda.repeated(RequestKey.of(terms), asked.waiting());
        } else if (!incumbent.isBeginning()
                && incumbent.standing().status().isEnd()
                && mayFollow(terms)) {
            beginWith(asked);
        } else if (incumbent.isGoingOn() && terms.whileRunning() == WhileRunning.JOIN) {
            join(asked);
        } else if (incumbent.isGoingOn()
                && !incumbent.isBeginning()
                && replacing == null
                && (terms.whileRunning() == WhileRunning.REPLACE || supplants(terms))) {
            replaceBy(asked);
        } else {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "There is a run "
                                    + run
                                    + " already"
                                    + (incumbent.isGoingOn() ? "" : ", which has ended")
                                    + ". Use another id, or the request id of its start to mean"
                                    + " the same start, or say what is to happen to the other."));
        }
    }

    private Refusal taken(String how) {
        return new Refusal(Refusal.Reason.ALREADY_STARTED, "Run " + run + " " + how);
    }

    private boolean isRepeated(Beginning terms) {
        String id = terms.requestId();
        return !id.isEmpty()
                && (id.equals(incumbent.startedBy()) || !agenda.isNew(RequestKey.of(terms)));
    }

    private void beginWith(Message.Begin asked) {
        if (mayBegin(asked)) {
            incumbent.begins(asked);
            requests.add(RequestKey.of(asked.terms()));
            agenda.ack(asked.waiting(), true);
        }
    }

    private void replaceBy(Message.Begin asked) {
        if (mayBegin(asked)) {
            requests.add(RequestKey.of(asked.terms()));
            replacing = asked;
        }
    }

    /** Whether a run that has the right to begin also can; if not, that is refused. */
    private boolean mayBegin(Message.Begin asked) {
        return isReadable(asked, asked.start().workflowType()) && house.entrance().admits(asked);
    }

    /** Whether code of a type can read what it is told besides; if not, that is refused. */
    private boolean isReadable(Message.Begin asked, String type) {
        for (Job job : asked.terms().also()) {
            Refusal why = agenda.unreadable(type, job);
            if (why != null) {
                asked.refuse(why);
                return false;
            }
        }
        return true;
    }

    /** The run that goes on is told what the other would have been told. */
    private void join(Message.Begin asked) {
        if (!incumbent.isBeginning() && asked.terms().also().isEmpty()) {
            asked.waiting().complete(false);
        } else if (isReadable(asked, incumbent.type())) {
            requests.add(RequestKey.of(asked.terms()));
            agenda.addAll(asked.terms().also());
            agenda.ack(asked.waiting(), false);
        }
    }

    private boolean mayFollow(Beginning terms) {
        return switch (terms.reuse()) {
            case REFUSE -> supplants(terms);
            case ALLOW_AFTER_FAILURE ->
                    incumbent.standing().status() != Status.COMPLETED || supplants(terms);
            case ALLOW_AFTER_END, TERMINATE_OTHER -> true;
        };
    }

    /** Whether the run is a child that its parent has asked for in what it has taken back. */
    private boolean supplants(Beginning terms) {
        Parent asker = terms.parent();
        Parent other = incumbent.standing().parent();
        return asker != null
                && other != null
                && asker.run().equals(other.run())
                && other.leg() >= terms.takenBackFrom()
                && other.leg() < asker.leg();
    }

    // ---- Going on from an earlier moment ----

    void reset(Message.Reset asked) {
        if (incumbent.known() == null) {
            asked.refuse(Refusal.noSuchRun(run));
        } else if (resetting != null && isSame(asked.request(), resetting.request())) {
            join(resetting.waiting(), asked.waiting());
        } else if (resetting != null) {
            asked.refuse(taken("is being reset. Ask again when it is."));
        } else if (agenda.isNew(asked.request(), asked.waiting()) && hasRoom(asked)) {
            resetting = asked;
        }
    }

    void fork(Message.Fork asked) {
        if (!incumbent.isThere() && forking == null) {
            forking = hasRoom(asked) ? asked : null;
        } else if (forking != null && isSame(asked.request(), forking.request())) {
            join(forking.waiting(), asked.waiting());
        } else if (!agenda.isNew(asked.request())) {
            agenda.repeated(asked.request(), asked.waiting());
        } else {
            asked.refuse(
                    new Refusal(
                            Refusal.Reason.ALREADY_STARTED,
                            "There is a run " + run + " already. Fork under another id."));
        }
    }

    /** Whether there is room to copy what it keeps; if not, that is refused. */
    private boolean hasRoom(Message asked) {
        Refusal little = house.reserve().scarcity();
        if (little != null) {
            asked.refuse(little);
        }
        return little == null;
    }

    private static boolean isSame(RequestKey request, RequestKey other) {
        return !request.equals(RequestKey.NONE) && request.equals(other);
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

    // ---- Whose turn it is ----

    boolean isReplacing() {
        return replacing != null;
    }

    boolean isResetting() {
        return resetting != null;
    }

    /** Whether the run is to go on from an earlier moment, its own or another's. */
    boolean isTakingBack() {
        return resetting != null || forking != null;
    }

    /** Takes the one that begins now that the run was terminated; null when there is none. */
    Message.@Nullable Begin takeReplacing() {
        Message.Begin next = replacing;
        replacing = null;
        return next;
    }

    /** Takes what the run is to be reset to; null when it is not. */
    Message.@Nullable Reset takeResetting() {
        Message.Reset next = resetting;
        resetting = null;
        return next;
    }

    /** Takes what the run is forked from; null when it is not. */
    Message.@Nullable Fork takeForking() {
        Message.Fork next = forking;
        forking = null;
        return next;
    }

    void refuse(Refusal why) {
        if (replacing != null) {
            replacing.refuse(why);
        }
        if (resetting != null) {
            resetting.refuse(why);
        }
        if (forking != null) {
            forking.refuse(why);
        }
        replacing = null;
        resetting = null;
        forking = null;
    }
}
