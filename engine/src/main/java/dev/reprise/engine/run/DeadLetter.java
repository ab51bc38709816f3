package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import java.util.List;

/**
 * An activity that has failed for good and waits for a person, as its policy says. Its run waits
 * for it.
 *
 * @param activityId what the workflow calls the activity
 * @param queue where it was put
 * @param attempts how many attempts there were
 * @param failure how the last of them ended
 */
public record DeadLetter(
        RunId run,
        String activityId,
        String type,
        List<Payload> input,
        String queue,
        int attempts,
        Failure failure) {
    /** Copies the input. */
    public DeadLetter {
        input = List.copyOf(input);
    }

    static DeadLetter of(Records records, Errand errand) {
        Errand.Order order = records.order(errand);
        Attempt last = records.attempt(errand);
        return new DeadLetter(
                records.run(),
                order.activityId(),
                order.type(),
                order.input(),
                errand.queue(),
                errand.attempt() - 1,
                last.progress().last().orElseThrow());
    }
}
