package dev.reprise.app;

import dev.reprise.engine.schedule.Duty;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.form.Malformed;
import dev.reprise.history.RunOptions;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of a schedule besides its times; what is not said stays as it is. */
final class SpecOptions {
    @Option(
            names = "--overlap",
            paramLabel = "RULE",
            description =
                    "What if another is at work: skip, buffer-one, buffer-all, cancel-other,"
                            + " terminate-other, allow-all. Default: skip.")
    private @Nullable String overlap;

    @Option(
            names = "--catch-up",
            paramLabel = "SPAN",
            description = "What is late by up to so much is made up for. Default: 1d.")
    private @Nullable String catchUp;

    @Option(
            names = "--jitter",
            paramLabel = "SPAN",
            description = "Each time is put off by less than this. Default: 0s.")
    private @Nullable String jitter;

    @Option(
            names = "--starts",
            paramLabel = "N",
            description = "How many of its times start something. Default: 0, which is any number.")
    private @Nullable Long starts;

    @Option(
            names = "--pause-on-failure",
            negatable = true,
            description = "Pause when something that it started has failed.")
    private @Nullable Boolean pauseOnFailure;

    @Option(
            names = "--run-timeout",
            paramLabel = "SPAN",
            description = "How long each run may take. Default: for ever.")
    private @Nullable String runTimeout;

    Schedule schedule(EngineCommand asked, Schedule before) {
        Schedule said = before;
        try {
            if (overlap != null) {
                said = said.overlap(Schedules.overlap(overlap));
            }
            if (catchUp != null) {
                said = said.catchUp(asked.span("--catch-up", catchUp));
            }
            if (jitter != null) {
                said = said.jitter(asked.span("--jitter", jitter));
            }
            if (starts != null) {
                said = said.startsMax(starts);
            }
            return pauseOnFailure == null ? said : said.pauseOnFailure(pauseOnFailure);
        } catch (IllegalArgumentException e) {
            throw asked.wrong(e.getMessage() + ".");
        }
    }

    Duty duty(EngineCommand asked, Duty before) {
        if (runTimeout == null) {
            return before;
        }
        RunOptions options = before.options();
        Duration limit = asked.span("--run-timeout", runTimeout);
        return before.options(options.timeouts(options.timeouts().run(limit)));
    }

    When when(EngineCommand asked, String text) {
        try {
            return When.parse(text);
        } catch (Malformed e) {
            throw asked.wrong("--when: " + e.getMessage());
        }
    }
}
