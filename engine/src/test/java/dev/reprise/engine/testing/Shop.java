package dev.reprise.engine.testing;

import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.guard.Allowed;
import dev.reprise.flow.guard.Rule;
import dev.reprise.history.ActivityOptions;
import java.io.IOException;
import java.time.Duration;

/** What a user would test: orders that are charged, approved and sent, well or badly. */
final class Shop {
    private Shop() {}

    interface Payments {
        String charge(String order);

        String refund(String order, int cents);

        void note(String order);
    }

    interface Mail {
        String send(String order) throws IOException;
    }

    /** Charges an order, and waits two days for somebody to approve it. */
    static final class Order implements Workflow<String, String> {
        private boolean approved;

        @Override
        public String run(String order) {
            String receipt = Flow.activity(Payments.class).charge(order);
            if (!Flow.await(Duration.ofDays(2), () -> approved)) {
                return Flow.activity(Payments.class).refund(order, 100);
            }
            Flow.activity(Payments.class).note(order);
            return receipt;
        }

        @Signal
        void approve(String who) {
            approved = true;
        }

        @Query
        boolean approved() {
            return approved;
        }
    }

    /** Charges, and says how that ended. */
    static final class Charge implements Workflow<String, String> {
        @Override
        public String run(String order) {
            return charged(order, ActivityOptions.UNSAID);
        }
    }

    /** As {@link Charge}, but waits only a minute for each attempt. */
    static final class Hurried implements Workflow<String, String> {
        @Override
        public String run(String order) {
            var minute = ActivityOptions.Timeouts.NONE.startToClose(Duration.ofMinutes(1));
            return charged(order, ActivityOptions.UNSAID.timeouts(minute));
        }
    }

    private static String charged(String order, ActivityOptions options) {
        try {
            return Flow.activity(Payments.class, options).charge(order);
        } catch (ActivityFailed e) {
            return "not charged: " + e.failure().root().message();
        }
    }

    /** Charges three orders beside each other. */
    static final class Cart implements Workflow<String, String> {
        @Override
        public String run(String order) {
            return String.join(
                    " ",
                    Flow.parallel(
                            () -> Flow.activity(Payments.class).charge(order + "a"),
                            () -> Flow.activity(Payments.class).charge(order + "b"),
                            () -> Flow.activity(Payments.class).charge(order + "c")));
        }
    }

    /** Waits for an answer. */
    static final class Question implements Workflow<String, String> {
        @Override
        public String run(String order) {
            return order + " " + Flow.signal("answer", String.class);
        }
    }

    /** Sleeps for as long as it is told. */
    static final class Sleeper implements Workflow<Integer, String> {
        @Override
        public String run(Integer hours) {
            Flow.sleep(Duration.ofHours(hours));
            return "slept until " + Flow.now();
        }
    }

    /** Never ends, and sleeps an hour at a time. */
    static final class Treadmill implements Workflow<String, String> {
        @Override
        public String run(String order) {
            while (true) {
                Flow.sleep(Duration.ofHours(1));
            }
        }
    }

    /** Never ends, and never sleeps. */
    static final class Mill implements Workflow<String, String> {
        @Override
        public String run(String order) {
            while (true) {
                Flow.activity(Payments.class).charge(order);
            }
        }
    }

    /** Sends a mail. */
    static final class Letter implements Workflow<String, String> {
        @Override
        public String run(String order) {
            try {
                return Flow.activity(Mail.class).send(order);
            } catch (IOException e) {
                throw new AssertionError("an activity fails in other ways", e);
            }
        }
    }

    /** Gets stuck. */
    static final class Broken implements Workflow<String, String> {
        @Override
        public String run(String order) {
            throw new AssertionError("order " + order + " is impossible");
        }
    }

    /**
     * Ends the rounds of those who go round without a pause, so that tests leave no thread busy.
     */
    static volatile boolean enough;

    /** Goes round without a pause. */
    @Allowed(value = Rule.STATIC_STATE, reason = "that it goes round is what the test is about")
    static final class Looping implements Workflow<String, String> {
        @Override
        public String run(String order) {
            while (!enough) {
                // goes on
            }
            return order;
        }
    }

    /** Goes round when it is asked something. */
    @Allowed(value = Rule.STATIC_STATE, reason = "that it goes round is what the test is about")
    static final class Asked implements Workflow<String, String> {
        @Override
        public String run(String order) {
            return Flow.signal("answer", String.class);
        }

        @Query
        String looping() {
            while (!enough) {
                // goes on
            }
            return "";
        }
    }
}
