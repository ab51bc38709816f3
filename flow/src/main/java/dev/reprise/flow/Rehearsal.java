package dev.reprise.flow;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Replay;
import dev.reprise.history.RunInfo;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One run of a workflow, played through by a test: the test says what happens outside, and sees
 * what the workflow decides. Nothing happens by itself, and time stands still until it is moved.
 *
 * <pre>{@code
 * try (var run = Rehearsal.of(WorkflowType.of(Order.class))) {
 *     run.start("42");
 *     run.expect(new ScheduleActivity(1, UnitId.ROOT, "1", "Payments.charge", ...));
 *     run.resolve(1, "paid");
 *     run.expect(new CompleteRun(2, UnitId.ROOT, Payload.text("paid")));
 *     run.replay().orThrow();
 * }
 * }</pre>
 */
public final class Rehearsal implements AutoCloseable {
    /** A line that the workflow, or the machine about it, has logged. */
    public record Logged(System.Logger.Level level, String message) {}

    /** Something that was asked for and is not answered. */
    public record PendingCall(long seq, UnitId unit, String what) {}

    /**
     * A unit that has not ended.
     *
     * @param line where its code is, when that is known
     */
    public record LiveUnit(UnitId id, Optional<String> line) {}

    private static final long SEED = 7;

    private final WorkflowType<?, ?> type;
    private final Strands strands;
    private final RunId runId;
    private final List<Turn> turns = new ArrayList<>();
    private final List<Logged> logged = new ArrayList<>();
    private FlowMachine machine;
    private Instant now = Instant.EPOCH;
    private long seed = SEED;
    private long historySize;
    private @Nullable Completion last;

    private Rehearsal(WorkflowType<?, ?> type, Strands strands, RunId runId) {
        this.type = type;
        this.strands = strands;
        this.runId = runId;
        this.machine = machine();
    }

    private FlowMachine machine() {
        return new FlowMachine(
                type,
                strands,
                (level, message, _) -> logged.add(new Logged(level, message)),
                false);
    }

    /** A run of {@code type} that has not started. */
    public static Rehearsal of(WorkflowType<?, ?> type) {
        return of(type, Strands.best());
    }

    /** A run of {@code type} that has not started, with units of this kind. */
    public static Rehearsal of(WorkflowType<?, ?> type, Strands strands) {
        return new Rehearsal(type, strands, new RunId("run-1"));
    }

    // ---- What happens outside ----

    /** Starts the run. */
    public Rehearsal start(@Nullable Object... input) {
        return tell(started(input));
    }

    /** The job that starts this run, to be told together with others. */
    public Job.Start started(@Nullable Object... input) {
        return new Job.Start(runId, type.name(), payloads(input), RunInfo.FIRST);
    }

    /** An activity, child or message has ended with this value. */
    public Rehearsal resolve(long seq, @Nullable Object value) {
        return tell(resolution(seq, new Outcome.Completed(payload(value))));
    }

    /** An activity, child or message has failed. */
    public Rehearsal fail(long seq, Failure failure) {
        return tell(resolution(seq, new Outcome.Failed(failure)));
    }

    private Job.Resolution resolution(long seq, Outcome outcome) {
        return switch (machine.run().pending.get(seq)) {
            case Operation.ChildRun _ -> new Job.ChildResolved(seq, outcome);
            case Operation.External _ -> new Job.ExternalResolved(seq, outcome);
            case null, default -> new Job.ActivityResolved(seq, outcome);
        };
    }

    /** A timer's time has come. */
    public Rehearsal fire(long seq) {
        return tell(new Job.TimerFired(seq));
    }

    /** A signal arrives. */
    public Rehearsal signal(String name, @Nullable Object... input) {
        return tell(signalled(name, input));
    }

    /** The job of a signal that arrives, to be told together with others. */
    public Job.Signal signalled(String name, @Nullable Object... input) {
        return new Job.Signal(name, payloads(input), "", "");
    }

    /** An update arrives. */
    public Rehearsal update(String id, String name, @Nullable Object... input) {
        return tell(new Job.Update(id, name, payloads(input), true));
    }

    /** The run is asked to cancel. */
    public Rehearsal cancel(String reason) {
        return tell(new Job.Cancel(reason));
    }

    /** Asks a query, which changes nothing. */
    public Outcome query(String name, @Nullable Object... input) {
        var asked = new Job.Query("q", name, payloads(input));
        Completion answered = machine.activate(activation(List.of(asked)));
        if (answered instanceof Completion.Decided decided
                && decided.commands().isEmpty()
                && decided.answers().getFirst() instanceof Answer.QueryAnswered(_, var outcome)) {
            return outcome;
        }
        throw new AssertionError("a query gave " + answered);
    }

    /** One activation with these jobs. */
    public Rehearsal tell(Job... jobs) {
        Activation activation = activation(List.of(jobs));
        Completion completion = machine.activate(activation);
        last = completion;
        if (completion instanceof Completion.Decided decided) {
            Turn turn = Turn.of(activation, decided);
            if (!turn.isEmpty()) {
                turns.add(turn);
                historySize++;
            }
        }
        return this;
    }

    private Activation activation(List<Job> jobs) {
        return new Activation(now, seed, historySize, false, jobs);
    }

    /** From the next activation on it is so much later. */
    public Rehearsal later(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    /** From the next activation on random numbers begin here. */
    public Rehearsal seed(long value) {
        seed = value;
        return this;
    }

    // ---- What the workflow decided ----

    /** What came of the last activation. */
    public Completion completion() {
        Check.state(last != null, "nothing has happened yet");
        return last;
    }

    /** The commands of the last activation, which must not have failed. */
    public List<Command> commands() {
        return switch (completion()) {
            case Completion.Decided decided -> decided.commands();
            case Completion.Failed(var failure) ->
                    throw new AssertionError("the activation failed: " + failure.describe());
        };
    }

    /** The answers of the last activation. */
    public List<Answer> answers() {
        return completion() instanceof Completion.Decided decided ? decided.answers() : List.of();
    }

    /** Why the last activation failed; an error when it did not. */
    public Failure.Activation failure() {
        if (completion() instanceof Completion.Failed(var failure)) {
            return failure;
        }
        throw new AssertionError("the activation did not fail, but decided " + commands());
    }

    /** Checks that the last activation decided exactly this, in this order. */
    public Rehearsal expect(Command... expected) {
        if (!commands().equals(List.of(expected))) {
            throw new AssertionError(
                    "Other commands were expected.\n expected\n"
                            + listed(List.of(expected))
                            + " decided\n"
                            + listed(commands()));
        }
        return this;
    }

    private static String listed(List<Command> commands) {
        return commands.isEmpty()
                ? "  nothing\n"
                : commands.stream().map(it -> "  " + it + "\n").collect(Collectors.joining());
    }

    /** Checks that the last activation decided nothing. */
    public Rehearsal expectNothing() {
        return expect();
    }

    // ---- Inside ----

    /** What was asked for and is not answered, by number. */
    public List<PendingCall> pending() {
        return machine.run().pending.all().stream()
                .map(it -> new PendingCall(it.seq, it.unit, it.describe()))
                .toList();
    }

    /** The units that have not ended, in their order. */
    public List<LiveUnit> units() {
        return machine.run().units().stream()
                .map(it -> new LiveUnit(it.id, Lines.of(it.strand.stack())))
                .toList();
    }

    /** The signals that nobody has taken, in the order of their arrival. */
    public List<Job.Signal> buffered() {
        return machine.run().inbox.kept();
    }

    /** What the workflow has published, by name. */
    public TreeMap<String, Payload> published() {
        return machine.run().allPublished();
    }

    /** What was logged so far. */
    public List<Logged> logged() {
        return List.copyOf(logged);
    }

    // ---- Replay ----

    /** All that happened so far. */
    public Transcript transcript() {
        return new Transcript(new Transcript.Header(runId, type.name()), turns);
    }

    /** Replays all that happened so far, from its stored form, on a machine of its own. */
    public Replay.Verdict replay() {
        return replayOn(type);
    }

    /** As {@link #replay()}, with other code. */
    public Replay.Verdict replayOn(WorkflowType<?, ?> other) {
        Transcript stored = Transcript.fromBytes(transcript().toBytes());
        return FlowReplay.of(other.name(type.name()), stored, strands);
    }

    /** Throws the machine away, and goes on with another to which everything was replayed. */
    public Rehearsal evict() {
        machine.activate(activation(List.of(new Job.Evict("a rehearsal"))));
        machine.close();
        machine = machine();
        Transcript stored = Transcript.fromBytes(transcript().toBytes());
        FlowReplay.onto(machine, type, stored.recording()).orThrow();
        return this;
    }

    /** Gives up what the run holds. */
    @Override
    public void close() {
        machine.close();
    }

    private List<Payload> payloads(@Nullable Object[] values) {
        var payloads = new ArrayList<Payload>();
        for (Object value : values) {
            payloads.add(payload(value));
        }
        return payloads;
    }

    private Payload payload(@Nullable Object value) {
        return switch (value) {
            case null -> Payload.NONE;
            case Payload payload -> payload;
            default -> type.codec().encode(value);
        };
    }
}
