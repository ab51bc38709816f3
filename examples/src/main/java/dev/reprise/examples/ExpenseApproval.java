package dev.reprise.examples;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import java.time.Duration;
import java.util.List;

/**
 * An expense waits for somebody to approve it, but not for ever.
 *
 * <p>Small ones pass by themselves. For a larger one the manager is asked, and reminded after two
 * days; when nothing has come after three, the director is asked in the same way; when that one
 * does not answer either, the expense expires. The run may wait for a week, and costs nothing
 * meanwhile: it is a row in the store and a timer.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>{@link Flow#await(Duration, java.util.function.BooleanSupplier)} waits for a condition or
 *       for time, whichever is first, and says which it was.
 *   <li>The decision is an <i>update</i>, not a signal: whoever decides is told what came of it,
 *       and the validator turns away those who were not asked before it leaves any trace.
 *   <li>{@link #status} is a query: it reads fields, and changes nothing.
 *   <li>The search attributes let people find what waits for them: {@code reprise list --filter
 *       "waitsFor = 'manager'"}.
 * </ul>
 *
 * <pre>
 * reprise run ExpenseApproval.java --data data --input '{"who":"ann","cents":90000,"why":"a desk"}'
 * reprise query ExpenseApproval status --data data                         (another terminal)
 * reprise update ExpenseApproval decide '"manager"' true --data data
 * </pre>
 */
final class ExpenseApproval implements Workflow<ExpenseApproval.Expense, String> {
    record Expense(String who, int cents, String why) {}

    interface Mail {
        void ask(String whom, Expense expense);

        void remind(String whom);

        void tell(String whom, String outcome);
    }

    private static final int SMALL_CENTS = 5_000;

    private String asked = "";
    private String decision = "";

    @Override
    public String run(Expense expense) {
        Flow.searchAttribute("who", expense.who());
        String outcome =
                expense.cents() <= SMALL_CENTS ? "approved: it is small" : decided(expense);
        Flow.activity(Mail.class).tell(expense.who(), outcome);
        return outcome;
    }

    private String decided(Expense expense) {
        var mail = Flow.activity(Mail.class);
        for (String each : List.of("manager", "director")) {
            asked = each;
            Flow.searchAttribute("waitsFor", each);
            mail.ask(each, expense);
            if (Flow.await(Duration.ofDays(2), this::isDecided)) {
                return decision;
            }
            mail.remind(each);
            if (Flow.await(Duration.ofDays(1), this::isDecided)) {
                return decision;
            }
        }
        asked = "";
        return "expired: nobody answered";
    }

    private boolean isDecided() {
        return !decision.isEmpty();
    }

    @Update(validator = "checkDecision")
    String decide(String who, boolean yes) {
        decision = (yes ? "approved by " : "rejected by ") + who;
        return decision;
    }

    void checkDecision(String who, boolean yes) {
        if (isDecided()) {
            throw new IllegalStateException("it is " + decision + " already");
        }
        if (!who.equals(asked)) {
            throw new IllegalArgumentException(
                    who + " was not asked" + (asked.isEmpty() ? "" : ", but " + asked));
        }
    }

    @Query
    String status() {
        if (isDecided()) {
            return decision;
        }
        return asked.isEmpty() ? "not asked" : "waits for " + asked;
    }

    /** Prints what it would send. */
    static final class Printer implements Mail {
        @Override
        public void ask(String whom, Expense expense) {
            System.err.println("To " + whom + ": please decide about " + expense);
        }

        @Override
        public void remind(String whom) {
            System.err.println("To " + whom + ": please do not forget");
        }

        @Override
        public void tell(String whom, String outcome) {
            System.err.println("To " + whom + ": your expense is " + outcome);
        }
    }
}
