package dev.reprise.app;

import dev.reprise.choice.Action;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Footprint;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.List;

/**
 * An account with 100 on it from which two people withdraw 80 each. Withdrawing is two steps: look
 * whether there is enough, then take it. Between the two, the other may take it too.
 */
final class Account {
    static final List<String> PEOPLE = List.of("alice", "bob");
    private static final Kind STEP = new Kind(1, "step");
    private static final int AMOUNT = 80;
    private static final Footprint BALANCE = Footprint.writes(0);

    private final boolean inOneStep;
    private final EnabledSet enabled = new EnabledSet();
    private int balance = 100;

    /** One step that was taken: by whom, and what it did. */
    record Event(int person, String what) {}

    /** How it went: every step in order, and what is left on the account. */
    record Story(List<Event> events, int balance) {
        boolean isOverdrawn() {
            return balance < 0;
        }
    }

    private Account(boolean inOneStep) {
        this.inOneStep = inOneStep;
    }

    /** Lets both withdraw; the scheduler decides who takes the next step. */
    static Story withdrawals(Scheduler scheduler) {
        return new Account(false).run(scheduler);
    }

    /** The same with the mistake mended: looking and taking is one step. */
    static Story mendedWithdrawals(Scheduler scheduler) {
        return new Account(true).run(scheduler);
    }

    private Story run(Scheduler scheduler) {
        var events = new ArrayList<Event>();
        for (int person = 0; person < PEOPLE.size(); person++) {
            offer(person, 0);
        }
        while (enabled.size() > 0) {
            var next = scheduler.choose(enabled);
            enabled.remove(next.key());
            int person = (int) next.actor();
            boolean looks = next.key().number() % 2 == 0;
            events.add(new Event(person, looks ? look(person) : take()));
        }
        return new Story(events, balance);
    }

    private void offer(int person, int step) {
        enabled.add(new Action(STEP.key(2L * person + step), person, BALANCE));
    }

    private String look(int person) {
        if (balance < AMOUNT) {
            return "sees " + balance + ": too little";
        }
        if (inOneStep) {
            return "sees " + balance + ", " + take();
        }
        offer(person, 1);
        return "sees " + balance + ": enough";
    }

    private String take() {
        balance -= AMOUNT;
        return "takes " + AMOUNT + ", leaves " + balance;
    }
}
