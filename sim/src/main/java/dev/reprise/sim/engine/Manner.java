package dev.reprise.sim.engine;

import dev.reprise.Payload;
import dev.reprise.SplitMix64;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rate;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/** How trials are executed: each manner is one thing that a policy can say. */
enum Manner {
    PLAIN(tried(2)),
    BOUNDED(tried(2).with(Field.START_TO_CLOSE, Duration.ofSeconds(5))),
    CLOSED(tried(9).with(Field.SCHEDULE_TO_CLOSE, Duration.ofSeconds(4))),
    BY_DEADLINE(tried(9).with(Field.DEADLINE, EngineWorld.BEGINNING.plusSeconds(6))),
    DELAYED(
            tried(1).with(Field.BACKOFF, Backoff.Shape.DECORRELATED)
                    .with(Field.DELAY, Duration.ofSeconds(2))),
    SKIPPED(tried(1).with(Field.ON_FAILURE, OnFailure.SKIP)),
    BY_VALUE(fallback(new Fallback.Value(Payload.text("value")))),
    INSTEAD(fallback(new Fallback.Instead("Extras.extra"))),
    ALTERED(fallback(new Fallback.RetryWith(altered()))),
    COMPENSATED(
            tried(1).with(Field.SCHEDULE_TO_CLOSE, Duration.ofSeconds(9))
                    .with(Field.ON_FAILURE, new OnFailure.Compensate("Extras.extra"))),
    ROUTED(tried(0).with(Field.ON_FAILURE, new OnFailure.Route(List.of("Flaky"), "Extras.extra"))),
    ONCE(tried(2).with(Field.AT_MOST_ONCE, true).with(Field.START_TO_CLOSE, Duration.ofSeconds(7))),
    FEW(tried(2).with(Field.REDELIVERIES_MAX, 1)),
    BEATING(tried(1).with(Field.HEARTBEAT, Duration.ofSeconds(3))),
    BROKEN(
            tried(0).with(Field.BREAKER, "till")
                    .with(Field.WINDOW_CALLS, 1)
                    .with(Field.CALLS_MIN, 1)
                    .with(Field.OPEN_FOR, Duration.ofHours(1))),
    PATIENT(
            tried(1).with(Field.BREAKER, "slow till")
                    .with(Field.WINDOW_CALLS, 1)
                    .with(Field.CALLS_MIN, 1)
                    .with(Field.HALF_OPEN_CALLS, 1)
                    .with(Field.OPEN_FOR, Duration.ofSeconds(3))
                    .with(Field.ON_OPEN, Gates.OnOpen.WAIT)),
    SINGLE(
            tried(2).with(Field.CONCURRENCY_MAX, 1)
                    .with(Field.START_TO_CLOSE, Duration.ofSeconds(5))),
    HURRIED(
            tried(2).with(Field.CONCURRENCY_MAX, 1)
                    .with(Field.SCHEDULE_TO_START, Duration.ofSeconds(4))
                    .with(Field.START_TO_CLOSE, Duration.ofSeconds(5))),
    RATED(tried(2).with(Field.RATE, new Rate(1, Duration.ofSeconds(3)))),
    SPENT(tried(2).with(Field.BUDGET_ATTEMPTS, 3L)),
    AT_HAND(tried(2).with(Field.MODE, Execution.Mode.SYNC)),
    CHECKED(tried(2).with(Field.MODE, Execution.Mode.SYNC).with(Field.CHECKPOINT_AFTER, true)),
    BESIDE(tried(2).with(Field.MODE, Execution.Mode.ASYNC)),
    BESIDE_ONCE(tried(2).with(Field.MODE, Execution.Mode.ASYNC).with(Field.AT_MOST_ONCE, true)),
    OUTSIDE(
            tried(1).with(Field.MODE, Execution.Mode.EXTERNAL)
                    .with(Field.START_TO_CLOSE, Duration.ofSeconds(1))),
    PARKED(tried(1).with(Field.ON_FAILURE, new OnFailure.DeadLetter("people")));

    private final Partial said;

    Manner(Partial said) {
        this.said = said;
    }

    private static Partial tried(int retries) {
        return Partial.NONE
                .with(Field.MAX_RETRIES, retries)
                .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                .with(Field.DELAY_BASE, Duration.ofSeconds(1));
    }

    private static Partial fallback(Fallback fallback) {
        return tried(1).with(Field.START_TO_CLOSE, Duration.ofSeconds(6))
                .with(Field.ON_FAILURE, new OnFailure.Recover(fallback));
    }

    private static TreeMap<String, Payload> altered() {
        var overrides = new TreeMap<String, Payload>();
        overrides.put("model", Payload.text("small"));
        return overrides;
    }

    static Manner any(SplitMix64 random) {
        return values()[random.below(values().length)];
    }

    /** Whether trials may begin before they are durable. */
    boolean isEarly() {
        Execution.Mode mode = said.onto(Policy.DEFAULT).execution().mode();
        return this != BESIDE_ONCE && (mode == Execution.Mode.SYNC || mode == Execution.Mode.ASYNC);
    }

    /** The rules of an engine in which trials are executed so. */
    Precedence over(Precedence others) {
        return others.workflow(others.workflow().append(Matcher.name("Trials.trial"), said));
    }
}
