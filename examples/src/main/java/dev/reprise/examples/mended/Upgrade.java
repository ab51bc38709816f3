package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Workflow;

/**
 * Orders are charged and sent. A new release is to check them for fraud first, while thousands of
 * orders are under way.
 *
 * <p>{@code Before} is the new code as it comes to mind. An order that was charged by the old code
 * is replayed by the new, which asks for a check where a charge is recorded, and is stuck.
 *
 * <p>{@code After} asks {@link Flow#patched}: orders that were on the old path stay on it, others
 * take the new one.
 */
final class Upgrade {
    private static final String ORDER = "Order";

    private Upgrade() {}

    interface Shop {
        void check(String order);

        void charge(String order);

        void send(String order);
    }

    /** The release that runs today. */
    @Named(ORDER)
    static final class Today implements Workflow<String, String> {
        @Override
        public String run(String order) {
            var shop = Flow.activity(Shop.class);
            shop.charge(order);
            shop.send(order);
            return "sent";
        }
    }

    /** The next one: all orders are checked, even those that were charged long ago. */
    @Named(ORDER)
    static final class Before implements Workflow<String, String> {
        @Override
        public String run(String order) {
            var shop = Flow.activity(Shop.class);
            shop.check(order);
            shop.charge(order);
            shop.send(order);
            return "sent";
        }
    }

    /** The next one: new orders are checked. */
    @Named(ORDER)
    static final class After implements Workflow<String, String> {
        @Override
        public String run(String order) {
            var shop = Flow.activity(Shop.class);
            if (Flow.patched("check-first")) {
                shop.check(order);
            }
            shop.charge(order);
            shop.send(order);
            return "sent";
        }
    }
}
