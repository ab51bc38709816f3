package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.choice.Action;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.Divergence;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Recorder;
import dev.reprise.choice.Replayer;
import dev.reprise.choice.Scheduler;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.pattern.Context;
import dev.reprise.program.LinkedProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A run of a program as a {@link Machine}: effects become commands, signals and outcomes come as
 * jobs, and what a scheduler chose is in the completion.
 *
 * <p>A run begins with the variable {@link #INPUT}, when it is given something, and gives what
 * {@link #RESULT} is at its end. Every activation has a scheduler of its own, made from its seed,
 * so that the state of a run is all that has to be kept between two of them.
 */
public final class PatternMachine implements Machine {
    /** The variable that holds what the run was given. */
    public static final String INPUT = "input";

    /** The variable whose value the run gives. */
    public static final String RESULT = "result";

    /** The query that is answered by what the run waits for, one effect a line. */
    public static final String WAITS = "waits";

    private final LinkedProgram program;
    private final LongFunction<Scheduler> freedom;
    private final Settings settings;
    private final Turnwise scheduler = new Turnwise();
    private @Nullable Vm vm;

    /** Who waits for the answers to commands. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    /** The commands of effects and of timers that are waited for. */
    private final TreeMap<Long, Long> effectSeqs = new TreeMap<>();

    private final TreeMap<Alarm, Long> timerSeqs = new TreeMap<>();
    private long nextSeq = Command.SEQ_FIRST;
    private boolean ended;

    /** Why the run is cancelled. */
    private String reason = "The pattern ended the run.";

    // ---- Of the activation that is being carried out ----
    private final List<Command> commands = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final TreeMap<Alarm, Duration> started = new TreeMap<>();
    private final List<Alarm> stopped = new ArrayList<>();

    /** What a sequence number that is still to be answered stands for. */
    private sealed interface Waiting {}

    private record Asked(long effect) implements Waiting {}

    /** A timer: who waits, by its number among those who ever waited, and by which trigger. */
    private record Alarm(long since, int trigger) implements Waiting, Comparable<Alarm> {
        @Override
        public int compareTo(Alarm other) {
            int first = Long.compare(since, other.since);
            return first != 0 ? first : Integer.compare(trigger, other.trigger);
        }
    }

    /** Asks whoever schedules this activation. */
    private static final class Turnwise implements Scheduler {
        private @Nullable Scheduler now;

        @Override
        public Action choose(Enabled enabled) {
            Scheduler asked = now;
            Check.state(asked != null, "a run is scheduled in activations only");
            return asked.choose(enabled);
        }
    }

    /** A run that has not begun, in which the least key goes first. */
    public PatternMachine(LinkedProgram program) {
        this(program, _ -> Scheduler.deterministic(), Settings.DEFAULT);
    }

    /**
     * A run that has not begun.
     *
     * @param freedom makes the scheduler of an activation from its seed
     */
    public PatternMachine(
            LinkedProgram program, LongFunction<Scheduler> freedom, Settings settings) {
        this.program = program;
        this.freedom = freedom;
        this.settings = settings;
    }

    /** Whether it has ended. */
    public boolean isOver() {
        return ended;
    }

    @Override
    public Completion activate(Activation activation) {
        if (activation.isEvictOnly()) {
            return Completion.Decided.NOTHING;
        }
        commands.clear();
        answers.clear();
        if (activation.isQueryOnly()) {
            activation.jobs().forEach(this::take);
            return new Completion.Decided(List.of(), ChoiceLog.EMPTY, List.copyOf(answers));
        }
        try {
            ChoiceLog choices = carriedOut(activation);
            return new Completion.Decided(List.copyOf(commands), choices, List.copyOf(answers));
        } catch (Misplaced e) {
            return failed(ActivationKind.UNEXPECTED_JOB, e);
        } catch (Endless e) {
            return failed(ActivationKind.STUCK, e);
        } catch (Divergence e) {
            return failed(ActivationKind.NONDETERMINISM, e);
        } finally {
            scheduler.now = null;
        }
    }

    private static Completion failed(ActivationKind kind, RuntimeException why) {
        String message = Objects.requireNonNullElse(why.getMessage(), why.toString());
        return new Completion.Failed(new Failure.Activation(kind, message));
    }

    /** The signals that are kept; when they are told again, nobody knows any more who sent them. */
    @Override
    public List<Job> unconsumed() {
        List<Job> kept = new ArrayList<>();
        Vm running = vm;
        if (running != null) {
            running.kept((name, value) -> kept.add(signal(name, value)));
        }
        return kept;
    }

    private static Job signal(String name, Payload value) {
        return new Job.Signal(name, value.isNone() ? List.of() : List.of(value), "", "");
    }

    private ChoiceLog carriedOut(Activation activation) {
        Replayer recalled = null;
        for (Job job : activation.jobs()) {
            if (job instanceof Job.Choices(var log)) {
                recalled = Scheduler.replay(log);
            }
        }
        // Without choices there is nothing to be recalled, and nothing to be chosen.
        Scheduler choosing =
                recalled != null
                        ? recalled
                        : activation.replaying()
                                ? Scheduler.replay(ChoiceLog.EMPTY)
                                : freedom.apply(activation.seed());
        Recorder recorder = choosing.recorded();
        scheduler.now = recorder;
        activation.jobs().forEach(this::take);
        Vm running = vm;
        if (running != null && !ended) {
            goOn(running);
        }
        if (recalled != null) {
            recalled.finish();
        }
        ChoiceLog log = recorder.log();
        return log.steps() == 0 ? ChoiceLog.EMPTY : log;
    }

    // ---- What comes in ----

    /** A job that does not fit the run. */
    private static final class Misplaced extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Misplaced(String message) {
            super(message);
        }
    }

    private void take(Job job) {
        switch (job) {
            case Job.Start start -> begin(start);
            case Job.Signal signal -> {
                Payload value = signal.input().isEmpty() ? Payload.NONE : signal.input().getFirst();
                running(job).signal(signal.name(), value);
            }
            case Job.Cancel(var why) -> {
                reason = why;
                running(job).cancel();
            }
            case Job.ActivityResolved(var seq, var outcome) -> {
                if (answered(job, seq) instanceof Asked(var effect)) {
                    effectSeqs.remove(effect);
                    running(job).resume(effect, outcome);
                }
            }
            case Job.TimerFired(var seq) -> {
                if (answered(job, seq) instanceof Alarm alarm) {
                    timerSeqs.remove(alarm);
                    running(job).fire(alarm.since(), alarm.trigger());
                }
            }
            case Job.Query query -> answers.add(answer(query));
            case Job.Update update -> answers.add(rejected(update));
            case Job.Seed _, Job.Choices _, Job.Evict _ -> {}
            case Job.Recalled _, Job.Resolution _ ->
                    throw new Misplaced(job + " is nothing that a pattern has asked for.");
        }
    }

    private void begin(Job.Start start) {
        if (vm != null) {
            throw new Misplaced("The run has begun, and cannot begin again: " + start);
        }
        Context context = Context.EMPTY;
        if (!start.input().isEmpty()) {
            context = context.with(INPUT, start.input().getFirst());
        }
        Vm begun = Vm.start(program, context, scheduler, settings);
        begun.watch(new Timers());
        vm = begun;
    }

    private Vm running(Job job) {
        Vm running = vm;
        if (running == null) {
            throw new Misplaced("The run has not begun, and cannot be told " + job + ".");
        }
        return running;
    }

    /** Who waits for the answer to a command; nobody, when it is not waited for any more. */
    private @Nullable Waiting answered(Job job, long seq) {
        if (seq >= nextSeq) {
            throw new Misplaced(
                    job + " answers a command that was not given; the next is " + nextSeq + ".");
        }
        return waiting.remove(seq);
    }

    private Answer answer(Job.Query query) {
        if (!query.name().equals(WAITS)) {
            return new Answer.QueryAnswered(
                    query.id(),
                    new Outcome.Failed(
                            new Failure.Application(
                                    "UnknownQuery",
                                    "A pattern answers the query \""
                                            + WAITS
                                            + "\", not \""
                                            + query.name()
                                            + "\".")));
        }
        var text = new StringBuilder();
        Vm running = vm;
        if (running != null && !ended) {
            for (Effect effect : running.effects()) {
                text.append(effect.activity()).append(' ').append(effect.spot()).append('\n');
            }
        }
        return new Answer.QueryAnswered(
                query.id(), new Outcome.Completed(Payload.text(text.toString())));
    }

    private static Answer rejected(Job.Update update) {
        return new Answer.UpdateRejected(
                update.id(),
                new Failure.Application(
                        "UnknownUpdate",
                        "A pattern takes no updates, and so not \"" + update.name() + "\"."));
    }

    // ---- What comes of it ----

    private void goOn(Vm running) {
        Status status = running.run();
        while (status instanceof Status.Yielded) {
            status = running.run();
        }
        switch (status) {
            case Status.Effects(var asked, var withdrawn) -> {
                withdrawn.forEach(this::cancel);
                tellTimers();
                asked.forEach(this::ask);
            }
            case Status.Blocked _, Status.Yielded _ -> tellTimers();
            case Status.Done(var result) ->
                    end(
                            new Command.CompleteRun(
                                    nextSeq,
                                    UnitId.ROOT,
                                    result.find(RESULT).orElse(Payload.NONE)));
            case Status.Failed(var failure) ->
                    end(new Command.FailRun(nextSeq, UnitId.ROOT, failure));
            case Status.Cancelled _ ->
                    end(new Command.CancelRun(nextSeq, UnitId.ROOT, cancelled()));
        }
    }

    private void ask(Effect effect) {
        long seq = nextSeq++;
        waiting.put(seq, new Asked(effect.number()));
        effectSeqs.put(effect.number(), seq);
        List<Payload> input =
                effect.input().equals(Payload.NONE) ? List.of() : List.of(effect.input());
        commands.add(
                new Command.ScheduleActivity(
                        seq,
                        UnitId.ROOT,
                        Long.toString(seq),
                        effect.activity(),
                        input,
                        ActivityOptions.UNSAID));
    }

    private void cancel(long effect) {
        Long target = effectSeqs.remove(effect);
        if (target != null) {
            waiting.remove(target);
            commands.add(new Command.CancelActivity(nextSeq++, UnitId.ROOT, target));
        }
    }

    private void tellTimers() {
        for (Alarm alarm : stopped) {
            Long target = timerSeqs.remove(alarm);
            if (target != null) {
                waiting.remove(target);
                commands.add(new Command.CancelTimer(nextSeq++, UnitId.ROOT, target));
            }
        }
        started.forEach(
                (alarm, time) -> {
                    long seq = nextSeq++;
                    waiting.put(seq, alarm);
                    timerSeqs.put(alarm, seq);
                    commands.add(new Command.StartTimer(seq, UnitId.ROOT, time));
                });
        stopped.clear();
        started.clear();
    }

    /** What a run says that ends as its pattern wants, or as it was told. */
    private Failure.Cancelled cancelled() {
        return new Failure.Cancelled(reason, Payload.NONE);
    }

    private void end(Command command) {
        commands.add(command);
        nextSeq++;
        ended = true;
        waiting.clear();
        effectSeqs.clear();
        timerSeqs.clear();
    }

    private final class Timers implements TimerWatch {
        @Override
        public void started(long since, int trigger, Duration time) {
            started.put(new Alarm(since, trigger), time);
        }

        @Override
        public void stopped(long since, int trigger) {
            var alarm = new Alarm(since, trigger);
            if (started.remove(alarm) == null) {
                stopped.add(alarm);
            }
        }
    }

    // ---- Snapshots ----

    /** Its whole state between two activations; empty when it has not begun, or is over. */
    public Optional<byte[]> snapshot() {
        Vm running = vm;
        if (running == null || ended) {
            return Optional.empty();
        }
        var out = new ByteSink(256);
        out.varint(nextSeq);
        out.varint(waiting.size());
        waiting.forEach(
                (seq, who) -> {
                    out.varint(seq);
                    switch (who) {
                        case Asked(var effect) -> {
                            out.u8(0);
                            out.varint(effect);
                        }
                        case Alarm(var since, var trigger) -> {
                            out.u8(1);
                            out.varint(since);
                            out.varint(trigger);
                        }
                    }
                });
        out.bytes(running.snapshot());
        return Optional.of(SnapshotForm.framed(out));
    }

    /**
     * A machine that goes on from what {@link #snapshot()} wrote, on whatever JVM.
     *
     * @throws dev.reprise.form.Malformed if it is damaged, or of a run of another program
     */
    public static PatternMachine restore(
            LinkedProgram program,
            LongFunction<Scheduler> freedom,
            Settings settings,
            byte[] snapshot) {
        var machine = new PatternMachine(program, freedom, settings);
        machine.read(SnapshotForm.content(snapshot));
        return machine;
    }

    private void read(ByteSource in) {
        nextSeq = in.varint();
        int count = in.count("the number of commands that wait", in.remaining());
        for (int i = 0; i < count; i++) {
            long seq = in.varint();
            if (seq >= nextSeq || waiting.containsKey(seq)) {
                throw in.malformed(
                        Problem.INCONSISTENT, "command " + seq + " cannot be waited for.");
            }
            int kind = in.u8();
            switch (kind) {
                case 0 -> {
                    long effect = in.varint();
                    waiting.put(seq, new Asked(effect));
                    effectSeqs.put(effect, seq);
                }
                case 1 -> {
                    var alarm = new Alarm(in.varint(), (int) in.varint());
                    waiting.put(seq, alarm);
                    timerSeqs.put(alarm, seq);
                }
                default -> throw in.malformed(Problem.UNKNOWN, "nobody waits by " + kind + ".");
            }
        }
        Vm restored = Vm.restore(program, in.bytes(), scheduler, settings);
        in.expectEnd();
        restored.watch(new Timers());
        vm = restored;
    }
}
