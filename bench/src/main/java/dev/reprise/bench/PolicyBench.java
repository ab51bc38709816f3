package dev.reprise.bench;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.bench.Baseline.Other;
import dev.reprise.bench.Measure.Timed;
import dev.reprise.bench.Target.AtMost;
import dev.reprise.bench.Target.RatioAtMost;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.drive.Driver;
import dev.reprise.engine.drive.Executed;
import dev.reprise.engine.drive.Gatehouse;
import dev.reprise.engine.drive.Watchman;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableId;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Resolver;
import dev.reprise.policy.Rules;
import dev.reprise.policy.Timeouts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What policies cost where nothing goes wrong: to find the policy of a task among a hundred rules,
 * and to carry out an activity that does nothing and succeeds, on the calling thread, with retries,
 * a timeout and a circuit breaker in force.
 */
public class PolicyBench {
    static final Suite SUITE =
            new Suite(
                    "policy",
                    "what policies cost where nothing goes wrong",
                    List.of(
                            new Case(
                                    "resolve-100",
                                    timed("resolve"),
                                    new Other("without memory", timed("resolveAnew")),
                                    new AtMost(50)),
                            new Case(
                                    "driver",
                                    timed("driver"),
                                    new Other("Failsafe", timed("failsafe")),
                                    new AtMost(2_000),
                                    new RatioAtMost(1))));

    /**
     * Calls before anything is measured, of both alike: as much code is not compiled in a second.
     */
    private static final int WARM = 500_000;

    private static final int RULES = 100;
    private static final int TASKS = 64;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration DELAY = Duration.ofMillis(100);

    private static Timed timed(String method) {
        return new Timed(PolicyBench.class, method);
    }

    /** A hundred rules with regular expressions, and tasks that the last of them meet. */
    @State(Scope.Thread)
    public static class Ruled {
        private final Precedence precedence = Precedence.NONE.workflow(rules());
        private final Resolver resolver = new Resolver(precedence, Functions.NONE);
        private final List<dev.reprise.policy.Target> targets =
                IntStream.range(0, TASKS)
                        .mapToObj(it -> "task_" + (RULES - 1 - it % 8) + "_" + it)
                        .map(it -> new dev.reprise.policy.Target(it, "activity"))
                        .toList();
        private int next;

        private static Rules rules() {
            Rules rules = Rules.NONE;
            for (int i = 0; i < RULES; i++) {
                rules =
                        rules.append(
                                Matcher.regex("^task_" + i + "_[0-9]+$"),
                                Partial.NONE.with(Field.MAX_RETRIES, i));
            }
            return rules;
        }

        dev.reprise.policy.Target next() {
            next = (next + 1) % TASKS;
            return targets.get(next);
        }
    }

    @Benchmark
    public Policy resolve(Ruled state) {
        return state.resolver.resolve(state.next(), Partial.NONE);
    }

    @Benchmark
    public Policy resolveAnew(Ruled state) {
        return state.precedence.resolve(state.next(), Partial.NONE, Functions.NONE);
    }

    /** Ours. */
    @State(Scope.Benchmark)
    public static class Driven {
        private final Watchman time = Watchman.start(InstantSource.system());
        private final Driver driver =
                new Driver(
                        new Driver.Means(
                                        activities(),
                                        time,
                                        task -> Thread.ofVirtual().start(task),
                                        () -> ThreadLocalRandom.current().nextLong())
                                .gates(new Gatehouse(Hooks.NONE)));
        private final Policy policy =
                Policy.DEFAULT
                        .maxRetries(3)
                        .backoff(Backoff.exponential(DELAY, LIMIT))
                        .timeouts(Timeouts.NONE.startToClose(LIMIT))
                        .gates(Gates.NONE.breaker("bank"));
        private final Prepared prepared =
                new Prepared(
                        new RunnableId(new RunId("order-17"), 3),
                        UnitId.ROOT,
                        "3",
                        "nothing",
                        List.of(),
                        ActivityOptions.UNSAID,
                        false);

        private static Activities activities() {
            var activities = new Activities(new JsonCodec());
            activities.add("nothing", Void.class, _ -> null);
            return activities;
        }

        /** Has the code compiled. */
        @Setup
        public void warm() {
            for (int i = 0; i < WARM; i++) {
                driver.execute(prepared, policy);
            }
        }

        /** Ends the thread that keeps the time. */
        @TearDown
        public void close() {
            time.close();
        }
    }

    @Benchmark
    public Executed driver(Driven state) {
        return state.driver.execute(state.prepared, state.policy);
    }

    /** The same composition. */
    @State(Scope.Benchmark)
    public static class Failsafed {
        private final FailsafeExecutor<@Nullable Object> failsafe =
                Failsafe.with(
                        RetryPolicy.builder().withMaxRetries(3).withBackoff(DELAY, LIMIT).build(),
                        CircuitBreaker.builder().withFailureThreshold(50, 100).build(),
                        Timeout.builder(LIMIT).withInterrupt().build());

        /** Has the code compiled. */
        @Setup
        public void warm() {
            for (int i = 0; i < WARM; i++) {
                failsafe.get(() -> null);
            }
        }
    }

    @Benchmark
    public @Nullable Object failsafe(Failsafed state) {
        return state.failsafe.get(() -> null);
    }
}
