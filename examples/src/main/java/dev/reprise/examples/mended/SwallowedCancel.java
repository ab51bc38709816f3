package dev.reprise.examples.mended;

import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;

/**
 * An order is checked for fraud and shipped. That the check cannot be made holds up no order, and
 * what is being shipped is shipped to the end, so that no parcel is lost on its way.
 *
 * <p>{@code Before} catches whatever comes out of the check. When the order is cancelled while it
 * is checked, that comes out of the check too: as {@code Cancelled}, which is a runtime exception
 * like others. It is taken for a check that cannot be made, and the cancelled order is shipped.
 *
 * <p>{@code After} catches what it means: that the activity has failed.
 */
final class SwallowedCancel {
    private SwallowedCancel() {}

    interface Fraud {
        boolean suspects(String order);
    }

    interface Courier {
        String ship(String order);
    }

    /** Takes everything for a check that has failed. */
    static final class Before implements Workflow<String, String> {
        @Override
        public String run(String order) {
            boolean suspect;
            try {
                suspect = Flow.activity(Fraud.class).suspects(order);
            } catch (RuntimeException e) {
                suspect = false;
            }
            return suspect ? "refused" : shipped(order);
        }
    }

    /** Knows what a check that has failed is. */
    static final class After implements Workflow<String, String> {
        @Override
        public String run(String order) {
            boolean suspect;
            try {
                suspect = Flow.activity(Fraud.class).suspects(order);
            } catch (ActivityFailed e) {
                suspect = false;
            }
            return suspect ? "refused" : shipped(order);
        }
    }

    private static String shipped(String order) {
        return Flow.nonCancellable(() -> Flow.activity(Courier.class).ship(order));
    }
}
