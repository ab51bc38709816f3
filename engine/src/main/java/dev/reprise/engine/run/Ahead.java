package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Runs that go on and have seen a time that the clock does not show yet. Time does not run
 * backwards in a run: until it has come, they wait for longer than they say.
 */
final class Ahead {
    /** Clocks of two machines differ, and are set by a little all the time. */
    private static final Duration USUAL = Duration.ofMinutes(1);

    private final Instant now;
    private long runs;
    private @Nullable RunId farthest;
    private Instant time = Instant.MIN;

    Ahead(Instant now) {
        this.now = now;
    }

    void look(RunId run, Summary summary) {
        Instant last = summary.updated();
        if (last == null || summary.status().isEnd() || !last.isAfter(now.plus(USUAL))) {
            return;
        }
        runs++;
        if (last.isAfter(time)) {
            time = last;
            farthest = run;
        }
    }

    void say(Onlooker onlooker) {
        RunId run = farthest;
        if (run != null) {
            onlooker.say(
                    Level.WARNING,
                    new LogLine("clock-behind")
                            .with("run", run)
                            .with("runs", runs)
                            .saying(
                                    "It has seen "
                                            + time
                                            + ", and the clock shows "
                                            + now
                                            + ": one of the two is wrong. Time does not run"
                                            + " backwards in a run, so until then it waits for"
                                            + " longer than it says. A reset to a moment before"
                                            + " takes it back; a schedule is to be deleted and"
                                            + " created again."));
        }
    }
}
