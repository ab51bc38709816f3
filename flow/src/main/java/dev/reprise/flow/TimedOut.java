package dev.reprise.flow;

import dev.reprise.Failure;
import java.time.Duration;

/** A piece of a workflow's code took longer than it may. */
public final class TimedOut extends Failed {
    private static final long serialVersionUID = 1L;

    TimedOut(Duration limit) {
        super(
                "it took longer than " + limit,
                new Failure.Timeout(
                        Failure.TimeoutKind.SCHEDULE_TO_CLOSE, "it took longer than " + limit));
    }
}
