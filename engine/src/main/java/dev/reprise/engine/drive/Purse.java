package dev.reprise.engine.drive;

import dev.reprise.policy.Budget;
import dev.reprise.policy.Verdict;

/** What a run has spent on attempts. Any thread may spend. */
public final class Purse {
    private long attempts;
    private long units;

    /** Nothing is spent. */
    public Purse() {}

    /** Whether one more attempt may start; if so, it is paid. */
    synchronized Verdict spend(Budget budget) {
        Verdict verdict = budget.verdict(attempts, units);
        if (verdict instanceof Verdict.Go) {
            attempts++;
            units += budget.cost();
        }
        return verdict;
    }

    /** The attempt did not start after all. */
    synchronized void refund(Budget budget) {
        attempts--;
        units -= budget.cost();
    }

    /** How many attempts were started. */
    public synchronized long attempts() {
        return attempts;
    }

    /** What they cost. */
    public synchronized long units() {
        return units;
    }
}
