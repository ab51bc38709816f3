package dev.reprise.engine.drive;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Policy;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Carries activities to their ends under policies: {@link dev.reprise.policy.Attempts} decides, a
 * {@link dev.reprise.engine.activity.Performance} performs, a {@link Timekeeper} keeps the time. An
 * attempt that takes too long is interrupted and not waited for. Nothing is stored: what is under
 * way is lost with the process.
 */
public final class Driver {
    /**
     * What a driver has to do with the world.
     *
     * @param threads carries out attempts, and what follows when a time has come
     * @param functions the code that policies name
     * @param draws 64 random bits each
     */
    public record Means(
            Activities activities,
            Timekeeper time,
            Executor threads,
            Gatekeeper gates,
            Hooks hooks,
            Functions functions,
            LongSupplier draws,
            Voice voice) {
        /** Hooks that throw do no harm from here on. */
        public Means {
            hooks = hooks.guarded();
        }

        /** Without gates, hooks and code that policies name. */
        public Means(Activities activities, Timekeeper time, Executor threads, LongSupplier draws) {
            this(
                    activities,
                    time,
                    threads,
                    Gatekeeper.NONE,
                    Hooks.NONE,
                    Functions.NONE,
                    draws,
                    Voice.LOG);
        }

        /** The same with other gates. */
        public Means gates(Gatekeeper value) {
            return new Means(activities, time, threads, value, hooks, functions, draws, voice);
        }

        /** The same with other hooks. */
        public Means hooks(Hooks value) {
            return new Means(activities, time, threads, gates, value, functions, draws, voice);
        }

        /** The same with other code. */
        public Means functions(Functions value) {
            return new Means(activities, time, threads, gates, hooks, value, draws, voice);
        }

        /** The same with another voice. */
        public Means voice(Voice value) {
            return new Means(activities, time, threads, gates, hooks, functions, draws, value);
        }
    }

    /** What a driver has seen. */
    static final class Tally {
        final LongAdder abandoned = new LongAdder();
        final LongAdder late = new LongAdder();
    }

    private final Means means;
    private final Tally tally = new Tally();

    /** Those whose outcome somebody else brings. */
    private final ConcurrentMap<RunnableId, Undertaking> elsewhere = new ConcurrentHashMap<>();

    /** A driver with these means. */
    public Driver(Means means) {
        this.means = means;
    }

    /**
     * Executes an activity and returns when it is over. Its attempts are carried out on the calling
     * thread, until one of them has to be waited for or takes too long. While the code of an
     * attempt does not heed an interrupt, the caller has to wait for it, though it is over for all
     * others.
     */
    public Executed execute(Prepared prepared, Policy policy) {
        return begin(prepared, policy, new Purse(), Driver::unheard).ended().join();
    }

    /**
     * Begins to execute an activity, on the calling thread until something has to be waited for;
     * what follows is done on other threads.
     *
     * @param purse what the run has spent
     * @param log is told what becomes of the runnable
     */
    public Undertaking begin(
            Prepared prepared, Policy policy, Purse purse, Consumer<Lifecycle> log) {
        Instant now = means.time().now();
        var undertaking = undertaken(prepared, policy, purse, log, now);
        undertaking.go(now);
        return undertaking;
    }

    /** Executes an activity on other threads. */
    public Undertaking submit(Prepared prepared, Policy policy) {
        return submit(prepared, policy, new Purse(), Driver::unheard);
    }

    /**
     * Executes an activity on other threads.
     *
     * @param purse what the run has spent
     * @param log is told what becomes of the runnable
     */
    public Undertaking submit(
            Prepared prepared, Policy policy, Purse purse, Consumer<Lifecycle> log) {
        Instant now = means.time().now();
        var undertaking = undertaken(prepared, policy, purse, log, now);
        undertaking.goElsewhere();
        return undertaking;
    }

    /** Who keeps the time for this driver. */
    public Timekeeper time() {
        return means.time();
    }

    /** Has something done on the threads of this driver. */
    public void hand(Runnable task) {
        means.threads().execute(task);
    }

    /**
     * Somebody brings the outcome of an attempt that he was handed by its task token.
     *
     * @return false when nobody waits for it: it was brought before, is over, or was never here
     */
    public boolean complete(TaskToken token, Outcome outcome) {
        Undertaking undertaking = elsewhere.get(new RunnableId(token.run(), token.seq()));
        return undertaking != null && undertaking.end(token.attempt(), outcome);
    }

    /**
     * Somebody who was handed an attempt says that the work goes on.
     *
     * @return false when nobody waits for it any more
     */
    public boolean heartbeat(TaskToken token, Payload details) {
        Undertaking undertaking = elsewhere.get(new RunnableId(token.run(), token.seq()));
        return undertaking != null && undertaking.heartbeat(token.attempt(), details);
    }

    private Undertaking undertaken(
            Prepared prepared, Policy policy, Purse purse, Consumer<Lifecycle> log, Instant now) {
        var undertaking = new Undertaking(means, tally, prepared, policy, purse, log, now);
        if (policy.execution().mode() == Execution.Mode.EXTERNAL) {
            RunnableId id = prepared.id();
            Check.argument(
                    elsewhere.putIfAbsent(id, undertaking) == null,
                    "%s is being executed already",
                    id);
            var _ = undertaking.ended().whenComplete((_, _) -> elsewhere.remove(id));
        }
        return undertaking;
    }

    private static void unheard(Lifecycle event) {}

    /** How many attempts were given up while their code ran. */
    public long abandoned() {
        return tally.abandoned.sum();
    }

    /** How many of those came back after all. */
    public long late() {
        return tally.late.sum();
    }
}
