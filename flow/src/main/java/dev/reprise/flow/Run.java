package dev.reprise.flow;

import dev.reprise.Check;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.Undecodable;
import dev.reprise.UnitId;
import dev.reprise.flow.unit.Strand;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.CommandOptions;
import dev.reprise.history.Job;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run as it is being carried out: its units, what they wait for, what they decided. It knows no
 * rules of its own; it is where those who keep them meet.
 */
final class Run {
    final WorkflowType<?, ?> type;
    final Rounds rounds = new Rounds(this);
    final Pending pending = new Pending();
    final Inbox inbox = new Inbox(this);
    private final Strands strands;
    private final Scope rootScope = new Scope(this, null, false);
    private final Trace trace;

    private Job.@Nullable Start start;
    private @Nullable Workflow<?, ?> workflow;
    private Instant now = Instant.EPOCH;
    private long seed;
    private long historySize;
    private boolean replaying;
    private @Nullable SplitMix64 random;
    private @Nullable Recalled recalled;
    private @Nullable Patches patches;
    private @Nullable TreeMap<String, Payload> published;

    private long seqLast = Command.SEQ_FIRST - 1;
    private List<Command> commands = new ArrayList<>(1);
    private List<Answer> answers = List.of();
    private final ArrayList<Unit> live = new ArrayList<>(1);
    private @Nullable Unit root;
    private @Nullable Unit reader;
    private @Nullable End end;
    private boolean closed;
    private volatile @Nullable ActivationFailed problem;

    Run(WorkflowType<?, ?> type, Strands strands, Trace trace) {
        this.type = type;
        this.strands = strands;
        this.trace = trace;
    }

    // ---- Facts of the activation ----

    void enter(Activation activation) {
        now = activation.now();
        seed = activation.seed();
        random = null;
        historySize = activation.historySize();
        replaying = activation.replaying();
        recalled = null;
        commands = new ArrayList<>(2);
        answers = List.of();
        trace.clear();
    }

    /** Nothing that lasts was told after all: the facts of the turn before hold on. */
    void stay(Instant nowBefore, long historySizeBefore) {
        now = nowBefore;
        historySize = historySizeBefore;
    }

    long historySize() {
        return historySize;
    }

    void reseed(long value) {
        seed = value;
        random = null;
    }

    Instant now() {
        return now;
    }

    SplitMix64 random() {
        if (random == null) {
            random = new SplitMix64(seed);
        }
        return random;
    }

    boolean isReplaying() {
        return replaying;
    }

    Recalled recalled() {
        if (recalled == null) {
            recalled = new Recalled();
        }
        return recalled;
    }

    Patches patches() {
        if (patches == null) {
            patches = new Patches();
        }
        return patches;
    }

    Strands strands() {
        return strands;
    }

    Scope rootScope() {
        return rootScope;
    }

    String name() {
        return start == null ? "(not started)" : start.runId().value();
    }

    /** The id of a child that is given none: no other child of any leg of this run has it. */
    RunId childId(long seq) {
        long leg = started().info().leg();
        return new RunId(id() + "/" + (leg == 1 ? "" : leg + ".") + seq);
    }

    RunFacts info() {
        Job.Start started = started();
        return new RunFacts(started.runId(), started.workflowType(), historySize, started.info());
    }

    RunId id() {
        return started().runId();
    }

    boolean isStarted() {
        return start != null;
    }

    private Job.Start started() {
        if (start == null) {
            throw new IllegalStateException("the run has not started");
        }
        return start;
    }

    // ---- Units ----

    /** Begins: the root unit is runnable from now on. */
    void begin(Job.Start job) {
        start = job;
        Workflow<?, ?> code = type.instance();
        workflow = code;
        Object input = type.decodeInput(this, job.input());
        root =
                spawn(
                        UnitId.ROOT,
                        rootScope,
                        () -> encodeResult(type.run(code, input)),
                        new End.OfRoot(this));
    }

    private Payload encodeResult(@Nullable Object result) {
        try {
            return encode(result);
        } catch (RuntimeException e) {
            throw new Violation("The result of the workflow cannot be encoded: " + e.getMessage());
        }
    }

    Workflow<?, ?> workflow() {
        if (workflow == null) {
            throw new IllegalStateException("the run has not started");
        }
        return workflow;
    }

    /** Whether the code of the root has had a step. */
    boolean hasBegun() {
        return root != null && root.hasBegun();
    }

    /** A new unit, runnable in the next round. */
    Unit spawn(UnitId id, Scope scope, Body<?> code, Unit.Ending ending) {
        Unit unit = hold(id, scope, code, ending);
        rounds.wake(unit);
        return unit;
    }

    /** A new unit that somebody will wake. */
    Unit hold(UnitId id, Scope scope, Body<?> code, Unit.Ending ending) {
        var unit = new Unit(this, id, scope, code, ending);
        unit.place = live.size();
        live.add(unit);
        return unit;
    }

    /** Driver: the code of a unit has come to its end. */
    void ended(Unit unit) {
        Unit last = live.removeLast();
        if (last != unit) {
            live.set(unit.place, last);
            last.place = unit.place;
        }
        Throwable thrown = unit.thrown();
        if (thrown instanceof Error error && !(error instanceof ContinuedAsNew)) {
            throw Ended.badly(unit, error);
        }
        unit.end();
    }

    /** The units that have not ended, in their order. */
    List<Unit> units() {
        var units = new ArrayList<>(live);
        units.sort(Comparator.comparing(unit -> unit.id));
        return units;
    }

    /** The handlers that have not ended, in the order of their messages. */
    List<Unit> handlersUnderWay() {
        var handlers = new ArrayList<Unit>(0);
        for (Unit unit : live) {
            if (unit.isHandler()) {
                handlers.add(unit);
            }
        }
        handlers.sort(Comparator.comparing(unit -> unit.id));
        return handlers;
    }

    boolean isRunning(Unit unit) {
        return rounds.running() == unit && problem == null;
    }

    boolean isReader(Unit unit) {
        return reader == unit;
    }

    /** Carries out code that only reads, apart from all units. */
    Unit read(Body<?> code) {
        var unit = Unit.reader(this, code);
        reader = unit;
        boolean ended = false;
        try {
            ended = rounds.resume(unit) == Strand.Stop.ENDED;
            Check.invariant(ended, "a reader paused");
            return unit;
        } finally {
            reader = null;
            if (!ended) {
                Unwound.report(unit, rounds.unwind(unit));
            }
        }
    }

    /** Driver: a scope was cancelled; ends what is waited for and asked for inside it. */
    void cancelled(Scope scope, String why) {
        for (Unit unit : units()) {
            unit.cancelWaiting(scope, why);
        }
        for (Operation operation : pending.all()) {
            if (scope.covers(operation.scope)) {
                operation.cancel(why);
            }
        }
    }

    // ---- Decisions ----

    /** The number of the command that comes next. */
    long nextSeq() {
        return seqLast + 1;
    }

    void emit(Command command) {
        if (closed) {
            return;
        }
        seqLast = command.seq();
        commands.add(command);
        trace.decided(command);
    }

    Operation.Timer startTimer(Unit unit, Duration duration) {
        var timer = new Operation.Timer(unit, nextSeq());
        emit(new Command.StartTimer(timer.seq, unit.id, duration));
        pending.add(timer);
        return timer;
    }

    /**
     * The options of the next command: what the code says, or what was recorded, where that wins.
     */
    <T extends CommandOptions> T optionsOf(long seq, T attempted) {
        if (recalled == null) {
            return attempted;
        }
        T recorded = recalled.optionsFor(seq, attempted);
        if (!recorded.equals(attempted)) {
            trace.say(
                    Level.WARNING,
                    "Run "
                            + name()
                            + " gives command "
                            + seq
                            + " other options than were recorded; what was recorded holds."
                            + "\n  recorded   "
                            + recorded
                            + "\n  attempted  "
                            + attempted,
                    null);
        }
        return recorded;
    }

    /** What was decided; of one command, which is the rule, no second copy will be made. */
    List<Command> commands() {
        return commands.size() == 1 ? List.of(commands.getFirst()) : commands;
    }

    List<Answer> answers() {
        return answers;
    }

    void answer(Answer answer) {
        if (answers.isEmpty()) {
            answers = new ArrayList<>();
        }
        answers.add(answer);
    }

    void clearAnswers() {
        answers = List.of();
    }

    // ---- The end ----

    /** The run is to end so, when no unit can go on; the first end counts. */
    void endWith(End how) {
        if (end == null) {
            end = how;
        }
    }

    @Nullable End end() {
        return end;
    }

    /** Gives up all units. Nothing is decided any more. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        rounds.clear();
        if (!Strands.areForgettable()) {
            for (Unit unit : units().reversed()) {
                Unwound.report(unit, rounds.unwind(unit));
            }
        }
        live.clear();
    }

    // ---- Problems ----

    /** The activation will fail, whatever the code still does. The first problem counts. */
    void fail(ActivationKind kind, String message) {
        if (problem == null) {
            problem = new ActivationFailed(kind, message);
        }
    }

    @Nullable ActivationFailed problem() {
        return problem;
    }

    void checkProblem() {
        ActivationFailed found = problem;
        if (found != null) {
            throw found;
        }
    }

    void stepEnded() {
        trace.stepEnded();
        checkProblem();
    }

    Trace trace() {
        return trace;
    }

    // ---- Values ----

    /** A codec may block for a moment, where it shares caches with other runs. */
    Payload encode(@Nullable Object value) {
        if (value == null) {
            return Payload.NONE;
        }
        Unit caller = rounds.running();
        if (caller == null) {
            return type.codec().encode(value);
        }
        caller.strand.lenient(true);
        try {
            return type.codec().encode(value);
        } finally {
            caller.strand.lenient(false);
        }
    }

    List<Payload> encodeAll(@Nullable Object @Nullable [] values) {
        if (values == null || values.length == 0) {
            return List.of();
        }
        if (values.length == 1) {
            return List.of(encode(values[0]));
        }
        var payloads = new ArrayList<Payload>(values.length);
        for (Object value : values) {
            payloads.add(encode(value));
        }
        return payloads;
    }

    @Nullable Object decode(Payload payload, Type as) {
        Unit caller = rounds.running();
        try {
            if (caller != null) {
                caller.strand.lenient(true);
            }
            return Arguments.decode(type.codec(), payload, as);
        } catch (Undecodable e) {
            throw new ActivationFailed(ActivationKind.UNDECODABLE, String.valueOf(e.getMessage()));
        } finally {
            if (caller != null) {
                caller.strand.lenient(false);
            }
        }
    }

    /** As {@link #decode}, for a call from the workflow's code, which must not catch it. */
    @Nullable Object decodeInCode(Payload payload, Type as) {
        try {
            return decode(payload, as);
        } catch (ActivationFailed e) {
            fail(ActivationKind.UNDECODABLE, String.valueOf(e.getMessage()));
            throw new Violation(String.valueOf(e.getMessage()));
        }
    }

    void publish(String name, Payload value) {
        if (published == null) {
            published = new TreeMap<>();
        }
        published.put(name, value);
    }

    Optional<Payload> published(String name) {
        return published == null ? Optional.empty() : Optional.ofNullable(published.get(name));
    }

    TreeMap<String, Payload> allPublished() {
        return published == null ? new TreeMap<>() : new TreeMap<>(published);
    }
}
