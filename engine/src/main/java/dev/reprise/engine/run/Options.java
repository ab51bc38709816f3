package dev.reprise.engine.run;

import dev.reprise.engine.activity.CodeOptions;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import java.time.Duration;

/** What the options of a command say about an activity, in the words of policies. */
final class Options {
    /** What goes without saying: never changed, since entries leave it out. */
    static final Partial USUAL =
            Partial.NONE
                    .with(Field.MAX_RETRIES, 2)
                    .with(Field.BACKOFF, Backoff.Shape.EXPONENTIAL)
                    .with(Field.DELAY_BASE, Duration.ofSeconds(1))
                    .with(Field.DELAY_MAX, Duration.ofMinutes(1));

    /** What a local activity says by being one. */
    private static final Partial LOCAL = Partial.NONE.with(Field.MODE, Execution.Mode.SYNC);

    /** The policy of an activity of which nobody says anything. */
    static final Policy UNSAID = USUAL.onto(Policy.DEFAULT);

    private Options() {}

    /** The policy of a command where nobody says anything but the command. */
    static Policy usual(Command command) {
        ActivityOptions options = of(command);
        return options.equals(ActivityOptions.UNSAID) && command instanceof Command.ScheduleActivity
                ? UNSAID
                : said(command).over(USUAL).onto(Policy.DEFAULT);
    }

    private static ActivityOptions of(Command command) {
        return switch (command) {
            case Command.ScheduleActivity it -> it.options();
            case Command.ScheduleLocalActivity it -> it.options();
            default -> throw new IllegalArgumentException(command + " asks for no activity");
        };
    }

    /**
     * What a command says.
     *
     * @throws IllegalArgumentException when no policy can say that
     */
    static Partial said(Command command) {
        Partial said = CodeOptions.said(of(command));
        return command instanceof Command.ScheduleLocalActivity ? said.over(LOCAL) : said;
    }
}
