package dev.reprise.app;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An order, written by hand as a machine: charge, wait for an approval with a time limit, ship. It
 * will be a few lines of plain Java once workflows are there.
 */
final class OrderMachine implements Machine {
    private static final Failure NOT_APPROVED =
            new Failure.Application(
                    "NotApproved",
                    "nobody approved the order in time",
                    Payload.NONE,
                    false,
                    Optional.empty());

    private final Duration approvalTime;
    private final List<Command> commands = new ArrayList<>();
    private long seq;
    private long charge;
    private long timer;
    private long shipping;
    private boolean approved;
    private Payload order = Payload.NONE;

    OrderMachine(Duration approvalTime) {
        this.approvalTime = approvalTime;
    }

    @Override
    public Completion activate(Activation activation) {
        commands.clear();
        activation.jobs().forEach(this::apply);
        return Completion.Decided.of(commands);
    }

    private void apply(Job job) {
        switch (job) {
            case Job.Start start -> {
                order = start.input().getFirst();
                charge = schedule("charge");
            }
            case Job.ActivityResolved resolved when resolved.seq() == charge -> {
                if (approved) {
                    shipping = schedule("ship");
                } else {
                    timer = ++seq;
                    commands.add(new Command.StartTimer(timer, UnitId.ROOT, approvalTime));
                }
            }
            case Job.Signal signal when signal.name().equals("approve") && !approved -> {
                approved = true;
                if (timer > 0) {
                    commands.add(new Command.CancelTimer(++seq, UnitId.ROOT, timer));
                    shipping = schedule("ship");
                }
            }
            case Job.TimerFired _ when !approved ->
                    commands.add(new Command.FailRun(++seq, UnitId.ROOT, NOT_APPROVED));
            case Job.ActivityResolved resolved when resolved.seq() == shipping ->
                    commands.add(
                            new Command.CompleteRun(++seq, UnitId.ROOT, Payload.text("shipped")));
            default -> {}
        }
    }

    private long schedule(String activity) {
        commands.add(
                new Command.ScheduleActivity(
                        ++seq,
                        UnitId.ROOT,
                        activity + "-" + seq,
                        activity,
                        List.of(order),
                        ActivityOptions.UNSAID));
        return seq;
    }
}
