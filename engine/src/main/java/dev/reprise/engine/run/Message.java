package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.store.Timer;
import dev.reprise.history.Job;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a run in memory is asked to do. */
sealed interface Message {
    /** Whoever waits is told that it was not done. */
    default void refuse(Refusal why) {
        CompletableFuture<?> waiting = waiting();
        if (waiting != null) {
            waiting.completeExceptionally(why);
        }
    }

    /** About how much it adds to an entry. */
    default long bytes() {
        return 0;
    }

    /** Who waits for it, if anybody does. */
    default @Nullable CompletableFuture<?> waiting() {
        return null;
    }

    /**
     * Begin.
     *
     * @param admitted whether it has waited for room in its queue, and there is some
     */
    record Begin(
            Job.Start start, Beginning terms, boolean admitted, CompletableFuture<Boolean> waiting)
            implements Message {
        /** The same, now that there is room. */
        Begin asAdmitted() {
            return new Begin(start, terms, true, waiting);
        }

        @Override
        public long bytes() {
            return Sizes.of(start.input());
        }
    }

    /**
     * Be told of something.
     *
     * @param request under what it is known when it is said again
     * @param asker when it is meant for a child of that one, and for nobody else
     */
    record Tell(
            Job job, RequestKey request, @Nullable Parent asker, CompletableFuture<Boolean> waiting)
            implements Message {
        @Override
        public long bytes() {
            return job instanceof Job.Signal signal ? Sizes.of(signal.input()) : 0;
        }
    }

    /** Be told of an update, and answer. */
    record Update(Job.Update job, Stage stage, CompletableFuture<Optional<Outcome>> waiting)
            implements Message {
        @Override
        public long bytes() {
            return Sizes.of(job.input());
        }
    }

    /** End, without being asked; as {@link Tell}. */
    record Terminate(
            String reason,
            RequestKey request,
            @Nullable Parent asker,
            CompletableFuture<Boolean> waiting)
            implements Message {}

    /**
     * Go on from an earlier moment, whether you have ended or not.
     *
     * @param turns how many turns are kept; if negative, how many are not
     * @param signals whether the signals and updates that came later are told again
     */
    record Reset(
            long turns,
            boolean signals,
            String reason,
            RequestKey request,
            CompletableFuture<Boolean> waiting)
            implements Message {}

    /**
     * Begin with what another run has behind it.
     *
     * @param turns how many turns of the other are kept; if negative, how many are not
     */
    record Fork(RunId from, long turns, RequestKey request, CompletableFuture<Boolean> waiting)
            implements Message {}

    /**
     * Another run has answered.
     *
     * @param birth which of the runs that ever had this id is meant
     */
    record Heard(long birth, BondId bond, Job.Resolution news) implements Message {
        @Override
        public long bytes() {
            return news instanceof Job.ChildResolved resolved ? Sizes.of(resolved.outcome()) : 0;
        }
    }

    /**
     * Say to your parent how you ended, if you have.
     *
     * @param begun whether the parent knows that you have started
     */
    record Report(Parent parent, boolean begun) implements Message {}

    /**
     * Be forgotten, with all that is stored.
     *
     * @param position of how many entries; 0: of however many there are
     * @param request under what it is known when it is asked again
     */
    record Delete(long position, RequestKey request, CompletableFuture<Boolean> waiting)
            implements Message {}

    /** Answer a question. */
    record Ask(Job.Query query, CompletableFuture<Payload> waiting) implements Message {}

    /** Say how it ended, once it has. */
    record Watch(CompletableFuture<Outcome> waiting) implements Message {}

    /** An attempt of an activity has ended. */
    record Ended(Delivery delivery, Outcome outcome) implements Message {
        @Override
        public long bytes() {
            return Sizes.of(outcome);
        }
    }

    /** A timer, or the next attempt of an activity, is due; which one is known by its time. */
    record Due(Timer timer) implements Message {}

    /** The code of an attempt has returned, and its outcome comes from outside. */
    record Away(Delivery delivery) implements Message {}

    /** The outcome of an attempt came from outside. */
    record Complete(TaskToken token, Outcome outcome, CompletableFuture<Boolean> waiting)
            implements Message {
        @Override
        public long bytes() {
            return Sizes.of(outcome);
        }
    }

    /** An attempt was heard of from outside. */
    record Beat(TaskToken token, Payload details, CompletableFuture<Boolean> waiting)
            implements Message {
        @Override
        public long bytes() {
            return details.size();
        }
    }

    /** An activity is to be looked at again: it takes too long, or waits at a gate. */
    record Look(Timer watch) implements Message {}

    /** An activity that waits at a gate may ask again. */
    record Called(long seq) implements Message {}

    /** Try an activity anew that waits for a person. */
    record Redrive(String activityId, RequestKey request, CompletableFuture<Boolean> waiting)
            implements Message {}

    /** End an activity that waits for a person. */
    record Resolve(
            String activityId,
            Outcome outcome,
            RequestKey request,
            CompletableFuture<Boolean> waiting)
            implements Message {
        @Override
        public long bytes() {
            return Sizes.of(outcome);
        }
    }

    /** Look again at what could not be done before: what was lost, or had no code. */
    record Revive() implements Message {}

    /** Give up the memory of a paused run. */
    record Evict() implements Message {}

    /** There is room again: what is waited for may have come meanwhile. */
    record Resume() implements Message {}

    /** Nothing is to be done but to find out that the engine has failed, or has no room. */
    record Fail() implements Message {}
}
