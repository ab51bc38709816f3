package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;

/**
 * A paid order is packed, and meanwhile a receipt is sent by a run of its own.
 *
 * <p>{@code Before} starts that run, packs and ends. A child ends with its parent unless something
 * else is said: when the parcel is packed before the mail is sent, the mail is never sent.
 *
 * <p>{@code After} says that the child goes on alone, and waits until it has begun.
 */
final class OrphanedChild {
    private OrphanedChild() {}

    interface Warehouse {
        void pack(String order);
    }

    interface Mail {
        void receipt(String order);
    }

    /** Sends a receipt. */
    static final class Receipt implements Workflow<String, String> {
        @Override
        public String run(String order) {
            Flow.activity(Mail.class).receipt(order);
            return "sent";
        }
    }

    /** Leaves a child behind that does not survive it. */
    static final class Before implements Workflow<String, String> {
        @Override
        public String run(String order) {
            Flow.child(Receipt.class).start(order);
            Flow.activity(Warehouse.class).pack(order);
            return "packed";
        }
    }

    /** Leaves a child behind that goes on alone. */
    static final class After implements Workflow<String, String> {
        private static final ChildOptions ALONE =
                ChildOptions.UNSAID.parentClose(ParentClose.ABANDON);

        @Override
        public String run(String order) {
            var receipt = Flow.child(Receipt.class).options(ALONE).start(order);
            Flow.activity(Warehouse.class).pack(order);
            receipt.started().get();
            return "packed";
        }
    }
}
