package dev.reprise.bench;

import dev.reprise.RunId;
import dev.reprise.engine.Client;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.policy.QueueLimits;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * A little of all that an engine does: orders that sleep for hours, wait for a signal, have a child
 * and use a task queue, or are cancelled or terminated; activities that fail first and are tried
 * again; carts that are updated, asked, and continue as new for ever; a schedule; and retention.
 */
final class SoakLoad {
    private static final String QUEUE = "soak";
    private static final int QUEUE_MAX = 8;

    /** So many orders wait to be signalled before the oldest is. */
    private static final int UNTOLD_MAX = 100;

    /** Of so many one is cancelled, and one is terminated, instead of being signalled. */
    private static final int GIVEN_UP_EACH = 25;

    private static final int CARTS = 8;

    /** Every so manyth order is put in a cart, too. */
    private static final int IN_CART_EACH = 5;

    private static final int ITEMS_MAX = 20;
    private static final int LEGS_KEPT = 2;

    private static final Duration KEPT_FOR = Duration.ofHours(2);
    private static final long KEPT_OF_TYPE_MAX = 2_000;

    private final Client client;
    private final ArrayDeque<RunId> untold = new ArrayDeque<>();
    private int number;

    SoakLoad(Engine engine) {
        engine.register(Order.class)
                .register(Parcel.class)
                .register(Tick.class)
                .register(Cart.class);
        engine.activities(new Shaky());
        this.client = engine.client();
    }

    /** How an engine is opened for it: what has ended is deleted after hours, or when too many. */
    static EngineOptions options() {
        return EngineOptions.DEFAULT
                .queue(QUEUE, QueueLimits.NONE.concurrencyMax(QUEUE_MAX))
                .retention(
                        Retention.FOREVER
                                .age(KEPT_FOR)
                                .countOfType(KEPT_OF_TYPE_MAX)
                                .legs(LEGS_KEPT));
    }

    /** Begins what goes on by itself. */
    void begin() {
        var quarterly = Schedule.of(When.parse("every 15m"));
        client.schedule("ticks").create(new ScheduleSpec(quarterly, client.duty(Tick.class, 1)));
        for (int i = 0; i < CARTS; i++) {
            client.start(Cart.class, cart(i), 0);
        }
    }

    private static RunId cart(int number) {
        return new RunId("cart-" + number % CARTS);
    }

    /** One order more, and one that waits is told something; now and then a cart is, too. */
    void step() {
        var run = new RunId("order-" + number);
        client.start(Order.class, run, number);
        untold.add(run);
        if (untold.size() > UNTOLD_MAX) {
            tell(client.handle(Order.class, untold.remove()));
        }
        if (number % IN_CART_EACH == 0) {
            var cart = client.handle(Cart.class, cart(number / IN_CART_EACH));
            var _ = cart.update("add", Integer.class, number);
            var _ = cart.query("items", Integer.class);
        }
        number++;
    }

    private void tell(RunHandle<String> order) {
        switch (number % GIVEN_UP_EACH) {
            case 0 -> order.cancel("nobody wants it");
            case 1 -> order.terminate("nobody wants it at all");
            default -> order.signal("paid");
        }
    }

    /** How many entries are kept of the runs that go on for ever. */
    long entriesOfCarts() {
        long entries = 0;
        for (int i = 0; i < CARTS; i++) {
            var found = client.describe(cart(i));
            entries += found.entries() - found.first();
        }
        return entries;
    }

    /** How many orders there were. */
    int started() {
        return number;
    }

    /** Waits for an activity, a signal, hours and a child. */
    static final class Order implements Workflow<Integer, String> {
        private boolean paid;

        /** Called by the machine. */
        Order() {}

        @Override
        public String run(Integer number) {
            Flow.searchAttribute("customer", "c-" + number % 100);
            var options = ActivityOptions.UNSAID.taskQueue(QUEUE);
            Flow.activity(Steps.class, options).step(number);
            Flow.await(() -> paid);
            Flow.sleep(Duration.ofMinutes(30 + number % 90));
            return Flow.child(Parcel.class).start(number).result().get();
        }

        @Signal
        void paid() {
            paid = true;
        }
    }

    /** Takes what it is given, and continues as new when it is full. */
    static final class Cart implements Workflow<Integer, Integer> {
        private int items;

        /** Called by the machine. */
        Cart() {}

        @Override
        public Integer run(Integer before) {
            Flow.await(() -> items >= ITEMS_MAX);
            return Flow.continueAsNew(before + items);
        }

        @Update
        int add(int order) {
            Flow.activity(Steps.class).step(order);
            return ++items;
        }

        @Query
        int items() {
            return items;
        }
    }

    /** Sleeps for a while; every tenth fails. */
    static final class Parcel implements Workflow<Integer, String> {
        /** Called by the machine. */
        Parcel() {}

        @Override
        public String run(Integer number) {
            Flow.sleep(Duration.ofMinutes(10));
            if (number % 10 == 0) {
                throw ApplicationFailed.fatal("Lost", "the parcel is lost");
            }
            return "delivered";
        }
    }

    /** What the schedule starts. */
    static final class Tick implements Workflow<Integer, Integer> {
        /** Called by the machine. */
        Tick() {}

        @Override
        public Integer run(Integer number) {
            return Flow.activity(Steps.class).step(number);
        }
    }

    /** The activity. */
    interface Steps {
        int step(int number);
    }

    /** Fails for every third at first, and is tried again then. */
    static final class Shaky implements Steps {
        @Override
        public int step(int number) {
            if (number % 3 == 0 && ActivityContext.current().attempt() == 1) {
                throw ApplicationFailed.of("Shaky", "not this time");
            }
            return number;
        }
    }
}
