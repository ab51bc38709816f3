package dev.reprise.engine.phases;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.CodeOptions;
import dev.reprise.engine.drive.Driver;
import dev.reprise.engine.drive.Executed;
import dev.reprise.engine.drive.Purse;
import dev.reprise.engine.drive.Undertaking;
import dev.reprise.history.Lifecycle;
import dev.reprise.history.Prepared;
import dev.reprise.history.RunnableRef;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Resolver;
import dev.reprise.policy.Rules;
import dev.reprise.policy.Target;
import dev.reprise.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Executes what a {@link PhasedRun} has prepared, under rules: one by one for who goes through the
 * phases himself, or all to the end of the run.
 */
public final class Phases {
    /** The type of the failure of a runnable whose policy could not be found. */
    public static final String UNREADABLE = "PolicyUnreadable";

    private final Driver driver;
    private final Resolver resolver;
    private final Functions functions;
    private final ConcurrentMap<RunId, Purse> purses = new ConcurrentHashMap<>();

    /**
     * Phases under rules.
     *
     * @param functions the code that matchers name
     */
    public Phases(Driver driver, Precedence precedence, Functions functions) {
        this.driver = driver;
        this.resolver = new Resolver(precedence, functions);
        this.functions = functions;
    }

    /** Phases without rules: what the workflow's code says holds, and nothing else. */
    public Phases(Driver driver) {
        this(driver, Precedence.NONE, Functions.NONE);
    }

    /** The same with rules before those of the workflow. */
    public Phases merge(Rules rules) {
        return new Phases(driver, resolver.precedence().merge(rules), functions);
    }

    /** The same with rules in place of those of the workflow. */
    public Phases replace(Rules rules) {
        return new Phases(driver, resolver.precedence().replace(rules), functions);
    }

    /**
     * How a runnable is executed.
     *
     * @throws IllegalStateException if code that a matcher names is not there, or throws
     */
    public Policy policy(Prepared prepared) {
        var target = new Target(prepared.task(), prepared.local() ? "local" : "activity");
        return resolver.resolve(target, CodeOptions.said(prepared.options()));
    }

    /** Executes a runnable, and returns when it is over. */
    public Executed execute(Prepared prepared) {
        try {
            Policy policy = policy(prepared);
            return begin(prepared, policy, false).ended().join();
        } catch (IllegalArgumentException | IllegalStateException e) {
            return unbegun(prepared, unreadable(prepared, e), driver.time().now());
        }
    }

    /** Executes what a reference names, as it says, whatever rules there are here. */
    public Executed execute(RunnableRef ref) {
        return begin(ref.prepared(), ref.policy(), false).ended().join();
    }

    /**
     * What comes of a runnable that another process has dispatched before it was gone: empty when
     * it may be executed again, else how it has failed.
     *
     * @param last its last dispatch, from a log: the policy in it holds
     */
    public Optional<Executed> lost(Prepared prepared, Lifecycle.Dispatched last) {
        Check.argument(last.id().equals(prepared.id()), "%s is not %s", last.id(), prepared.id());
        Instant now = driver.time().now();
        var attempts =
                Attempts.scheduled(last.policy(), last.at())
                        .due(last.at(), Verdict.GO)
                        .lost(now.isBefore(last.at()) ? last.at() : now);
        return attempts.decision() instanceof Decision.End end
                ? Optional.of(over(prepared, last.policy(), end, last.attempt(), now))
                : Optional.empty();
    }

    /** A reference by which another process can execute the same in the same way. */
    public RunnableRef ref(Prepared prepared) {
        return new RunnableRef(prepared, policy(prepared));
    }

    Undertaking begin(Prepared prepared, Policy policy, boolean async) {
        Purse purse = purses.computeIfAbsent(prepared.id().run(), _ -> new Purse());
        return async
                ? driver.submit(prepared, policy, purse, Phases::unheard)
                : driver.begin(prepared, policy, purse, Phases::unheard);
    }

    private static void unheard(Lifecycle event) {}

    /** The run is over: what it has spent is forgotten. */
    public void forget(RunId run) {
        purses.remove(run);
    }

    /** How a runnable fails of which nobody can say how it is to be executed. */
    static Failure unreadable(Prepared prepared, RuntimeException why) {
        return new Failure.Application(
                UNREADABLE,
                "How to execute " + prepared.task() + " cannot be told: " + why.getMessage(),
                Payload.NONE,
                false,
                Optional.empty());
    }

    /** What comes of a runnable of which no attempt is begun. */
    static Executed unbegun(Prepared prepared, Failure failure, Instant now) {
        return over(prepared, Policy.DEFAULT, new Decision.Failed(failure), 0, now);
    }

    private static Executed over(
            Prepared prepared, Policy policy, Decision.End end, int attempts, Instant now) {
        var event = Lifecycle.ended(prepared.id(), end, attempts, Duration.ZERO);
        return new Executed(prepared, policy, end, attempts, now, now, List.of(event));
    }

    /** Executes runnables one after the other. */
    public List<Executed> execute(List<Prepared> batch) {
        return batch.stream().map(this::execute).toList();
    }

    /** Executes a runnable on other threads. */
    public Undertaking submit(Prepared prepared) {
        return begin(prepared, policy(prepared), true);
    }

    /**
     * Prepares, executes and applies until the run has ended, or nothing can be done for it. Nobody
     * else may use the run until then.
     */
    public CompletableFuture<Finished> run(PhasedRun run, Loop loop) {
        return new Round(this, driver, run, loop).begin();
    }
}
