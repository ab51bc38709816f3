package dev.reprise.sim.engine;

import static dev.reprise.pattern.Patterns.after;
import static dev.reprise.pattern.Patterns.deferred;
import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.free;
import static dev.reprise.pattern.Patterns.on;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.put;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.skip;
import static dev.reprise.pattern.Patterns.task;

import dev.reprise.Payload;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternMachine;
import dev.reprise.vm.PatternType;
import java.time.Duration;
import java.util.List;

/** The patterns that are simulated. */
final class PatternWorks {
    private static final String EXTRA = "Extras.extra";
    private static final String NAME = "pattern";

    private static final Pattern TERM =
            seq(
                    task("split"),
                    par(
                            effect(EXTRA, "order0", "done0"),
                            seq(
                                    deferred(
                                            on("tell", put("told", "yes")),
                                            after(Duration.ofSeconds(3), skip())),
                                    effect(EXTRA, "order1", "done1")),
                            seq(free(put("way", "left"), put("way", "right")), task("think"))),
                    effect(EXTRA, "order2", "done2"),
                    task("join"));

    /** Effects beside each other and after each other, a signal against a timer, and chance. */
    static final PatternType PATTERN =
            PatternType.of(
                            NAME,
                            TERM,
                            Registry.NONE
                                    .task("split", PatternWorks::split)
                                    .task("think", it -> it)
                                    .task("join", PatternWorks::join))
                    .freedom(Scheduler::random);

    /** A pattern under the same name that has not the code of the runs that are there. */
    static final PatternType STRANGE =
            PatternType.of(NAME, task("strange"), Registry.NONE.task("strange", it -> it));

    private PatternWorks() {}

    private static Context split(Context context) {
        String[] orders = RunTruth.text(context.get(PatternMachine.INPUT)).split(" ");
        Context next = context;
        for (int i = 0; i < orders.length; i++) {
            next = next.with("order" + i, orders[i]);
        }
        return next;
    }

    private static Context join(Context context) {
        List<Payload> all =
                List.of(context.get("done0"), context.get("done1"), context.get("done2"));
        return context.with(
                PatternMachine.RESULT, String.join(",", all.stream().map(RunTruth::text).toList()));
    }
}
