package dev.reprise.examples.mended;

import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;

/**
 * A prepaid card: what is spent is asked for by updates, and refused when the card has less.
 *
 * <p>{@code Before} reads the balance, pays, and writes down the balance that is left. Paying takes
 * its time, and another update comes meanwhile: both read the same balance, both pay, and the card
 * has spent more than it had.
 *
 * <p>{@code After} takes the money off the card in the same step in which it looks, and puts it
 * back when it could not pay.
 */
final class StaleRead {
    private StaleRead() {}

    interface Payments {
        void pay(String shop, int cents);
    }

    /** Reads, waits, and writes what it has read before. */
    static final class Before implements Workflow<Integer, Integer> {
        private int balance;

        @Override
        public Integer run(Integer cents) {
            balance = cents;
            Flow.await(() -> balance == 0);
            return balance;
        }

        @Update
        boolean spend(String shop, int cents) {
            int known = balance;
            if (known < cents) {
                return false;
            }
            Flow.activity(Payments.class).pay(shop, cents);
            balance = known - cents;
            return true;
        }
    }

    /** Reads and writes in one step, then waits. */
    static final class After implements Workflow<Integer, Integer> {
        private int balance;

        @Override
        public Integer run(Integer cents) {
            balance = cents;
            Flow.await(() -> balance == 0);
            return balance;
        }

        @Update
        boolean spend(String shop, int cents) {
            if (balance < cents) {
                return false;
            }
            balance -= cents;
            try {
                Flow.activity(Payments.class).pay(shop, cents);
                return true;
            } catch (ActivityFailed e) {
                balance += cents;
                throw e;
            }
        }
    }
}
