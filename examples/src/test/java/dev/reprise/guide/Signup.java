package dev.reprise.guide;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.time.Duration;

final class Signup implements Workflow<String, String> {
    interface Mail {
        void send(String to, String text);
    }

    private boolean confirmed;

    @Override
    public String run(String address) {
        var mail = Flow.activity(Mail.class);
        mail.send(address, "Please confirm.");
        if (!Flow.await(Duration.ofDays(3), () -> confirmed)) {
            return "forgotten";
        }
        mail.send(address, "Welcome!");
        return "welcome";
    }

    @Signal
    void confirm() {
        confirmed = true;
    }

    @Query
    boolean isConfirmed() {
        return confirmed;
    }
}
