package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;

/**
 * An expense is paid when the manager has approved it. The manager gets a mail, and may see the
 * expense in a list before.
 *
 * <p>{@code Before} begins to wait with a clean slate: nobody approved yet. But the manager who was
 * quick has clicked while the mail was on its way, and that is wiped away: the expense waits for
 * ever.
 *
 * <p>{@code After} never takes back what it was told. A field begins as false by itself.
 */
final class LostApproval {
    private LostApproval() {}

    interface Mail {
        void ask(String expense);
    }

    interface Payments {
        String pay(String expense);
    }

    /** Wipes the slate right before it looks at it. */
    static final class Before implements Workflow<String, String> {
        private boolean approved;

        @Override
        public String run(String expense) {
            Flow.activity(Mail.class).ask(expense);
            approved = false;
            Flow.await(() -> approved);
            return Flow.activity(Payments.class).pay(expense);
        }

        @Signal
        void approve() {
            approved = true;
        }
    }

    /** Takes an approval that came early for what it is. */
    static final class After implements Workflow<String, String> {
        private boolean approved;

        @Override
        public String run(String expense) {
            Flow.activity(Mail.class).ask(expense);
            Flow.await(() -> approved);
            return Flow.activity(Payments.class).pay(expense);
        }

        @Signal
        void approve() {
            approved = true;
        }
    }
}
