package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.testing.Shop.Cart;
import dev.reprise.engine.testing.Shop.Charge;
import dev.reprise.engine.testing.Shop.Hurried;
import dev.reprise.engine.testing.Shop.Letter;
import dev.reprise.engine.testing.Shop.Mail;
import dev.reprise.engine.testing.Shop.Order;
import dev.reprise.engine.testing.Shop.Payments;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stubs say what activities give, and remember how they were called. */
@Timeout(60)
class StubTest {
    interface Numbers {
        int add(int one, int other);

        boolean isOdd(int number);

        long sum(int one, long other, String text);

        void forget();

        String pi();
    }

    private final TestEngine engine =
            TestEngine.create()
                    .register(Charge.class)
                    .register(Order.class)
                    .register(Hurried.class)
                    .register(Letter.class)
                    .register(Cart.class);
    private final Stub<Payments> payments = engine.stub(Payments.class);

    @AfterEach
    void close() {
        engine.close();
    }

    private String charge(String order) {
        return engine.client().start(Charge.class, new RunId("r" + order), order).result();
    }

    @Test
    void one_answer_for_each_delivery_and_the_last_for_all_that_follow() {
        payments.on(Payments::charge).returns("first").returns("second");
        assertThat(List.of(charge("1"), charge("2"), charge("3")))
                .containsExactly("first", "second", "second");
    }

    @Test
    void an_activity_that_fails_twice_is_tried_again_as_its_policy_says() {
        var charge = payments.on(Payments::charge);
        charge.fails(2, new IOException("down")).returns("receipt");
        assertThat(charge("42")).isEqualTo("receipt");
        assertThat(charge.calls()).extracting(StubCall::attempt).containsExactly(1, 2, 3);
        assertThat(charge.calls())
                .extracting(StubCall::at)
                .containsExactly(
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2026-01-01T00:00:01Z"),
                        Instant.parse("2026-01-01T00:00:03Z"));
        assertThat(charge.calls()).extracting(StubCall::key).containsOnly("r42/1~1.1");
        assertThat(charge.calls()).extracting(StubCall::run).containsOnly(new RunId("r42"));
        assertThat(charge.calls().getFirst().argument(0, String.class)).isEqualTo("42");
        assertThat(charge.calls().getFirst())
                .hasToString("Payments.charge(42), attempt 1, of run r42 at 2026-01-01T00:00:00Z");
    }

    @Test
    void an_activity_fails_with_what_its_code_would_have_thrown() {
        payments.on(Payments::charge).failsForGood("NoMoney", "the account is empty");
        assertThat(charge("42")).isEqualTo("not charged: the account is empty");
        assertThat(payments.calls("charge")).hasSize(1);
        var mail = engine.stub(Mail.class);
        mail.on(Mail::send).fails(3, new IOException("no route"));
        var letter = engine.client().start(Letter.class, "42");
        assertThatThrownBy(letter::result)
                .isInstanceOf(RunFailed.class)
                .hasMessageContaining("java.io.IOException")
                .hasMessageContaining("no route");
        assertThat(mail.calls()).hasSize(3);
    }

    @Test
    void an_error_is_a_failure_too() {
        payments.on(Payments::charge).fails(3, new StackOverflowError("deep"));
        assertThat(charge("42")).isEqualTo("not charged: deep");
    }

    @Test
    void an_answer_is_made_of_the_call() {
        payments.on(Payments::charge)
                .answers(call -> "receipt of " + call.argument(0, String.class));
        assertThat(charge("42")).isEqualTo("receipt of 42");
    }

    @Test
    void an_answer_takes_time_of_the_test_clock() {
        payments.on(Payments::charge).takes(Duration.ofHours(3)).returns("slow");
        assertThat(charge("42")).isEqualTo("slow");
        assertThat(engine.now()).isEqualTo(Instant.parse("2026-01-01T03:00:00Z"));
    }

    @Test
    void an_answer_that_takes_too_long_comes_too_late() {
        payments.on(Payments::charge).takes(Duration.ofHours(3)).returns("slow").returns("fast");
        var hurried = engine.client().start(Hurried.class, "42");
        assertThat(hurried.result()).isEqualTo("fast");
        assertThat(engine.now()).isEqualTo(Instant.parse("2026-01-01T00:01:01Z"));
    }

    @Test
    void what_never_comes_back_is_given_up_by_its_timeout() {
        payments.on(Payments::charge).hangs();
        assertThat(engine.client().start(Hurried.class, "42").result())
                .startsWith("not charged: It began");
        assertThat(payments.calls()).hasSize(3);
    }

    @Test
    void what_never_comes_back_ends_when_its_run_is_cancelled() {
        payments.on(Payments::charge).hangs();
        var run = engine.client().start(Charge.class, "42");
        run.cancel("enough");
        assertThatThrownBy(run::result)
                .isInstanceOf(RunFailed.class)
                .hasMessageContaining("enough");
    }

    @Test
    void what_is_called_and_has_no_answer_fails_the_test() {
        payments.on(Payments::refund).returns("refunded");
        assertThatThrownBy(() -> charge("42"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Activity Payments.charge(42), attempt 1, of run r42")
                .hasMessageContaining("stub.on(Payments::charge).returns(…)");
    }

    @Test
    void activities_beside_each_other_are_called_in_their_order() {
        payments.on(Payments::charge)
                .takes(Duration.ofSeconds(2))
                .returns("x")
                .takes(Duration.ofSeconds(1))
                .returns("y")
                .returns("z");
        assertThat(engine.client().start(Cart.class, new RunId("c"), "42").result())
                .isEqualTo("x y z");
        assertThat(payments.calls())
                .extracting(StubCall::shown)
                .containsExactly(
                        "Payments.charge(42a)", "Payments.charge(42b)", "Payments.charge(42c)");
        assertThat(engine.history(new RunId("c")).lines())
                .containsSubsequence(
                        "Payments.charge (3) gives \"z\"",
                        "Payments.charge (2) gives \"y\"",
                        "Payments.charge (1) gives \"x\"");
    }

    @Test
    void what_is_said_later_counts_from_then_on() {
        payments.on(Payments::charge).returns("before");
        assertThat(charge("1")).isEqualTo("before");
        payments.on("charge").returns("after");
        assertThat(charge("2")).isEqualTo("after");
    }

    @Test
    void methods_are_known_by_references_of_all_shapes() {
        var numbers = engine.stub(Numbers.class);
        assertThatThrownBy(() -> numbers.on("add").returns("three"))
                .hasMessage("Numbers.add gives a int, not three");
        assertThatThrownBy(() -> numbers.on("isOdd").returns())
                .hasMessage("Numbers.isOdd gives a boolean, not null");
        assertThat(numbers.on(Numbers::add).returns(3).calls()).isEmpty();
        assertThat(numbers.on(Numbers::isOdd).returns(true).calls()).isEmpty();
        assertThat(numbers.on(Numbers::sum).returns(3L).calls()).isEmpty();
        assertThat(numbers.on(Numbers::forget).returns().calls()).isEmpty();
        assertThat(numbers.on(Numbers::pi).returns("3").calls()).isEmpty();
        assertThatThrownBy(() -> numbers.on("subtract"))
                .hasMessageContaining("has 0 activities called subtract, among [Numbers.add,");
        assertThatThrownBy(() -> numbers.on((it, one) -> "none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a reference to an activity");
    }

    @Test
    void an_activity_of_real_code_may_talk_to_the_engine() {
        engine.activities(
                (Mail)
                        order -> {
                            var asked = engine.client().start(Order.class, "from a letter");
                            return order + " " + asked.result();
                        });
        payments.on(Payments::charge).returns("receipt");
        payments.on(Payments::refund).returns("refunded");
        assertThat(engine.client().start(Letter.class, "42").result()).isEqualTo("42 refunded");
        assertThat(engine.now()).isEqualTo(Instant.parse("2026-01-03T00:00:00Z"));
    }
}
