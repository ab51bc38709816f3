package dev.reprise.guide;

import dev.reprise.RunId;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.guide.Signup.Mail;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ActivityOptions.Timeouts;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Invites several people, each by a run of its own. */
final class Campaign implements Workflow<List<String>, String> {
    @Override
    public String run(List<String> addresses) {
        List<Body<String>> signups = new ArrayList<>();
        for (String each : addresses) {
            var signup = Flow.child(Signup.class).id(new RunId("signup-" + each));
            signups.add(() -> signup.call(each));
        }
        List<String> outcomes = Flow.parallel(signups);
        return told(outcomes);
    }

    private static String told(List<String> outcomes) {
        var quickly =
                ActivityOptions.UNSAID
                        .timeouts(Timeouts.NONE.startToClose(Duration.ofSeconds(10)))
                        .retry(RetryOptions.UNSAID.attemptsMax(2));
        try {
            Flow.activity(Mail.class, quickly).send("boss@example.org", outcomes.toString());
            return "done";
        } catch (ActivityFailed e) {
            return "done, but the boss does not know: " + e.failure().root().message();
        }
    }
}
