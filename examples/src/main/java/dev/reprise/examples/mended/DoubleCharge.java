package dev.reprise.examples.mended;

import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * An order is paid by card. The bank takes a key with every charge, and charges once for each key.
 *
 * <p>{@code Before} makes the key inside of the activity. When the process dies after the bank was
 * asked, and before its answer is durable, the activity is delivered again: it must be, since
 * nobody knows how it ended. It makes another key, and the bank charges again.
 *
 * <p>{@code After} takes the key of the call, which is the same for every attempt and every
 * delivery.
 */
final class DoubleCharge {
    private DoubleCharge() {}

    interface Payments {
        String charge(String order, int cents);
    }

    /** An order: it costs what it costs. */
    static final class Order implements Workflow<String, String> {
        @Override
        public String run(String order) {
            return Flow.activity(Payments.class).charge(order, 1250);
        }
    }

    /** A new key whenever it is asked. */
    static final class Before implements Payments {
        private final Bank bank;

        Before(Bank bank) {
            this.bank = bank;
        }

        @Override
        public String charge(String order, int cents) {
            bank.charge(UUID.randomUUID().toString(), cents);
            return "paid";
        }
    }

    /** The key of the call. */
    static final class After implements Payments {
        private final Bank bank;

        After(Bank bank) {
            this.bank = bank;
        }

        @Override
        public String charge(String order, int cents) {
            bank.charge(ActivityContext.current().idempotencyKey(), cents);
            return "paid";
        }
    }

    /** The bank, as small as it gets. */
    static final class Bank {
        private final Map<String, Integer> charges = new TreeMap<>();

        void charge(String key, int cents) {
            charges.putIfAbsent(key, cents);
        }

        /** What it has charged in all. */
        int charged() {
            return charges.values().stream().mapToInt(Integer::intValue).sum();
        }
    }
}
