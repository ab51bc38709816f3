package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.OrderSaga.Courier;
import dev.reprise.examples.OrderSaga.Order;
import dev.reprise.examples.OrderSaga.Payments;
import dev.reprise.examples.OrderSaga.Stock;
import dev.reprise.examples.OrderSaga.Town;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An order is carried out whole, or not at all; whatever dies meanwhile. */
@ExtendWith(TestEngines.class)
class OrderSagaTest {
    private static final RunId RUN = new RunId("order-42");
    private static final Order TO_ROME = new Order("42", "tea", 1250, "Rome");
    private static final Order TO_ATLANTIS = new Order("42", "tea", 1250, "Atlantis");

    @Test
    void a_good_order_is_charged_and_sent(TestEngine engine) {
        var town = new Town();
        engine.register(OrderSaga.class).activities(town);
        var order = engine.client().start(OrderSaga.class, RUN, TO_ROME);
        assertThat(order.result())
                .isEqualTo("charged 1250 for 42, booked a courier to Rome for 42");
        engine.history(order).golden(Path.of("src/test/resources/order-saga.txt"));
    }

    @Test
    void what_was_done_is_undone_when_a_later_step_fails(TestEngine engine) {
        var town = new Town();
        engine.register(OrderSaga.class).activities(town);
        var order = engine.client().start(OrderSaga.class, RUN, TO_ATLANTIS);
        assertThatThrownBy(order::result)
                .isInstanceOf(RunFailed.class)
                .hasMessageContaining("no courier goes to Atlantis");
        assertThat(town.done())
                .containsExactly(
                        "reserved tea for 42",
                        "charged 1250 for 42",
                        "refunded 42",
                        "released what 42 had");
    }

    @Test
    void a_courier_who_is_busy_is_asked_again(TestEngine engine) {
        var stock = engine.stub(Stock.class);
        var payments = engine.stub(Payments.class);
        var courier = engine.stub(Courier.class);
        engine.register(OrderSaga.class);
        stock.on(Stock::reserve).returns();
        payments.on(Payments::charge).returns("receipt");
        courier.on(Courier::book).fails(2, new IOException("busy")).returns("parcel");
        var order = engine.client().start(OrderSaga.class, RUN, TO_ROME);
        assertThat(order.result()).isEqualTo("receipt, parcel");
        engine.history(order).activity("Courier.book", "42", "Rome").retried(2).gave("parcel");
    }

    @Test
    void a_cancelled_order_is_undone_too(TestEngine engine) {
        var stock = engine.stub(Stock.class);
        var payments = engine.stub(Payments.class);
        engine.register(OrderSaga.class);
        stock.on(Stock::reserve).returns();
        stock.on(Stock::release).returns();
        payments.on(Payments::charge).hangs(); // and may have charged
        payments.on(Payments::refund).returns();
        var order = engine.client().start(OrderSaga.class, RUN, TO_ROME);
        order.cancel("the customer has second thoughts");
        assertThatThrownBy(order::result).isInstanceOf(RunFailed.class);
        engine.history(order)
                .cancel()
                .activity("Payments.refund", "42")
                .activity("Stock.release", "42")
                .cancelled();
    }

    @Test
    void nobody_is_charged_twice_and_nobody_pays_for_nothing_wherever_it_crashes() {
        int crashes =
                TestEngine.crashEverywhere(
                        engine -> {
                            var town = new Town();
                            engine.register(OrderSaga.class).activities(town);
                            var order = engine.client().start(OrderSaga.class, RUN, TO_ROME);
                            order.result();
                            assertThat(town.done())
                                    .containsExactly(
                                            "reserved tea for 42",
                                            "charged 1250 for 42",
                                            "booked a courier to Rome for 42");
                            engine.replayAll();
                        });
        assertThat(crashes).isGreaterThan(6);
        TestEngine.crashEverywhere(
                engine -> {
                    var town = new Town();
                    engine.register(OrderSaga.class).activities(town);
                    var order = engine.client().start(OrderSaga.class, RUN, TO_ATLANTIS);
                    assertThatThrownBy(order::result).hasMessageContaining("Atlantis");
                    assertThat(town.done())
                            .endsWith("refunded 42", "released what 42 had")
                            .hasSize(4);
                });
    }
}
