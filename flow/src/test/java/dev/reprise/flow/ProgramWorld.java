package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The world around one run: which calls end and how, which timers fire, what messages come when,
 * and which of that happens in one activation. A seed decides everything.
 */
final class ProgramWorld {
    /** How jobs are spread over activations. */
    enum Split {
        EACH,
        MANY,
        MIXED
    }

    private static final int ACTIVATIONS_MAX = 24;
    private static final int MANY_MAX = 6;
    private static final int CANCELS_MAX = 2;

    private final SplitMix64 random;
    private final Split split;
    private final ProgramRun run;
    private final String type;

    /** The commands that will never be answered again, and those that may be answered late. */
    private final TreeSet<Long> answered = new TreeSet<>();

    private final TreeMap<Long, Command> asked = new TreeMap<>();
    private Instant now = Instant.EPOCH;
    private long historySize;
    private int cancels;
    private int messages;

    private ProgramWorld(long seed, Split split, ProgramRun run, String type) {
        this.random = new SplitMix64(SplitMix64.mix(seed + 1));
        this.split = split;
        this.run = run;
        this.type = type;
    }

    /** What happens to a run of {@code type} in the world of a seed. */
    static ProgramStory play(
            WorkflowType<String, String> type, Strands strands, long seed, Split split) {
        try (var run = new ProgramRun(type, strands)) {
            var world = new ProgramWorld(seed, split, run, type.name());
            for (int i = 0; i < ACTIVATIONS_MAX && !run.hasEnded(); i++) {
                world.goOn(i == 0);
            }
            return run.story();
        }
    }

    /** The same, but in the middle the code becomes other code, and machines do not live long. */
    static ProgramStory playChanging(
            WorkflowType<String, String> type,
            WorkflowType<String, String> other,
            Strands strands,
            long seed) {
        try (var run = new ProgramRun(type, strands)) {
            var world = new ProgramWorld(seed, Split.MIXED, run, type.name());
            int change = new SplitMix64(seed).below(ACTIVATIONS_MAX / 2);
            for (int i = 0; i < ACTIVATIONS_MAX && !run.hasEnded(); i++) {
                world.goOn(i == 0);
                if (i >= change) {
                    run.evict(other);
                }
            }
            return run.story();
        }
    }

    private void goOn(boolean first) {
        var jobs = new ArrayList<Job>();
        if (first) {
            jobs.add(
                    new Job.Start(
                            new RunId("run-1"),
                            type,
                            List.of(Payload.text("begin")),
                            RunInfo.FIRST));
        }
        int more =
                switch (split) {
                    case EACH -> first ? 0 : 1;
                    case MANY -> 1 + random.below(MANY_MAX);
                    case MIXED -> random.below(4) == 0 ? random.below(MANY_MAX) : first ? 0 : 1;
                };
        var open = new ArrayList<>(run.pending());
        for (int i = 0; i < more; i++) {
            addJob(jobs, open);
        }
        now = now.plusSeconds(random.below(20));
        var activation = new Activation(now, random.next(), historySize, false, jobs);
        var decided = run.tell(activation);
        decided.commands().forEach(it -> asked.put(it.seq(), it));
        historySize += Turn.of(activation, decided).isEmpty() ? 0 : 1;
    }

    private void addJob(List<Job> jobs, List<Operation> open) {
        int dice = random.below(100);
        if (dice < 64 && !open.isEmpty()) {
            addResolution(jobs, open);
        } else if (dice < 70) {
            addLateAnswer(jobs);
        } else if (dice < 84) {
            jobs.add(signal());
        } else if (dice < 92) {
            String name = List.of("change", "amend", "unknown").get(random.below(3));
            String text = random.below(4) == 0 ? ProgramWorkflow.TURNED_AWAY : text();
            jobs.add(new Job.Update("u" + ++messages, name, List.of(Payload.text(text)), true));
        } else if (dice < 95) {
            jobs.add(new Job.Query("q" + ++messages, "state", List.of(Payload.text(text()))));
        } else if (dice < 97) {
            jobs.add(new Job.Seed(random.next()));
        } else if (dice < 99 && cancels < CANCELS_MAX) {
            cancels++;
            jobs.add(new Job.Cancel("the world wants so"));
        } else {
            jobs.add(signal());
        }
    }

    private Job signal() {
        String name = List.of("note", "perform", "s0", "s1").get(random.below(4));
        return new Job.Signal(name, List.of(Payload.text(text())), "", "");
    }

    private String text() {
        return "m" + ++messages;
    }

    private void addResolution(List<Job> jobs, List<Operation> open) {
        Operation operation = open.remove(random.below(open.size()));
        long seq = operation.seq;
        switch (operation) {
            case Operation.Timer _ -> jobs.add(new Job.TimerFired(seq));
            case Operation.Activity _ -> jobs.add(new Job.ActivityResolved(seq, outcome()));
            case Operation.External _ -> jobs.add(new Job.ExternalResolved(seq, arrival()));
            case Operation.ChildRun child -> {
                boolean started = child.started.isDone();
                if (!started && random.below(6) == 0) {
                    jobs.add(new Job.ChildNotStarted(seq, failure()));
                } else {
                    if (!started) {
                        jobs.add(new Job.ChildStarted(seq, child.runId));
                    }
                    if (!started && random.below(2) == 0) {
                        return;
                    }
                    jobs.add(new Job.ChildResolved(seq, outcome()));
                }
            }
        }
        answered.add(seq);
    }

    /** An answer that was under way when the run gave up waiting for it. */
    private void addLateAnswer(List<Job> jobs) {
        var late = new TreeMap<>(asked);
        answered.forEach(late::remove);
        run.pending().forEach(it -> late.remove(it.seq));
        for (Command command : late.values()) {
            long seq = command.seq();
            Job job =
                    switch (command) {
                        case Command.ScheduleActivity _, Command.ScheduleLocalActivity _ ->
                                new Job.ActivityResolved(seq, outcome());
                        case Command.StartTimer _ -> new Job.TimerFired(seq);
                        case Command.StartChild _ -> new Job.ChildResolved(seq, outcome());
                        case Command.SignalExternal _, Command.CancelExternal _ ->
                                new Job.ExternalResolved(seq, arrival());
                        default -> null;
                    };
            if (job != null) {
                answered.add(seq);
                jobs.add(job);
                return;
            }
        }
        jobs.add(signal());
    }

    private Outcome outcome() {
        return switch (random.below(10)) {
            case 0 -> new Outcome.Completed(Payload.NONE);
            case 1, 2 -> new Outcome.Failed(failure());
            case 3 -> new Outcome.Failed(new Failure.Cancelled("stopped", Payload.NONE));
            default -> new Outcome.Completed(Payload.text("v" + random.below(1_000)));
        };
    }

    private Outcome arrival() {
        return random.below(4) == 0
                ? new Outcome.Failed(failure())
                : new Outcome.Completed(Payload.NONE);
    }

    private Failure failure() {
        return random.below(2) == 0
                ? new Failure.Application("Refused", "no " + random.below(1_000))
                : new Failure.Timeout(Failure.TimeoutKind.START_TO_CLOSE, "too slow");
    }
}
