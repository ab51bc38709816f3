package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of one attempt, on the thread that carries it out. It has one outcome: the first of
 * what the code gave and what somebody else said in its place. What the code gives after that is
 * late, and told as such.
 *
 * <p>Any thread may say something at any time, before the code has begun and after it has ended;
 * nobody is held up by the code. An interrupt that is asked for here is not seen by anything that
 * the thread does afterwards.
 */
public final class Performance implements Runnable, Pulse {
    /** Who is told. What it throws goes to whoever brought the news. */
    public interface Audience {
        /** It has its outcome; told once. */
        void ended(Call call, Outcome outcome);

        /**
         * The code came back after the outcome was there; told once at most. Another thread may be
         * about to tell of the outcome just then.
         */
        default void late(Call call, Outcome outcome) {}

        /** The code lives. */
        default void heartbeat(Call call, Payload details) {}
    }

    /** Whose word is the outcome. */
    public enum Mode {
        /** What the code gives is the outcome. */
        INLINE,
        /**
         * A failure of the code is the outcome; a value is not: somebody {@linkplain #end ends} it
         * from outside, by its task token.
         */
        EXTERNAL
    }

    private enum Stage {
        NEW,
        BEGUN,
        OVER
    }

    private final Activities activities;
    private final Call call;
    private final Mode mode;
    private final Hooks hooks;
    private final Audience audience;

    // ---- Guarded by this ----
    private Stage stage = Stage.NEW;
    private @Nullable Thread thread;

    /** Written under the lock. */
    private volatile boolean interrupted;

    /** Written once, under the lock. */
    private volatile @Nullable Outcome outcome;

    private volatile Payload details;

    /** A delivery that was not begun yet. */
    public Performance(
            Activities activities, Call call, Mode mode, Hooks hooks, Audience audience) {
        this.activities = activities;
        this.call = call;
        this.mode = mode;
        this.hooks = hooks.guarded();
        this.audience = audience;
        this.details = call.handover().details();
    }

    /** A delivery without hooks, whose outcome is what its code gives. */
    public Performance(Activities activities, Call call, Audience audience) {
        this(activities, call, Mode.INLINE, Hooks.NONE, audience);
    }

    /** What is delivered. */
    public Call call() {
        return call;
    }

    /**
     * Carries the code out on the calling thread, unless it has its outcome already.
     *
     * @throws IllegalStateException the second time
     */
    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        Outcome given;
        try {
            given = performed();
        } finally {
            close();
        }
        boolean elsewhere = mode == Mode.EXTERNAL && given instanceof Outcome.Completed;
        if (!elsewhere && !decide(given)) {
            audience.late(call, given);
        }
    }

    private Outcome performed() {
        var refused = hooks.onDispatch(call);
        if (refused.isPresent()) {
            return new Outcome.Failed(refused.get());
        }
        Outcome given = activities.perform(call, this);
        return mode == Mode.INLINE ? seen(given) : given;
    }

    private Outcome seen(Outcome given) {
        if (!(given instanceof Outcome.Completed(var value))) {
            return given;
        }
        var refused = hooks.onComplete(call, value);
        return refused.isPresent() ? new Outcome.Failed(refused.get()) : given;
    }

    private synchronized boolean begin() {
        Check.state(stage == Stage.NEW, "%s was delivered already", call.type());
        stage = Stage.BEGUN;
        if (outcome != null) {
            stage = Stage.OVER;
            return false;
        }
        thread = Thread.currentThread();
        if (interrupted) {
            thread.interrupt();
        }
        return true;
    }

    /** The thread may be needed for something else now. */
    private synchronized void close() {
        stage = Stage.OVER;
        thread = null;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    /**
     * Says the outcome from outside; the code, if it runs, is not disturbed.
     *
     * @return whether this is the outcome: false when there was one
     */
    public boolean end(Outcome said) {
        return outcome == null && decide(seen(said));
    }

    private boolean decide(Outcome said) {
        boolean first = isFirst(said);
        if (first) {
            audience.ended(call, said);
        }
        return first;
    }

    private synchronized boolean isFirst(Outcome said) {
        boolean first = outcome == null;
        if (first) {
            outcome = said;
        }
        return first;
    }

    /** Asks the code to end, and waits for what it gives; without effect once it is over. */
    public synchronized void interrupt() {
        if (!interrupted && stage != Stage.OVER) {
            interrupted = true;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /**
     * Asks the code to end, and waits for what it gives; where it has not begun, it does not, and
     * this is its outcome.
     */
    public void cancel(Failure unbegun) {
        var said = new Outcome.Failed(unbegun);
        boolean first;
        synchronized (this) {
            first = stage == Stage.NEW && isFirst(said);
            interrupt();
        }
        if (first) {
            audience.ended(call, said);
        }
    }

    /**
     * Nobody waits for the code any more: it is asked to end, and this is its outcome.
     *
     * @return whether this is the outcome: false when there was one
     */
    public boolean abandon(Failure failure) {
        var said = new Outcome.Failed(failure);
        boolean first;
        synchronized (this) {
            // First: code that heeds its interrupt at once would be quicker than who abandons it.
            first = isFirst(said);
            interrupt();
        }
        if (first) {
            audience.ended(call, said);
        }
        return first;
    }

    /** Where the code is; empty when it is not on a thread. */
    public synchronized StackTraceElement[] stack() {
        return thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    }

    /** Whether the code has been asked to end, or nobody waits for it. */
    @Override
    public boolean isCancelled() {
        return interrupted || outcome != null;
    }

    /** Somebody heard that the work goes on: the code, or who brings the outcome from outside. */
    @Override
    public void heartbeat(Payload said) {
        if (outcome == null) {
            details = said;
            audience.heartbeat(call, said);
        }
    }

    /** What the last heartbeat said, of this attempt or of those before; for the next attempt. */
    public Payload details() {
        return details;
    }
}
