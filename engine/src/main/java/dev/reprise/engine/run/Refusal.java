package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.drive.QueueState;
import java.util.Locale;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** What was asked for was not done: the sentence says what, why, and what to do next. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** There is no run of this id. */
        NO_SUCH_RUN,
        /** Another run has this id. */
        ALREADY_STARTED,
        /** The run has ended. */
        ALREADY_ENDED,
        /** The run goes on, and what was asked for is only done to those that have ended. */
        NOT_ENDED,
        /** The run has something to settle with another one. */
        STILL_BOUND,
        /** No code is registered for this workflow type. */
        UNKNOWN_TYPE,
        /** The code of the run cannot read what it is to be told. */
        UNDECODABLE,
        /** A value is larger than can be kept. */
        TOO_LARGE,
        /** The run has no such activity, or nobody waits for that any more. */
        NO_SUCH_ACTIVITY,
        /** The run cannot go on from there. */
        NO_SUCH_MOMENT,
        /** The run could not answer. */
        QUERY_FAILED,
        /** What is stored of the run cannot be read. */
        UNREADABLE,
        /** The store failed: whether this happened will be known when it is opened again. */
        STORE_FAILED,
        /** Too much waits in the queue of the run: the same may be asked again later. */
        QUEUE_FULL,
        /**
         * There is no room for the store. What was under way may or may not have happened; ask
         * again, with the same request id. The engine goes on by itself when there is room.
         */
        NO_SPACE,
        /** An update was turned away by the run. */
        UPDATE_REJECTED,
        /** The engine is closed, or closes. */
        CLOSED;

        /** As it is written where a run is told of it: {@code NoSuchRun}. */
        String word() {
            var word = new StringBuilder();
            for (String part : name().split("_")) {
                word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
            }
            return word.toString();
        }
    }

    private final Reason reason;

    Refusal(Reason reason, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.reason = reason;
    }

    Refusal(Reason reason, String sentence) {
        this(reason, sentence, null);
    }

    /** There is no run of this id. */
    public static Refusal noSuchRun(RunId run) {
        return new Refusal(
                Reason.NO_SUCH_RUN,
                "There is no run " + run + ". Check the id; list shows those there are.");
    }

    /** There is code, and none for this type. */
    static Refusal unknownType(String type, SortedSet<String> hosted) {
        return new Refusal(
                Reason.UNKNOWN_TYPE,
                "No code is registered for workflow "
                        + type
                        + ", only for "
                        + hosted
                        + ". Register it before runs of it are started.");
    }

    /** There is no schedule of this name. */
    public static Refusal noSuchSchedule(String name) {
        return new Refusal(
                Reason.NO_SUCH_RUN,
                "There is no schedule "
                        + name
                        + ". Check the name; the list of schedules shows those there are.");
    }

    /** There is a schedule of this name already. */
    public static Refusal scheduleExists(String name) {
        return new Refusal(
                Reason.ALREADY_STARTED,
                "There is a schedule "
                        + name
                        + " already. Update it, delete it first, or take another name.");
    }

    /** What somebody wants to read of a run is not kept any more. */
    public static Refusal forgotten(RunId run, long first, long from) {
        return new Refusal(
                Reason.NO_SUCH_MOMENT,
                "The entries of run "
                        + run
                        + " are kept from "
                        + first
                        + " on, so it cannot be read from "
                        + from
                        + ". What was before is forgotten with the legs it was of.");
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }

    /** Whether the same will be done later, when it is asked again; nothing of it was done. */
    public boolean isPassing() {
        return reason == Reason.QUEUE_FULL;
    }

    static Refusal queueFull(QueueState queue) {
        return new Refusal(
                Reason.QUEUE_FULL,
                "Queue "
                        + queue.name()
                        + " is full: "
                        + queue.waiting()
                        + " attempts wait in it, "
                        + queue.starting()
                        + " runs are being started, and it takes no run from "
                        + queue.limits().backlogMax()
                        + " on."
                        + (queue.paused() ? " It is paused." : "")
                        + " Nothing was started. Ask again later, or let the start wait.");
    }

    /** The same with the stack of the calling thread, for whoever waited for it. */
    public Refusal here() {
        return new Refusal(reason, String.valueOf(getMessage()), this);
    }
}
