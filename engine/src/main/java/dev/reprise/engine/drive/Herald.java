package dev.reprise.engine.drive;

import dev.reprise.Failure;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.form.LogLine;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Role;
import java.lang.System.Logger.Level;

/**
 * Tells hooks and the log what has become of an attempt, as the notes of its policy say.
 *
 * @param hooks which do no harm when they throw
 */
public record Herald(Hooks hooks, Voice voice) {
    /** Guards the hooks. */
    public Herald {
        hooks = hooks.guarded();
    }

    /** Whether anybody hears of what is said at a level; at {@link Level#OFF} nothing is said. */
    public boolean isHeard(Level level) {
        return !hooks.equals(Hooks.NONE) || isSaid(level);
    }

    /** A logger that is on takes {@code OFF} for the most important of all. */
    private boolean isSaid(Level level) {
        return level != Level.OFF && voice.hears(level);
    }

    /** An attempt has failed, and this follows. */
    public void failed(Call call, Failure failure, Attempts then) {
        hooks.onFail(call, failure);
        String next =
                switch (then.decision()) {
                    case Decision.Wait wait when then.progress().role() == Role.ACTIVITY -> {
                        hooks.onRetry(call, failure, wait.until());
                        yield "It is tried again " + wait.until() + ".";
                    }
                    case Decision.Wait _, Decision.Completed _ -> {
                        hooks.onFallback(call, failure);
                        yield "Something else takes its place.";
                    }
                    case Decision.Start _, Decision.End _ -> "That is its end.";
                };
        say("attempt-failed", call, failure.message() + " " + next);
    }

    /** A delivery of an attempt was lost with its process, and this follows. */
    public void lost(Call call, Attempts then) {
        String next = then.isOver() ? "That is its end." : "It is delivered again.";
        say("attempt-lost", call, "It was lost with its process. " + next);
    }

    private void say(String event, Call call, String what) {
        Level level = call.notes().logLevel();
        if (isSaid(level)) {
            voice.say(level, about(event, call).saying(what));
        }
    }

    private static LogLine about(String event, Call call) {
        var line =
                new LogLine(event)
                        .with("run", call.run())
                        .with("command", call.seq())
                        .with("activity", call.type())
                        .with("attempt", call.attempt());
        if (!call.telemetryName().equals(call.type())) {
            line.with("name", call.telemetryName());
        }
        return call.notes().metadata().isEmpty()
                ? line
                : line.with("metadata", call.notes().metadata());
    }
}
