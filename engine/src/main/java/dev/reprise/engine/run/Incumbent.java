package dev.reprise.engine.run;

import dev.reprise.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who has the id of a run: the run as it stands, one that begins with the next entry, or nobody.
 */
final class Incumbent {
    private final House house;
    private final RunId run;
    private @Nullable Standing standing;

    /** Who begins with the next entry. */
    private Message.@Nullable Begin begin;

    Incumbent(House house, RunId run) {
        this.house = house;
        this.run = run;
    }

    /** What is stored of it, if anything is. */
    @Nullable Standing load() {
        standing = Standing.load(house, run);
        return standing;
    }

    /** The run as it stands; null when there is none, or it is not loaded. */
    @Nullable Standing known() {
        return standing;
    }

    /** The run as it stands; it is loaded. */
    Standing standing() {
        Standing known = standing;
        if (known == null) {
            throw new IllegalStateException("run " + run + " is not loaded");
        }
        return known;
    }

    /** From now on it stands so. */
    void becomes(Standing next) {
        standing = next;
    }

    /** Somebody begins with the next entry. */
    void begins(Message.Begin asked) {
        begin = asked;
    }

    /** Whether somebody begins with the next entry. */
    boolean isBeginning() {
        return begin != null;
    }

    /** Who was to begin with the next entry stands from now on; what it begins with. */
    Succession begun(Instant now) {
        Message.Begin asked = begin;
        if (asked == null) {
            throw new IllegalStateException("nobody begins as run " + run);
        }
        Succession first = Succession.asked(standing, asked, now);
        standing = Standing.begun(house, run, first, now);
        begin = null;
        return first;
    }

    /** What is not durable is forgotten. */
    void refuse(Refusal why) {
        if (begin != null) {
            begin.refuse(why);
        }
        begin = null;
        standing = null;
    }

    /** Nothing of it is there any more, or in memory. */
    void forget() {
        standing = null;
    }

    boolean isThere() {
        return standing != null || begin != null;
    }

    /** Whether it has not ended. */
    boolean isGoingOn() {
        return begin != null || (standing != null && !standing.status().isEnd());
    }

    boolean isStuck() {
        return standing != null && standing.status() == Status.STUCK;
    }

    /** What kind of run it is; empty when that is not known yet. */
    String type() {
        if (begin != null) {
            return begin.start().workflowType();
        }
        Standing known = standing;
        return known == null ? "" : known.type();
    }

    /** By which request it was started; null when there is none. */
    @Nullable String startedBy() {
        return begin != null
                ? begin.terms().requestId()
                : standing == null ? null : standing.requestId();
    }

    /** Why its history may not become longer; empty when it may. */
    String tooLong() {
        Standing known = standing;
        return known == null || known.status().isEnd()
                ? ""
                : house.settings().limits().why(known.length(), known.bytes());
    }

    /** Whether it goes on, so that it can be told something; if not, that is refused. */
    boolean mayBeTold(Message message) {
        return mayBeTold(message, null);
    }

    /** The same for what is meant for the child of one parent. */
    boolean mayBeTold(Message message, @Nullable Parent asker) {
        if (!isThere()) {
            message.refuse(Refusal.noSuchRun(run));
            return false;
        }
        if (asker != null
                && !asker.equals(begin != null ? begin.terms().parent() : standing().parent())) {
            message.refuse(
                    new Refusal(
                            Refusal.Reason.NO_SUCH_RUN,
                            "Run "
                                    + run
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

    /** What those are told who come too late. */
    Refusal ended() {
        return new Refusal(
                Refusal.Reason.ALREADY_ENDED,
                "Run " + run + " has ended, so nothing can be told to it.");
    }
}
