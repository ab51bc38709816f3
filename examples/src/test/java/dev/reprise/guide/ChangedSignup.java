package dev.reprise.guide;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.guide.Signup.Mail;
import java.time.Duration;

/** {@link Signup} as it is after a change: with a patch, as it should be, and without. */
final class ChangedSignup {
    private ChangedSignup() {}

    /** Gives people a week, those who began with three days excepted. */
    @Named("Signup")
    static final class Patched implements Workflow<String, String> {
        private boolean confirmed;

        @Override
        public String run(String address) {
            var mail = Flow.activity(Mail.class);
            mail.send(address, "Please confirm.");
            var patience = Flow.patched("a-week") ? Duration.ofDays(7) : Duration.ofDays(3);
            if (!Flow.await(patience, () -> confirmed)) {
                return "forgotten";
            }
            mail.send(address, "Welcome!");
            return "welcome";
        }

        @Signal
        void confirm() {
            confirmed = true;
        }
    }

    /** Gives everybody a week, and so cannot be replayed for those who had three days. */
    @Named("Signup")
    static final class Careless implements Workflow<String, String> {
        private boolean confirmed;

        @Override
        public String run(String address) {
            var mail = Flow.activity(Mail.class);
            mail.send(address, "Please confirm.");
            if (!Flow.await(Duration.ofDays(7), () -> confirmed)) {
                return "forgotten";
            }
            mail.send(address, "Welcome!");
            return "welcome";
        }

        @Signal
        void confirm() {
            confirmed = true;
        }
    }
}
