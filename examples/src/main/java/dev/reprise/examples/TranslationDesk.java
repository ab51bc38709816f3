package dev.reprise.examples;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A text is translated by a person, who takes two days at most; else a machine does it.
 *
 * <p>To the workflow a person is an activity like any other. Its code only puts the text on
 * somebody's desk, together with a <i>task token</i>, and returns: by the policy it is {@code
 * EXTERNAL}, so its outcome comes later, from whoever has the token, in whatever process: by {@code
 * Client.complete(token, value)}, or {@code reprise complete TOKEN VALUE}. Nothing is kept in
 * memory for it: the engine may be closed, killed and opened again meanwhile.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>A token names one attempt. It is a text, and can be part of an address in a mail.
 *   <li>To complete it twice with the same value is to complete it once. When the two days are over
 *       the token is stale, and whoever comes with it is told so.
 *   <li>The desk may get the same text twice, when the process dies while it is put there: so it is
 *       known by its idempotency key.
 * </ul>
 *
 * <pre>
 * java -cp app/target/reprise.jar examples/src/main/java/dev/reprise/examples/TranslationDesk.java data
 * reprise complete TOKEN '"Guten Tag"' --data data                         (another terminal)
 * </pre>
 */
final class TranslationDesk implements Workflow<String, String> {
    interface People {
        /** Gives nothing yet: what a person writes is its value. */
        String translate(String text);
    }

    interface Machine {
        String translate(String text);
    }

    static final Rules RULES =
            Rules.NONE.append(
                    Matcher.name("People.translate"),
                    Partial.NONE
                            .with(Field.MODE, Execution.Mode.EXTERNAL)
                            .with(Field.START_TO_CLOSE, Duration.ofDays(2))
                            .with(Field.MAX_RETRIES, 0));

    @Override
    public String run(String text) {
        try {
            return Flow.activity(People.class).translate(text);
        } catch (ActivityFailed _) {
            return Flow.activity(Machine.class).translate(text) + " (by a machine)";
        }
    }

    /** Prints what is to be done. */
    public static void main(String[] args) {
        People desk =
                text -> {
                    var context = ActivityContext.current();
                    System.out.println("Please translate: " + text);
                    System.out.println("reprise complete " + context.taskToken() + " '\"…\"'");
                    return "";
                };
        Machine machine = text -> "[" + text + "]";
        var options = EngineOptions.DEFAULT.rules(RULES);
        try (var engine = Engine.open(Path.of(args.length == 0 ? "data" : args[0]), options)) {
            engine.register(TranslationDesk.class).activities(desk, machine);
            var id = new RunId("letter-" + ProcessHandle.current().pid());
            var letter = engine.client().start(TranslationDesk.class, id, "Good day");
            System.out.println(letter.result());
        }
    }
}
