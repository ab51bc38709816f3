package dev.reprise.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.testing.Shop.Cart;
import dev.reprise.engine.testing.Shop.Payments;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Activities of real code go one after the other, unless one of them waits for something real. */
@Timeout(60)
class RealActivityTest {
    private record Till(UnaryOperator<String> code) implements Payments {
        @Override
        public String charge(String order) {
            return code.apply(order);
        }

        @Override
        public String refund(String order, int cents) {
            return order;
        }

        @Override
        public void note(String order) {}
    }

    private static History charged(UnaryOperator<String> code) {
        try (var engine = TestEngine.create()) {
            engine.register(Cart.class).activities(new Till(code));
            var run = engine.client().start(Cart.class, new RunId("c"), "");
            assertThat(run.result()).isEqualTo("A B C");
            return engine.history(run);
        }
    }

    @Test
    void one_that_is_slow_keeps_its_place() {
        History history =
                charged(
                        order -> {
                            long end = System.nanoTime() + 2 * Players.MOMENT.toNanos();
                            while (order.equals("a") && System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                            return order.equals("a") ? "A" : order.equals("b") ? "B" : "C";
                        });
        assertThat(history.lines())
                .containsSubsequence(
                        "Payments.charge (1) gives \"A\"",
                        "Payments.charge (2) gives \"B\"",
                        "Payments.charge (3) gives \"C\"");
    }

    @Test
    void one_that_waits_lets_the_others_go() {
        var others = new CountDownLatch(2);
        History history =
                charged(
                        order -> {
                            if (!order.equals("a")) {
                                others.countDown();
                                return order.equals("b") ? "B" : "C";
                            }
                            try {
                                others.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return "A";
                        });
        assertThat(history.lines()).contains("Payments.charge (1) gives \"A\"");
    }
}
