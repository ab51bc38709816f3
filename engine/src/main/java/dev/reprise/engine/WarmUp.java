package dev.reprise.engine;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Rehearsal;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loads the code that the first run of a process needs, while the store is being opened: the
 * determinism guard alone takes a quarter of a second. A small workflow is looked through, carried
 * out and replayed, in memory and once per process.
 */
final class WarmUp {
    private static final AtomicBoolean DONE = new AtomicBoolean();

    private WarmUp() {}

    /** Begins, on a thread of its own, unless that was done before. */
    static void begin() {
        if (!DONE.getAndSet(true)) {
            Thread.ofPlatform().name("reprise-warm-up").daemon().start(WarmUp::carryOut);
        }
    }

    interface Steps {
        String step(String input);
    }

    static final class Small implements Workflow<String, String> {
        /** Called by the machine. */
        Small() {}

        @Override
        public String run(String input) {
            return Flow.activity(Steps.class).step(input);
        }
    }

    private static void carryOut() {
        try (var rehearsal = Rehearsal.of(WorkflowType.of(Small.class))) {
            rehearsal.start("in").resolve(1, "out").replay().orThrow();
        } catch (RuntimeException | Error e) {
            // What is wrong shows where it matters: in the runs of the user.
            System.getLogger(WarmUp.class.getName())
                    .log(
                            Level.DEBUG,
                            new LogLine("warm-up-failed").saying("Nothing follows from that."),
                            e);
        }
    }
}
