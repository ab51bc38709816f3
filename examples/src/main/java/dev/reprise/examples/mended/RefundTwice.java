package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.util.Map;
import java.util.TreeMap;

/**
 * An order is paid and handed to a courier. When no courier takes it, the customer gets the money
 * back.
 *
 * <p>{@code Before} gives it back by paying the same amount in the other direction. When the
 * process dies behind that, and before it is durable that it was done, it is done again: the
 * customer gets the money twice.
 *
 * <p>{@code After} names the payment that it takes back. What was taken back cannot be taken back
 * again.
 */
final class RefundTwice {
    private RefundTwice() {}

    interface Bank {
        void take(String payment, int cents);

        void pay(String customer, int cents);

        void takeBack(String payment);
    }

    interface Courier {
        void send(String order);
    }

    record Order(String id, String customer, int cents) {}

    /** Undoes a payment by another one. */
    static final class Before implements Workflow<Order, String> {
        @Override
        public String run(Order order) {
            var bank = Flow.activity(Bank.class);
            return Flow.saga(
                    saga -> {
                        saga.onUndo(() -> bank.pay(order.customer(), order.cents()));
                        bank.take(order.id(), order.cents());
                        Flow.activity(Courier.class).send(order.id());
                        return "sent";
                    });
        }
    }

    /** Undoes this payment, and no other. */
    static final class After implements Workflow<Order, String> {
        @Override
        public String run(Order order) {
            var bank = Flow.activity(Bank.class);
            return Flow.saga(
                    saga -> {
                        saga.onUndo(() -> bank.takeBack(order.id()));
                        bank.take(order.id(), order.cents());
                        Flow.activity(Courier.class).send(order.id());
                        return "sent";
                    });
        }
    }

    /** The account of the shop at its bank, which knows payments by their names. */
    static final class Account implements Bank {
        private final Map<String, Integer> payments = new TreeMap<>();
        private int paid;

        @Override
        public void take(String payment, int cents) {
            payments.putIfAbsent(payment, cents);
        }

        @Override
        public void pay(String customer, int cents) {
            paid += cents;
        }

        @Override
        public void takeBack(String payment) {
            payments.put(payment, 0);
        }

        /** What the shop has. */
        int balance() {
            return payments.values().stream().mapToInt(Integer::intValue).sum() - paid;
        }
    }
}
