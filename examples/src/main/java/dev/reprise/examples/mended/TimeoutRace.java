package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.time.Duration;

/**
 * A paid order is shipped when the warehouse says that it is packed. When it does not within a day,
 * the customer gets the money back.
 *
 * <p>{@code Before} ships where it hears that, and says so when it is done. While the courier is
 * asked the day ends: nothing was shipped so far, so the order is refunded too.
 *
 * <p>{@code After} only writes down what it hears. One place decides, once, and does one of both.
 */
final class TimeoutRace {
    private static final Duration LIMIT = Duration.ofDays(1);

    private TimeoutRace() {}

    interface Shop {
        void ship(String order);

        void refund(String order);
    }

    /** Two places decide, and neither knows of the other. */
    static final class Before implements Workflow<String, String> {
        private boolean shipped;

        @Override
        public String run(String order) {
            if (Flow.await(LIMIT, () -> shipped)) {
                return "shipped";
            }
            Flow.activity(Shop.class).refund(order);
            return "refunded";
        }

        @Signal
        void packed(String order) {
            Flow.activity(Shop.class).ship(order);
            shipped = true;
        }
    }

    /** One place decides. */
    static final class After implements Workflow<String, String> {
        private boolean packed;

        @Override
        public String run(String order) {
            if (Flow.await(LIMIT, () -> packed)) {
                Flow.activity(Shop.class).ship(order);
                return "shipped";
            }
            Flow.activity(Shop.class).refund(order);
            return "refunded";
        }

        @Signal
        void packed(String order) {
            packed = true;
        }
    }
}
