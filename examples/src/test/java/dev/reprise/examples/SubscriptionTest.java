package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.Subscription.Bank;
import dev.reprise.examples.Subscription.Payments;
import dev.reprise.examples.Subscription.State;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every period is charged once; a subscription of years has the history of a month. */
@ExtendWith(TestEngines.class)
class SubscriptionTest {
    private static final RunId RUN = new RunId("subscription-acme");
    private static final Duration PERIOD = Duration.ofDays(30);

    private static RunHandle<String> begun(TestEngine engine) {
        engine.register(Subscription.class);
        return engine.client().start(Subscription.class, RUN, new State("acme", "basic", 1));
    }

    @Test
    void ten_years_are_120_charges_and_a_short_history(TestEngine engine) {
        var bank = new Bank();
        engine.activities(bank);
        var run = begun(engine);
        engine.advance(PERIOD.multipliedBy(120).minusDays(1));
        assertThat(run.query("status", String.class)).isEqualTo("period 120, next is basic");
        run.signal("cancel");
        assertThat(run.result()).isEqualTo("acme left in period 120");
        assertThat(bank.charges()).hasSize(120).doesNotHaveDuplicates();
        assertThat(engine.history(run).lines()).hasSizeLessThan(12);
    }

    @Test
    void another_plan_counts_from_the_next_period_on(TestEngine engine) {
        var bank = new Bank();
        engine.activities(bank);
        var run = begun(engine);
        engine.advance(Duration.ofDays(40));
        run.signal("changePlan", "gold");
        engine.advance(PERIOD);
        run.signal("cancel");
        assertThat(run.result()).isEqualTo("acme left in period 3");
        assertThat(bank.charges()).containsExactly("acme basic 1", "acme basic 2", "acme gold 3");
    }

    @Test
    void there_is_one_subscription_of_an_id(TestEngine engine) {
        engine.activities(new Bank());
        var _ = begun(engine);
        var again = new State("acme", "gold", 1);
        assertThatThrownBy(() -> engine.client().start(Subscription.class, RUN, again))
                .hasMessageContaining(RUN.value());
    }

    @Test
    void who_does_not_pay_has_two_weeks(TestEngine engine) {
        var payments = engine.stub(Payments.class);
        payments.on(Payments::charge)
                .failsForGood("Refused", "the card has expired")
                .returns()
                .failsForGood("Refused", "this one, too");
        var run = begun(engine);
        engine.advance(Duration.ofDays(10));
        run.signal("cardChanged");
        assertThat(run.result()).isEqualTo("acme did not pay for period 2");
        assertThat(engine.now())
                .isEqualTo(payments.calls().getLast().at().plus(Duration.ofDays(14)));
    }

    @Test
    void no_period_is_left_out_or_charged_twice_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    var bank = new Bank();
                    engine.activities(bank);
                    var run = begun(engine);
                    engine.advance(PERIOD);
                    run.signal("changePlan", "gold");
                    engine.advance(PERIOD);
                    run.signal("cancel");
                    assertThat(run.result()).isEqualTo("acme left in period 3");
                    assertThat(bank.charges())
                            .containsExactly("acme basic 1", "acme basic 2", "acme gold 3");
                    engine.replayAll();
                });
    }
}
