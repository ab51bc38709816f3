package dev.reprise.policy;

import dev.reprise.Check;

/**
 * What an attempt costs, and how much its run may spend. A run spends for every attempt that is
 * started, whatever activity it is of and whatever becomes of it; a redelivery is paid already.
 *
 * @param cost the units of one attempt
 * @param budgetAttempts how many attempts a run may have started; 0 for any number
 * @param budgetCost how many units a run may have spent; 0 for any number
 */
public record Budget(int cost, long budgetAttempts, long budgetCost) {
    /** The greatest cost of an attempt. */
    public static final int COST_MAX = 1_000_000_000;

    /** The greatest budget. */
    public static final long BUDGET_MAX = 1_000_000_000_000_000L;

    /** One unit for an attempt, and no limit. */
    public static final Budget NONE = new Budget(1, 0, 0);

    /** Checks the numbers. */
    public Budget {
        Check.argument(cost >= 0 && cost <= COST_MAX, "cost is in 0..%d: %d", COST_MAX, cost);
        bounded("budgetAttempts", budgetAttempts);
        bounded("budgetCost", budgetCost);
    }

    private static void bounded(String what, long value) {
        Check.argument(
                value >= 0 && value <= BUDGET_MAX, "%s is in 0..%d: %d", what, BUDGET_MAX, value);
    }

    /** Whether there is a limit at all. */
    public boolean isLimited() {
        return budgetAttempts > 0 || budgetCost > 0;
    }

    /**
     * Whether a run that has spent so much may start one more attempt.
     *
     * @param attempts how many attempts it has started
     * @param units what they cost
     */
    public Verdict verdict(long attempts, long units) {
        if (budgetAttempts > 0 && attempts >= budgetAttempts) {
            return new Verdict.Spent("attempts", attempts, budgetAttempts);
        }
        if (budgetCost > 0 && units > budgetCost - cost) {
            return new Verdict.Spent("units", units, budgetCost);
        }
        return Verdict.GO;
    }

    /** The same with another cost of an attempt. */
    public Budget cost(int value) {
        return new Budget(value, budgetAttempts, budgetCost);
    }

    /** The same with another number of attempts. */
    public Budget budgetAttempts(long value) {
        return new Budget(cost, value, budgetCost);
    }

    /** The same with another number of units. */
    public Budget budgetCost(long value) {
        return new Budget(cost, budgetAttempts, value);
    }
}
