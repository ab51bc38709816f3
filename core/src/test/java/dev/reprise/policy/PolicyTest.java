package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a policy may say. */
class PolicyTest {
    private static final Duration NEGATIVE = Duration.ofMillis(-5);

    @Test
    void a_policy_without_a_word_tries_once_and_tells_who_asked() {
        assertThat(Policy.DEFAULT.maxRetries()).isZero();
        assertThat(Policy.DEFAULT.timeouts()).isEqualTo(Timeouts.NONE);
        assertThat(Policy.DEFAULT.onFailure()).isEqualTo(OnFailure.HALT);
        assertThat(Policy.DEFAULT.timing().deadline()).isEmpty();
    }

    @Test
    void a_number_out_of_bounds_is_refused_and_shown() {
        assertRefused(() -> Policy.DEFAULT.maxRetries(-1), "maxRetries is in 0..1000000: -1");
        assertRefused(() -> Policy.DEFAULT.maxRetries(1_000_001), "1000001");
        assertThat(Policy.DEFAULT.maxRetries(1_000_000).maxRetries()).isEqualTo(1_000_000);
        assertRefused(() -> Delivery.DEFAULT.redeliveriesMax(-1), "0..1000000: -1");
        assertRefused(() -> Delivery.DEFAULT.redeliveriesMax(1_000_001), "1000001");
    }

    @Test
    void a_negative_time_is_refused_by_its_name() {
        assertRefused(() -> Timeouts.NONE.startToClose(NEGATIVE), "startToClose", "PT-0.005S");
        assertRefused(() -> Timeouts.NONE.scheduleToStart(NEGATIVE), "scheduleToStart");
        assertRefused(() -> Timeouts.NONE.scheduleToClose(NEGATIVE), "scheduleToClose");
        assertRefused(() -> Timeouts.NONE.heartbeat(NEGATIVE), "heartbeat");
        assertRefused(() -> Timing.ANY.delay(NEGATIVE), "delay");
    }

    @Test
    void names_are_checked() {
        assertRefused(() -> new OnFailure.Compensate(" "), "a compensation");
        assertRefused(() -> new OnFailure.DeadLetter(""), "a dead-letter queue");
        assertRefused(() -> new OnFailure.Route(List.of(), "refund"), "a failure type to catch");
        assertRefused(() -> new OnFailure.Route(List.of("A"), ""), "a route");
        assertRefused(() -> new Fallback.Instead(""), "an activity's name");
        assertRefused(() -> Errors.ANY.fatalTypes(List.of("A", "")), "a failure type");
        assertRefused(() -> Errors.ANY.retryableTypes(Collections.nCopies(101, "A")), "100", "101");
        assertRefused(() -> Gates.NONE.breaker("a\nb"), "a breaker's name");
        assertRefused(() -> Gates.NONE.limiter("a\nb"), "a limiter's name");
    }

    @Test
    void a_retry_with_overrides_needs_some_and_keeps_its_own_copy() {
        var overrides = new TreeMap<String, Payload>();
        assertRefused(() -> new Fallback.RetryWith(overrides), "needs one");
        overrides.put("model", Payload.text("small"));
        var fallback = new Fallback.RetryWith(overrides);
        overrides.clear();
        assertThat(fallback.overrides()).containsOnlyKeys("model");
    }

    @Test
    void a_name_is_bound_to_one_piece_of_code() {
        var functions = Functions.NONE.failure("often", _ -> true);
        assertRefused(() -> functions.failure("often", _ -> false), "often");
        assertRefused(() -> functions.target(" ", _ -> true), "a predicate's name");
    }

    @Test
    void a_wither_changes_one_thing() {
        var policy =
                Policy.DEFAULT
                        .maxRetries(3)
                        .timing(Timing.ANY.deadline(Instant.EPOCH))
                        .gates(Gates.NONE.breaker("bank"));
        assertThat(policy.maxRetries(0).timing(Timing.ANY).gates(Gates.NONE))
                .isEqualTo(Policy.DEFAULT);
    }

    private static void assertRefused(Runnable call, String... shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.getMessage()).contains(shown));
    }
}
