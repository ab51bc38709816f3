package dev.reprise.engine.phases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.drive.Driver;
import dev.reprise.engine.drive.Executed;
import dev.reprise.engine.drive.VirtualTime;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Prepared;
import dev.reprise.history.Transcript;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What tests of phases need: virtual time, activities that fail and take time, a tree. */
final class Workshop {
    static final WorkflowType<String, String> TREE =
            WorkflowType.of(Tree.class).codec(new JsonCodec());

    final VirtualTime time = new VirtualTime();
    final Activities activities = new Activities(new JsonCodec());
    final List<String> begun = new ArrayList<>();
    final Driver driver;
    private Precedence precedence = Precedence.NONE;

    Workshop() {
        this(Hooks.NONE);
    }

    Workshop(Hooks hooks) {
        this(hooks, Functions.NONE);
    }

    Workshop(Hooks hooks, Functions functions) {
        var means = new Driver.Means(activities, time, time, () -> 1L << 62);
        driver = new Driver(means.hooks(hooks).functions(functions));
    }

    Workshop rules(Rules rules) {
        precedence = precedence.workflow(rules);
        return this;
    }

    /** An activity that fails some times and takes some time. */
    Workshop task(String name, int failures, Duration takes) {
        activities.add(
                name,
                String.class,
                _ -> {
                    int attempt = ActivityContext.current().attempt();
                    begun.add(name + attempt + " " + Duration.between(Instant.EPOCH, time.now()));
                    if (!takes.isZero()) {
                        time.sleep(takes);
                    }
                    if (attempt <= failures) {
                        throw new IllegalStateException(name + " fails");
                    }
                    return name + attempt;
                });
        return this;
    }

    Phases phases() {
        return new Phases(driver, precedence, Functions.NONE);
    }

    PhasedRun start(String program) {
        return PhasedRun.start(TREE, new RunId("tree"), 7, time.now(), program);
    }

    Finished finished(PhasedRun run, Loop loop) {
        var finished = new ArrayList<Finished>();
        time.execute(
                () -> {
                    var _ = phases().run(run, loop).thenAccept(finished::add);
                });
        time.run();
        return finished.getFirst();
    }

    Executed executed(Prepared prepared) {
        var undertaking = phases().submit(prepared);
        while (!undertaking.ended().isDone() && time.step()) {}
        assertThat(undertaking.ended()).isDone();
        return undertaking.ended().join();
    }

    /**
     * What a run did, without what may differ: the order in which units got on beside each other,
     * and with it numbers and times. What is left is, for each unit, its commands and their answers
     * in its own order.
     */
    static TreeMap<String, List<String>> canonical(Transcript transcript) {
        var answers = new TreeMap<Long, String>();
        for (var turn : transcript.turns()) {
            for (Job job : turn.activation().jobs()) {
                if (job instanceof Job.ActivityResolved(var seq, var outcome)) {
                    answers.put(seq, shown(outcome));
                }
            }
        }
        var units = new TreeMap<String, List<String>>();
        for (var turn : transcript.turns()) {
            for (Command command : turn.commands()) {
                units.computeIfAbsent(command.unit().toString(), _ -> new ArrayList<>())
                        .add(
                                switch (command) {
                                    case Command.ScheduleActivity it ->
                                            it.type()
                                                    + it.input()
                                                    + it.options()
                                                    + " = "
                                                    + answers.get(it.seq());
                                    case Command.StartTimer it -> "sleep " + it.duration();
                                    case Command.CompleteRun it -> "completed " + it.result();
                                    case Command.FailRun it ->
                                            "failed " + timeless(it.failure().describe());
                                    default -> command.getClass().getSimpleName();
                                });
            }
        }
        return units;
    }

    static String shown(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed(var value) -> value.toString();
            case Outcome.Failed(var failure) -> timeless(failure.describe());
        };
    }

    /** A text without points in time. */
    static String timeless(String text) {
        return text.replaceAll("[0-9]{4}-[0-9-]+T[0-9:.]+Z", "some time")
                .replaceAll("at [a-z.]+\\.[^\n]*", "somewhere");
    }
}
