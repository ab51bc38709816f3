package dev.reprise.engine.drive;

import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Policy;
import java.time.Instant;
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
    private static final Consumer<Lifecycle> NO_LOG = _ -> {};

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
            LongSupplier draws) {
        /** Hooks that throw do no harm from here on. */
        public Means {
            hooks = hooks.guarded();
        }

        /** Without gates, hooks and code that policies name. */
        public Means(Activities activities, Timekeeper time, Executor threads, LongSupplier draws) {
            this(activities, time, threads, Gatekeeper.NONE, Hooks.NONE, Functions.NONE, draws);
        }

        /** The same with other gates. */
        public Means gates(Gatekeeper value) {
            return new Means(activities, time, threads, value, hooks, functions, draws);
        }

        /** The same with other hooks. */
        public Means hooks(Hooks value) {
            return new Means(activities, time, threads, gates, value, functions, draws);
        }

        /** The same with other code. */
        public Means functions(Functions value) {
            return new Means(activities, time, threads, gates, hooks, value, draws);
        }
    }

    /** What a driver has seen. */
    static final class Tally {
        final LongAdder abandoned = new LongAdder();
        final LongAdder late = new LongAdder();
    }

    private final Means means;
    private final Tally tally = new Tally();

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
        return execute(prepared, policy, NO_LOG);
    }

    /** As {@link #execute(Prepared, Policy)}; {@code log} is told what becomes of the runnable. */
    public Executed execute(Prepared prepared, Policy policy, Consumer<Lifecycle> log) {
        Instant now = means.time().now();
        var undertaking = new Undertaking(means, tally, prepared, policy, log, now);
        undertaking.go(now);
        return undertaking.ended().join();
    }

    /** Executes an activity on other threads. */
    public Undertaking submit(Prepared prepared, Policy policy) {
        return submit(prepared, policy, NO_LOG);
    }

    /** As {@link #submit(Prepared, Policy)}; {@code log} is told what becomes of the runnable. */
    public Undertaking submit(Prepared prepared, Policy policy, Consumer<Lifecycle> log) {
        Instant now = means.time().now();
        var undertaking = new Undertaking(means, tally, prepared, policy, log, now);
        means.threads().execute(() -> undertaking.go(means.time().now()));
        return undertaking;
    }

    /** How many attempts were given up while their code ran. */
    public long abandoned() {
        return tally.abandoned.sum();
    }

    /** How many of those came back after all. */
    public long late() {
        return tally.late.sum();
    }
}
