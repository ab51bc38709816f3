package dev.reprise.engine.testing;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.persistentTrigger;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.testing.Shop.Cart;
import dev.reprise.engine.testing.Shop.Charge;
import dev.reprise.engine.testing.Shop.Order;
import dev.reprise.engine.testing.Shop.Payments;
import dev.reprise.engine.testing.Shop.Question;
import dev.reprise.engine.testing.Shop.Sleeper;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A test engine dies when a test wants it, and what was durable goes on. */
@Timeout(60)
class CrashTest {
    private static final RunId RUN = new RunId("r");
    private final TestEngine engine = TestEngine.create();

    @AfterEach
    void close() {
        engine.close();
    }

    private static void prepared(TestEngine engine) {
        engine.register(Order.class).register(Charge.class).register(Cart.class);
        engine.register(Question.class).register(Sleeper.class);
        var payments = engine.stub(Payments.class);
        payments.on(Payments::charge).answers(call -> "receipt " + call.argument(0, String.class));
        payments.on(Payments::refund).returns("refunded");
        payments.on(Payments::note).returns();
    }

    @Test
    void a_timer_fires_in_the_next_life() {
        prepared(engine);
        var run = engine.client().start(Sleeper.class, RUN, 5);
        engine.advance(Duration.ofHours(2)).crash();
        assertThat(run.result()).isEqualTo("slept until 2026-01-01T05:00:00Z");
    }

    @Test
    void handles_and_signals_go_on_in_the_next_life() {
        prepared(engine);
        var run = engine.client().start(Question.class, RUN, "why?");
        engine.crash().crash();
        run.signal("answer", "because");
        engine.crash();
        assertThat(run.result()).isEqualTo("why? because");
    }

    @Test
    void an_activity_under_way_is_lost_and_delivered_again() {
        engine.register(Charge.class);
        var charge = engine.stub(Payments.class).on(Payments::charge);
        charge.takes(Duration.ofHours(3)).returns("first").returns("second");
        var run = engine.client().start(Charge.class, RUN, "42");
        engine.advance(Duration.ofHours(1)).crash();
        assertThat(run.result()).isEqualTo("second");
        assertThat(charge.calls()).extracting(StubCall::redeliveries).containsExactly(0, 1);
        assertThat(charge.calls()).extracting(StubCall::key).containsOnly("r/1~1.1");
        assertThat(engine.now()).isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
        assertThat(engine.history(run).lines())
                .contains("Payments.charge (1) was lost in a crash, and is delivered again");
    }

    @Test
    void who_waits_for_a_future_is_told_of_the_crash() {
        prepared(engine);
        var future = engine.client().start(Question.class, RUN, "why?").resultAsync();
        engine.crash();
        assertThatThrownBy(future::join).hasCauseInstanceOf(Refusal.class);
    }

    @Test
    void a_crash_at_every_entry_changes_nothing() {
        int crashes =
                TestEngine.crashEverywhere(
                        it -> {
                            prepared(it);
                            var order = it.client().start(Order.class, new RunId("o"), "42");
                            var cart = it.client().start(Cart.class, new RunId("c"), "7");
                            order.signal("approve", "carol");
                            assertThat(order.result()).isEqualTo("receipt 42");
                            assertThat(cart.result()).isEqualTo("receipt 7a receipt 7b receipt 7c");
                            it.history(order)
                                    .activity("Payments.charge", "42")
                                    .signal("approve", "carol")
                                    .activity("Payments.note", "42")
                                    .completed("receipt 42");
                            it.replayAll();
                        });
        assertThat(crashes).isEqualTo(16);
    }

    @Test
    void a_crash_at_every_entry_finds_what_is_lost_in_memory() {
        List<String> outside = new ArrayList<>();
        assertThatThrownBy(
                        () ->
                                TestEngine.crashEverywhere(
                                        it -> {
                                            outside.clear();
                                            it.register(Charge.class);
                                            it.activities(new Forgetful(outside));
                                            var run = it.client().start(Charge.class, RUN, "42");
                                            assertThat(run.result()).isEqualTo("charged once");
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("With a crash before entry 2 of 2: ")
                .hasMessageContaining("charged twice");
    }

    /** Charges again when it is called again: it does not look at the idempotency key. */
    private record Forgetful(List<String> outside) implements Payments {
        @Override
        public String charge(String order) {
            outside.add(order);
            return outside.size() == 1 ? "charged once" : "charged twice";
        }

        @Override
        public String refund(String order, int cents) {
            return "";
        }

        @Override
        public void note(String order) {}
    }

    @Test
    void a_crash_waits_for_the_entry_it_was_told() {
        prepared(engine);
        engine.crashAfter(2);
        var run = engine.client().start(Question.class, RUN, "why?");
        assertThat(engine.counts().activations()).isEqualTo(1);
        run.signal("answer", "because");
        assertThat(run.result()).isEqualTo("why? because");
        assertThat(engine.counts().activations()).isZero();
        assertThatThrownBy(() -> engine.crashAfter(0)).hasMessageContaining("0");
    }

    @Test
    void patterns_crash_and_replay_as_well() {
        var type =
                PatternType.of(
                        "order",
                        seq(
                                effect("Payments.charge", "input", "result"),
                                sleep(Duration.ofHours(3)),
                                persistentTrigger("ship", "how")),
                        Registry.NONE);
        TestEngine.crashEverywhere(
                it -> {
                    it.register(type).stub(Payments.class).on(Payments::charge).returns("paid");
                    var run = it.client().start(type, RUN, "42", String.class);
                    it.advance(Duration.ofHours(3));
                    assertThat(it.waiting()).contains("its pattern waits for a trigger");
                    run.signal("ship", "by air");
                    assertThat(run.result()).isEqualTo("paid");
                    it.replayAll();
                });
    }

    // ---- Replay ----

    /** Takes another path from its second life on. */
    static final class Fickle implements Workflow<String, String> {
        static boolean changed;

        @Override
        public String run(String order) {
            Flow.sleep(Duration.ofHours(changed ? 2 : 1));
            return order;
        }
    }

    @Test
    void all_histories_are_replayed_with_the_code_there_is() {
        prepared(engine);
        engine.client().start(Order.class, new RunId("a"), "42").result();
        engine.client().start(Question.class, new RunId("b"), "why?");
        engine.replayAll();
        Fickle.changed = false;
        engine.register(
                WorkflowType.<String, String>of(Fickle.class, Strictness.OFF)
                        .codec(new JsonCodec()));
        engine.client().start(Fickle.class, new RunId("f"), "42");
        engine.replayAll();
        Fickle.changed = true;
        assertThatThrownBy(engine::replayAll)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("1 of 3 runs do not replay")
                .hasMessageContaining("Run f: ")
                .hasMessageContaining("PT1H")
                .hasMessageContaining("PT2H");
    }
}
