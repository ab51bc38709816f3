package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Performance;
import dev.reprise.engine.drive.Visit;
import dev.reprise.policy.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One attempt of an activity on its way: carried out, and its outcome brought back. */
final class Delivery implements Runnable, Performance.Audience {
    private static final Failure NOT_BEGUN =
            new Failure.Cancelled("The activity had not begun.", Payload.NONE);

    private final House house;
    private final Performance performance;
    private final Performance.Mode mode;
    private final Decision.Start start;
    private final Instant begun;

    /** When its time is over, by {@link SteadyTime}. */
    private final Instant over;

    private final @Nullable Visit visit;
    private final Onlooker.AttemptLook look;

    /** Whether its outcome is known, and what it is if that came from outside. */
    private volatile boolean ended;

    private volatile boolean taken;
    private volatile boolean givenUp;
    private volatile @Nullable Outcome given;

    private volatile Beat beat;

    /** When it was heard of: what the clock said, and by {@link SteadyTime}. */
    private record Beat(Instant moment, Instant at) {}

    Delivery(
            House house,
            Call call,
            Performance.Mode mode,
            Decision.Start start,
            Instant begun,
            @Nullable Visit visit) {
        this.house = house;
        this.mode = mode;
        this.performance =
                new Performance(
                        house.repertoire().activities(),
                        call,
                        mode,
                        house.settings().hooks(),
                        this);
        this.start = start;
        this.begun = begun;
        this.beat = new Beat(begun, house.steady().now());
        this.over = allowed().map(it -> Outstanding.later(beat.at(), it)).orElse(Instant.MAX);
        this.visit = visit;
        this.look = house.onlooker().attempt(call, allowed(), performance::stack);
    }

    private Optional<Duration> allowed() {
        return start.limit().map(it -> Duration.between(begun, it.at()));
    }

    @Override
    public void run() {
        Optional<Executor> carrier = house.settings().carrier();
        if (carrier.isEmpty()) {
            carryOut();
            return;
        }
        try {
            carrier.get().execute(this::carryOut);
        } catch (RejectedExecutionException e) {
            performance.end(refused(e));
            house.cells().underWay(-1);
        }
    }

    private Outcome refused(RejectedExecutionException e) {
        return new Outcome.Failed(
                new Failure.Application(
                        RejectedExecutionException.class.getName(),
                        "The executor for activities refused activity "
                                + performance.call().type()
                                + ": "
                                + e.getMessage()));
    }

    private void carryOut() {
        try {
            // Whoever had to wait for a thread does not begin when the time is over.
            if (start.limit().isPresent() || !start.heartbeat().isZero()) {
                Failure late = overdue();
                if (late != null) {
                    abandon(late);
                }
            }
            if (givenUp) {
                performance.abandon(
                        new Failure.Terminated("Nobody waits for it, so it does not begin."));
            }
            performance.run();
            if (mode == Performance.Mode.EXTERNAL && !ended) {
                look.away();
                house.away(performance.call().run(), this);
            }
        } finally {
            house.cells().underWay(-1);
        }
    }

    // ---- What its code says ----

    @Override
    public void ended(Call call, Outcome outcome) {
        ended = true;
        look.ended(outcome);
        if (visit != null) {
            house.gates().left(visit, Optional.of(outcome), house.steady().now());
        }
        if (taken) {
            given = outcome;
        } else {
            house.ended(call.run(), this, Sizes.bounded(call.type(), outcome));
        }
    }

    @Override
    public void late(Call call, Outcome outcome) {
        house.count().late();
    }

    @Override
    public void heartbeat(Call call, Payload details) {
        beat = new Beat(house.around().clock().instant(), house.steady().now());
    }

    // ---- What its run says ----

    /** Its outcome came from outside; null when it had one. */
    @Nullable Outcome take(Outcome said) {
        taken = true;
        return performance.end(said) ? given : null;
    }

    /** It was heard of from outside. */
    void heard(Payload details) {
        performance.heartbeat(details);
    }

    /** When it is too late, heard of or not; null for never. */
    @Nullable Instant closes() {
        return start.limit().map(Decision.Limit::at).orElse(null);
    }

    Call call() {
        return performance.call();
    }

    long seq() {
        return performance.call().seq();
    }

    /** What its last heartbeat said. */
    Payload details() {
        return performance.details();
    }

    /** The activity was cancelled: it does not begin any more, or had better end. */
    void cancel() {
        performance.cancel(NOT_BEGUN);
    }

    /** Nobody will hear of it: it does not begin any more, or had better end. */
    void giveUp() {
        givenUp = true;
        performance.interrupt();
    }

    /** Nobody waits for its code any more: this is how it ended. */
    void abandon(Failure failure) {
        if (performance.abandon(failure)) {
            house.count().abandoned();
        }
    }

    /**
     * What the clock says, unless it is set, when it takes too long; {@link Instant#MAX} when it
     * may take for ever.
     */
    Instant nextLook() {
        Instant limit = start.limit().map(Decision.Limit::at).orElse(Instant.MAX);
        return earlier(silent(beat.moment()), limit);
    }

    /** When it takes too long, by {@link SteadyTime}; {@link Instant#MAX} for never. */
    Instant tooLate() {
        return earlier(silent(beat.at()), over);
    }

    /** When it has been silent for too long, since it was heard of then. */
    private Instant silent(Instant heard) {
        return start.heartbeat().isZero()
                ? Instant.MAX
                : Outstanding.later(heard, start.heartbeat());
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    /** How it fails when it takes too long; null when it does not. */
    @Nullable Failure overdue() {
        Instant now = house.steady().now();
        Decision.Limit limit = start.limit().orElse(null);
        if (limit != null && !now.isBefore(over)) {
            return timeout(
                    limit.kind(), "It began " + begun + ", and had until " + limit.at() + ".");
        }
        Beat last = beat;
        if (!now.isBefore(silent(last.at()))) {
            return timeout(
                    TimeoutKind.HEARTBEAT,
                    "It was last heard of "
                            + last.moment()
                            + ", "
                            + start.heartbeat()
                            + " before.");
        }
        return null;
    }

    private Failure timeout(TimeoutKind kind, String message) {
        return new Failure.Timeout(kind, message, details(), Optional.empty());
    }
}
