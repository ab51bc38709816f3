package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Failure.TimeoutKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What happens to an activity, second by second, and what is decided each time. */
final class Conversation {
    static final Instant START = Instant.EPOCH;

    private final Functions functions;
    private Attempts attempts;
    private Instant now = START;
    private long draw;

    private Conversation(Policy policy, Functions functions) {
        this.functions = functions;
        this.attempts = Attempts.scheduled(policy, START);
    }

    static Conversation about(Policy policy) {
        return about(policy, Functions.NONE);
    }

    static Conversation about(Policy policy, Functions functions) {
        return new Conversation(policy, functions);
    }

    static Instant second(long second) {
        return START.plusSeconds(second);
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** An application failure of a type that another attempt may mend. */
    static Failure failure(String type) {
        return new Failure.Application(type, type + " happened");
    }

    static Failure fatal(String type) {
        return new Failure.Application(type, "", Payload.NONE, false, Optional.empty());
    }

    static Failure timeout(TimeoutKind kind) {
        return new Failure.Timeout(kind, "too slow");
    }

    Conversation at(long second) {
        now = second(second);
        return this;
    }

    Conversation drawing(long bits) {
        draw = bits;
        return this;
    }

    Conversation due() {
        return due(Verdict.GO);
    }

    Conversation due(Verdict verdict) {
        return to(it -> it.due(now, verdict));
    }

    Conversation gives(String value) {
        return returns(new Outcome.Completed(Payload.text(value)));
    }

    Conversation fails(String type) {
        return fails(failure(type));
    }

    Conversation fails(Failure failure) {
        return returns(new Outcome.Failed(failure));
    }

    private Conversation returns(Outcome outcome) {
        return to(it -> it.returned(now, outcome, draw, functions));
    }

    Conversation lost() {
        return to(it -> it.lost(now));
    }

    Conversation redriven() {
        return to(it -> it.redriven(now));
    }

    Conversation cancelled() {
        return to(it -> it.cancelled(new Failure.Cancelled("enough", Payload.NONE)));
    }

    private Conversation to(Function<Attempts, Attempts> next) {
        attempts = next.apply(attempts);
        return this;
    }

    Conversation expectWait(long until) {
        assertThat(attempts.decision())
                .isInstanceOfSatisfying(
                        Decision.Wait.class,
                        wait -> assertThat(wait.until()).isEqualTo(second(until)));
        return this;
    }

    Conversation expectStart(int attempt, int redelivery) {
        assertThat(start().attempt()).isEqualTo(attempt);
        assertThat(start().redelivery()).isEqualTo(redelivery);
        return this;
    }

    Conversation expectLimit(long at, TimeoutKind kind) {
        assertThat(start().limit()).contains(new Decision.Limit(second(at), kind));
        return this;
    }

    Conversation expectWork(Work work) {
        assertThat(start().work()).isEqualTo(work);
        return this;
    }

    Conversation expect(Decision decision) {
        assertThat(attempts.decision()).isEqualTo(decision);
        return this;
    }

    Conversation expectDeadLetter() {
        assertThat(attempts.decision()).isInstanceOf(Decision.DeadLettered.class);
        return this;
    }

    Conversation expectTimeout(TimeoutKind kind) {
        assertThat(failure())
                .isInstanceOfSatisfying(
                        Failure.Timeout.class,
                        timeout -> assertThat(timeout.kind()).isEqualTo(kind));
        return this;
    }

    Decision.Start start() {
        assertThat(attempts.decision()).isInstanceOf(Decision.Start.class);
        return (Decision.Start) attempts.decision();
    }

    Failure failure() {
        assertThat(attempts.decision()).isInstanceOf(Decision.Failed.class);
        return ((Decision.Failed) attempts.decision()).failure();
    }
}
