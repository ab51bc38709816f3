package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.policy.Field;
import dev.reprise.policy.Gates;
import dev.reprise.policy.Partial;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody sets the clock back by an hour: what is measured takes as long as before. */
@Timeout(20)
final class ClockSetBackTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private static Rehearsed under(Partial partial) {
        return new Rehearsed().says(partial.with(Field.MAX_RETRIES, 0));
    }

    private static Rehearsed begun(Rehearsed it) {
        return it.does(_ -> it.stall()).opened().start(Rehearsed.Each.class, "a").begins(1);
    }

    @Test
    void an_attempt_has_as_long_as_it_had() {
        try (var it = under(Partial.NONE.with(Field.START_TO_CLOSE, SECOND.multipliedBy(10)))) {
            begun(it).passes(SECOND.multipliedBy(4)).setBack(HOUR).passes(SECOND.multipliedBy(5));
            assertThat(it.engine().counts().abandonedAttempts()).isZero();
            it.passes(SECOND);
            assertThat(it.engine().counts().abandonedAttempts()).isEqualTo(1);
            assertThat(it.result()).startsWith("Timeout It began");
        }
    }

    @Test
    void what_is_silent_is_found_silent_and_what_was_heard_of_is_not() {
        var context = new AtomicReference<ActivityContext>();
        try (var it = under(Partial.NONE.with(Field.HEARTBEAT, SECOND.multipliedBy(10)))) {
            it.does(said -> stalls(it, context, said)).opened();
            it.start(Rehearsed.Each.class, "a").until(() -> context.get() != null);
            it.passes(SECOND.multipliedBy(4)).setBack(HOUR).passes(SECOND.multipliedBy(2));
            context.get().heartbeat("there");
            it.passes(SECOND.multipliedBy(9));
            assertThat(it.engine().counts().abandonedAttempts()).isZero();
            it.passes(SECOND);
            assertThat(it.engine().counts().abandonedAttempts()).isEqualTo(1);
            assertThat(it.result()).startsWith("Timeout It was last heard of 2025-12-31T23:00:06Z");
        }
    }

    private static String stalls(
            Rehearsed it, AtomicReference<ActivityContext> into, ActivityContext context) {
        into.set(context);
        return it.stall();
    }

    @Test
    void a_rate_lets_the_next_begin_when_it_would_have() {
        var limits = Partial.NONE.with(Field.RATE, new Rate(1, SECOND.multipliedBy(10)));
        try (var it = under(limits)) {
            it.opened().start(Rehearsed.Each.class, "a b").begins(1).passes(SECOND).setBack(HOUR);
            it.passes(SECOND.multipliedBy(8));
            assertThat(it.begun).hasSize(1);
            assertThat(it.passes(SECOND).begins(2).result()).isEqualTo("done, done");
        }
    }

    @Test
    void a_rate_that_is_asked_only_afterwards_does_not_wait_for_the_hour() {
        var limits = Partial.NONE.with(Field.RATE, new Rate(1, SECOND.multipliedBy(10)));
        try (var it = under(limits)) {
            it.opened().start(Rehearsed.Each.class, "a").begins(1).passes(SECOND).setBack(HOUR);
            it.also("s", Rehearsed.Each.class, "b").passes(SECOND.multipliedBy(8));
            assertThat(it.begun).hasSize(1);
            it.passes(SECOND).begins(2);
        }
    }

    @Test
    void the_rate_of_a_queue_does_not_wait_for_the_hour() {
        var queue = QueueLimits.NONE.rate(new Rate(1, SECOND.multipliedBy(10)));
        try (var it = new Rehearsed()) {
            it.settings(all -> all.queue("default", queue)).opened();
            it.start(Rehearsed.Each.class, "a b").begins(1).passes(SECOND).setBack(HOUR);
            it.passes(SECOND.multipliedBy(8));
            assertThat(it.begun).hasSize(1);
            assertThat(it.passes(SECOND).begins(2).result()).isEqualTo("done, done");
        }
    }

    @Test
    void an_open_breaker_tries_again_when_it_would_have() {
        var breaker =
                Partial.NONE
                        .with(Field.BREAKER, "till")
                        .with(Field.CALLS_MIN, 1)
                        .with(Field.WINDOW_CALLS, 1)
                        .with(Field.OPEN_FOR, SECOND.multipliedBy(10))
                        .with(Field.ON_OPEN, Gates.OnOpen.WAIT);
        try (var it = under(breaker)) {
            it.does(ClockSetBackTest::failsOnce).opened();
            it.start(Rehearsed.Each.class, "a b").begins(1).passes(SECOND).setBack(HOUR);
            it.passes(SECOND.multipliedBy(8));
            assertThat(it.begun).hasSize(1);
            assertThat(it.passes(SECOND).result()).isEqualTo("Application down, done");
        }
    }

    private static String failsOnce(ActivityContext context) {
        if (context.activityId().equals("1")) {
            throw ApplicationFailed.of("Down", "down");
        }
        return "done";
    }
}
