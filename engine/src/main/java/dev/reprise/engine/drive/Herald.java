package dev.reprise.engine.drive;

import dev.reprise.Failure;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
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

    /** Whether anybody hears of what is said at a level. */
    public boolean isHeard(Level level) {
        return !hooks.equals(Hooks.NONE) || voice.hears(level);
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
        say(call, "failed: " + failure.message() + " " + next);
    }

    /** A delivery of an attempt was lost with its process, and this follows. */
    public void lost(Call call, Attempts then) {
        String next = then.isOver() ? "That is its end." : "It is delivered again.";
        say(call, "was lost with its process. " + next);
    }

    private void say(Call call, String what) {
        Level level = call.notes().logLevel();
        if (voice.hears(level)) {
            voice.say(level, subject(call) + " " + what);
        }
    }

    private static String subject(Call call) {
        String measured = call.telemetryName();
        return measured
                + (measured.equals(call.type()) ? "" : " (" + call.type() + ")")
                + (call.notes().metadata().isEmpty() ? "" : " " + call.notes().metadata())
                + ": attempt "
                + call.attempt()
                + " of "
                + call.run()
                + "/"
                + call.seq();
    }
}
