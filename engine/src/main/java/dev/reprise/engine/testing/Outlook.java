package dev.reprise.engine.testing;

import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.run.Attempt;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.story.Wording;
import dev.reprise.flow.Whereabouts;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Command;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Says what each open run waits for, from what is stored and from who is on the stage. */
final class Outlook {
    private static final int RUNS_MAX = 10;
    private static final String REMEDY = "\n      What to do: ";

    private final Conductor conductor;
    private final Stage stage;
    private final Store store;
    private final Instant now;

    Outlook(TestEngine.Life life, Store store, Instant now) {
        this.conductor = life.conductor();
        this.stage = life.stage();
        this.store = store;
        this.now = now;
    }

    String text() {
        var text = new StringBuilder("The test clock shows " + now + ".\n");
        int open = 0;
        try (Cursor<Description> all = conductor.archive().list()) {
            while (all.hasNext()) {
                Description run = all.next();
                if (!run.status().isEnd() && open++ < RUNS_MAX) {
                    text.append(describe(run));
                }
            }
        }
        if (open == 0) {
            text.append("No run is open.\n");
        } else if (open > RUNS_MAX) {
            text.append("And ").append(open - RUNS_MAX).append(" more runs are open.\n");
        }
        return text.toString();
    }

    private String describe(Description run) {
        Records records = Records.of(store, run.run());
        List<String> waits = new ArrayList<>();
        if (run.status() == Status.STUCK) {
            waits.add(
                    "is stuck: "
                            + run.reason().orElse("")
                            + REMEDY
                            + "register code that can go on, or mend the code.");
        } else {
            Map<Long, Command> commands = commands(records);
            Optional<Whereabouts> code = whereabouts(records);
            run.activities().forEach(it -> waits.add(activity(records, commands, code, it)));
            run.timers().forEach(it -> waits.add(timer(commands, code, it)));
            code.ifPresent(it -> units(waits, it));
            if (conductor.workflow(run.type()) == null && conductor.pattern(run.type()) == null) {
                waits.add(
                        "waits for its code: none is registered for "
                                + run.type()
                                + REMEDY
                                + "engine.register(…).");
            }
        }
        if (waits.isEmpty()) {
            waits.add(
                    records.program().isEmpty()
                            ? "waits for something that is under way, or for somebody outside"
                            : "its pattern waits for a trigger"
                                    + REMEDY
                                    + "send it the signal of that name, or cancel it.");
        }
        return "Run "
                + run.run()
                + " of "
                + run.type()
                + ", started "
                + run.started()
                + "\n  - "
                + String.join("\n  - ", waits)
                + "\n";
    }

    private static Map<Long, Command> commands(Records records) {
        Map<Long, Command> commands = new TreeMap<>();
        for (Entry entry : records.entries()) {
            Turn turn = entry.carriedOut();
            if (turn != null) {
                turn.commands().forEach(it -> commands.put(it.seq(), it));
            }
        }
        return commands;
    }

    private Optional<Whereabouts> whereabouts(Records records) {
        WorkflowType<?, ?> type = conductor.workflow(records.type());
        return type == null || !records.program().isEmpty()
                ? Optional.empty()
                : Whereabouts.of(type, records.transcript());
    }

    // ---- Code ----

    private static void units(List<String> waits, Whereabouts code) {
        for (Whereabouts.Waiting unit : code.units()) {
            if (unit.command().isEmpty()) {
                waits.add(
                        "unit "
                                + unit.unit()
                                + " waits for "
                                + unit.what()
                                + unit.line().map(it -> ", at " + it).orElse("")
                                + REMEDY
                                + toTell(code));
            }
        }
    }

    private static String toTell(Whereabouts code) {
        return code.signals().isEmpty()
                ? "cancel it; it takes no signal."
                : "send it a signal: it takes "
                        + String.join(", ", code.signals())
                        + "; or cancel it.";
    }

    private static String line(Optional<Whereabouts> code, long seq) {
        return code.stream()
                .flatMap(it -> it.units().stream())
                .filter(it -> it.command().isPresent() && it.command().getAsLong() == seq)
                .findFirst()
                .flatMap(Whereabouts.Waiting::line)
                .map(it -> ", at " + it)
                .orElse("");
    }

    private String in(Instant at) {
        return at + (at.isAfter(now) ? ", in " + Wording.span(Duration.between(now, at)) : "");
    }

    private String timer(
            Map<Long, Command> commands, Optional<Whereabouts> code, Description.OpenTimer timer) {
        return "waits for timer "
                + timer.seq()
                + (commands.get(timer.seq()) instanceof Command.StartTimer it
                        ? " of " + Wording.span(it.duration())
                        : "")
                + ", due at "
                + in(timer.due())
                + line(code, timer.seq());
    }

    // ---- Activities ----

    private String activity(
            Records records,
            Map<Long, Command> commands,
            Optional<Whereabouts> code,
            Description.OpenActivity activity) {
        String type = "?";
        String shown = "activity " + activity.seq();
        String id = "";
        switch (commands.get(activity.seq())) {
            case Command.ScheduleActivity it -> {
                type = it.type();
                id = it.activityId();
                shown = "activity " + Wording.call(it.type(), it.input());
            }
            case Command.ScheduleLocalActivity it -> {
                type = it.type();
                id = it.activityId();
                shown = "local activity " + Wording.call(it.type(), it.input());
            }
            case null, default -> {}
        }
        return "waits for "
                + shown
                + line(code, activity.seq())
                + ", attempt "
                + activity.attempt()
                + ": "
                + state(records, type, id, activity);
    }

    private String state(
            Records records, String type, String id, Description.OpenActivity activity) {
        RunId run = records.run();
        if (activity.parked().isPresent()) {
            return "it has failed for good, and waits for a person in queue "
                    + activity.parked().get()
                    + failure(records, activity.seq())
                    + REMEDY
                    + "client().redrive, resolve or fail, with run "
                    + run
                    + " and activity id "
                    + id
                    + ".";
        }
        for (Player player : stage.playing()) {
            Call call = player.call;
            if (call != null && call.run().equals(run) && call.seq() == activity.seq()) {
                return playing(player);
            }
        }
        if (isAway(records, activity.seq())) {
            return "its outcome comes from outside"
                    + REMEDY
                    + "client().complete or fail, with its task token.";
        }
        if (activity.notBefore().isPresent()) {
            return "it begins at "
                    + in(activity.notBefore().get())
                    + failure(records, activity.seq());
        }
        if (!conductor.activities().knows(type)) {
            return "no code is registered for it"
                    + REMEDY
                    + "engine.activities(…), or engine.stub(…) of its interface.";
        }
        return "it is about to begin, or waits at a breaker or a limit";
    }

    private String playing(Player player) {
        Player.Nap nap = player.nap;
        if (nap == null) {
            return "its code has been under way for "
                    + Wording.span(Duration.ofNanos(System.nanoTime() - player.begun))
                    + " of real time"
                    + place(player.thread);
        }
        return nap.why()
                + (nap.until().isBefore(Instant.MAX)
                        ? ""
                        : REMEDY + "give it a timeout, or cancel the run.");
    }

    /** The code at which a thread is. */
    static String place(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String type = frame.getClassName();
            if (!type.startsWith("java.") && !type.startsWith("jdk.")) {
                return ", at " + frame;
            }
        }
        return "";
    }

    private static Optional<Attempt> last(Records records, long seq) {
        return records.entries().stream()
                .flatMap(it -> it.attempts().stream())
                .filter(it -> it.seq() == seq)
                .reduce((_, later) -> later);
    }

    private static boolean isAway(Records records, long seq) {
        return last(records, seq).filter(it -> it.why() == Attempt.Why.AWAY).isPresent();
    }

    private static String failure(Records records, long seq) {
        return last(records, seq)
                .flatMap(it -> it.progress().last())
                .map(it -> ", after " + Wording.line(it.message()))
                .orElse("");
    }
}
