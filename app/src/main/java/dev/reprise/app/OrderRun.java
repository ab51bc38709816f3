package dev.reprise.app;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The order of the demo, carried out for the first time: what happens to it from outside. */
final class OrderRun {
    static final RunId RUN = new RunId("order-17");
    static final Duration APPROVAL_TIME = Duration.ofDays(2);
    private static final Instant MONDAY = Instant.parse("2026-03-02T09:00:00Z");

    private static final WorkflowType<String, String> TYPE = OrderWorkflow.type(APPROVAL_TIME);

    private final FlowMachine machine = new FlowMachine(TYPE);
    private final List<Turn> turns = new ArrayList<>();

    private OrderRun() {}

    /** Charges, waits for the approval, ships, and keeps the transcript. */
    static Transcript transcript() {
        var run = new OrderRun();
        run.turn(
                0,
                new Job.Start(
                        RUN, TYPE.name(), List.of(Payload.text("2 kg coffee")), RunInfo.FIRST));
        run.turn(
                1,
                new Job.ActivityResolved(1, new Outcome.Completed(Payload.text("receipt 4711"))));
        run.turn(26, new Job.Signal("approve", List.of(Payload.text("by carol")), "carol", "r-1"));
        run.turn(29, new Job.ActivityResolved(4, new Outcome.Completed(Payload.NONE)));
        return new Transcript(new Transcript.Header(RUN, TYPE.name()), run.turns);
    }

    private void turn(int hours, Job job) {
        var now = MONDAY.plus(Duration.ofHours(hours));
        var activation = new Activation(now, 17, turns.size(), false, List.of(job));
        if (machine.activate(activation) instanceof Completion.Decided decided) {
            turns.add(Turn.of(activation, decided));
        }
    }

    static String shown(Job job) {
        return switch (job) {
            case Job.Start start -> "start with " + start.input().getFirst();
            case Job.ActivityResolved resolved -> "activity " + resolved.seq() + " is done";
            case Job.Signal signal -> "signal " + signal.name() + " from " + signal.sender();
            default -> job.getClass().getSimpleName();
        };
    }

    static String shown(Command command) {
        var what =
                switch (command) {
                    case Command.ScheduleActivity activity ->
                            "schedule activity " + activity.type();
                    case Command.StartTimer timer -> "start timer " + timer.duration();
                    case Command.CancelTimer timer -> "cancel timer " + timer.target();
                    case Command.CompleteRun run -> "complete run with " + run.result();
                    default -> command.getClass().getSimpleName();
                };
        return "#" + command.seq() + " " + what;
    }
}
