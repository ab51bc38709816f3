package dev.reprise.engine.phases;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.drive.Executed;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Activation;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.Prepared;
import dev.reprise.history.Replay;
import dev.reprise.history.RunInfo;
import dev.reprise.history.RunnableId;
import dev.reprise.history.RunnableRef;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import dev.reprise.vm.PatternType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A run between whose phases others can stand: {@link #prepare} gives the runnables that it asks
 * for, whoever likes executes them, and {@link #apply} tells it what came of one. Nothing happens
 * by itself, and what time it is says the caller. One thread at a time.
 */
public final class PhasedRun implements AutoCloseable {
    private final String type;
    private final PayloadCodec codec;
    private final RunId run;
    private final long seed;
    private final Machine machine;
    private final List<Turn> turns = new ArrayList<>();

    /** Asked for, and handed to nobody. */
    private final TreeMap<Long, Prepared> asked = new TreeMap<>();

    /** Handed out, and not applied. */
    private final TreeMap<Long, Prepared> out = new TreeMap<>();

    /** Applied as dead letters: the run waits for them. */
    private final TreeMap<Long, Prepared> aside = new TreeMap<>();

    /** Handed out, and not wanted any more. */
    private final TreeSet<RunnableId> withdrawn = new TreeSet<>();

    /** Cancelled before they were handed out: the run is to be told. */
    private final TreeSet<Long> unbegun = new TreeSet<>();

    private final TreeMap<Long, Instant> timers = new TreeMap<>();

    /** After which runnable a command was decided; those of the start are not in it. */
    private final TreeMap<Long, Long> after = new TreeMap<>();

    private Command.@Nullable Terminal end;
    private Failure.@Nullable Activation stuck;

    private PhasedRun(Machine machine, String type, PayloadCodec codec, RunId run, long seed) {
        this.type = type;
        this.codec = codec;
        this.run = run;
        this.seed = seed;
        this.machine = machine;
    }

    /**
     * Starts a run.
     *
     * @param seed where its random numbers begin
     */
    public static PhasedRun start(
            WorkflowType<?, ?> type, RunId run, long seed, Instant now, @Nullable Object... input) {
        return begun(
                new PhasedRun(new FlowMachine(type), type.name(), type.codec(), run, seed),
                now,
                input);
    }

    /**
     * Starts a run of a pattern.
     *
     * @param codec how values are written
     * @param seed where its random numbers begin
     */
    public static PhasedRun start(
            PatternType type,
            PayloadCodec codec,
            RunId run,
            long seed,
            Instant now,
            @Nullable Object... input) {
        return begun(new PhasedRun(type.machine(), type.name(), codec, run, seed), now, input);
    }

    private static PhasedRun begun(PhasedRun phased, Instant now, @Nullable Object... input) {
        var payloads = new ArrayList<Payload>();
        for (Object value : input) {
            payloads.add(value == null ? Payload.NONE : phased.codec.encode(value));
        }
        phased.tell(now, new Job.Start(phased.run, phased.type, payloads, RunInfo.FIRST));
        return phased;
    }

    /**
     * Takes a run up again, in this process or another. What it asked for and was not told is to be
     * prepared again, since nobody knows what became of it.
     *
     * @throws dev.reprise.history.Nondeterminism when the code is not the one that was recorded
     */
    public static PhasedRun resume(WorkflowType<?, ?> type, Transcript transcript) {
        var machine = new FlowMachine(type);
        PhasedRun phased = resumed(machine, type.name(), type.codec(), transcript);
        FlowReplay.onto(machine, type, transcript.recording()).orThrow();
        return phased.kept(transcript);
    }

    /**
     * Takes a run of a pattern up again, as {@link #resume(WorkflowType, Transcript)} does.
     *
     * @throws dev.reprise.history.Nondeterminism when the pattern is not the one that was recorded
     */
    public static PhasedRun resume(PatternType type, PayloadCodec codec, Transcript transcript) {
        Machine machine = type.machine();
        PhasedRun phased = resumed(machine, type.name(), codec, transcript);
        Replay.of(machine, transcript.recording()).orThrow();
        return phased.kept(transcript);
    }

    private static PhasedRun resumed(
            Machine machine, String type, PayloadCodec codec, Transcript transcript) {
        Check.argument(!transcript.turns().isEmpty(), "a run that has not begun is started");
        long seed = transcript.turns().getFirst().activation().seed();
        return new PhasedRun(machine, type, codec, transcript.header().runId(), seed);
    }

    private PhasedRun kept(Transcript transcript) {
        for (Turn turn : transcript.turns()) {
            keep(turn);
        }
        return this;
    }

    /** Which run it is. */
    public RunId id() {
        return run;
    }

    /** What the run has asked for and nobody was given before, in the order of asking. */
    public List<Prepared> prepare() {
        var all = List.copyOf(asked.values());
        out.putAll(asked);
        asked.clear();
        return all;
    }

    /**
     * Gives a runnable that is known by its id once more, for whoever lost it.
     *
     * @throws IllegalArgumentException when the run does not wait for it
     */
    public Prepared prepare(RunnableId id) {
        Check.argument(id.run().equals(run), "%s is no runnable of run %s", id, run);
        Prepared fresh = asked.remove(id.seq());
        if (fresh != null) {
            out.put(id.seq(), fresh);
        }
        Prepared found = out.get(id.seq());
        Check.argument(found != null, "run %s does not wait for %s: %s", run, id, why(id.seq()));
        return found;
    }

    /**
     * Gives the runnable that a reference names, which may come from another process.
     *
     * @throws IllegalArgumentException when the run does not wait for it, or asks for another one
     */
    public Prepared prepare(RunnableRef ref) {
        Prepared found = prepare(ref.prepared().id());
        Check.argument(
                found.equals(ref.prepared()),
                "the reference is to %s, but the run asks for %s",
                ref.prepared(),
                found);
        return found;
    }

    /** Whether the run waits for something that can be executed, or for a time. */
    public boolean isRunnable() {
        return end == null
                && stuck == null
                && !(asked.isEmpty() && out.isEmpty() && timers.isEmpty());
    }

    /**
     * Tells the run what came of a runnable; in any order, each once. A dead letter is put aside,
     * and the run goes on waiting for it.
     *
     * @throws IllegalArgumentException when it is not one that was handed out and not yet applied
     */
    public void apply(Executed executed, Instant now) {
        Prepared prepared = executed.prepared();
        RunnableId id = prepared.id();
        Check.argument(id.run().equals(run), "%s is no runnable of run %s", id, run);
        Prepared expected = out.get(id.seq());
        Check.argument(expected != null, "%s cannot be applied: %s", id, why(id.seq()));
        Check.argument(
                expected.equals(prepared),
                "%s is not the runnable that was prepared: %s, but %s",
                id,
                expected,
                prepared);
        out.remove(id.seq());
        withdrawn.remove(id);
        Optional<Outcome> outcome = executed.end().told();
        if (outcome.isEmpty()) {
            aside.put(id.seq(), prepared);
        } else if (end == null) {
            tell(now, new Job.ActivityResolved(id.seq(), outcome.get()));
        }
    }

    private String why(long seq) {
        if (asked.containsKey(seq)) {
            return "it was not prepared yet";
        }
        if (aside.containsKey(seq)) {
            return "it is a dead letter";
        }
        boolean wasAsked =
                turns.stream()
                        .flatMap(it -> it.commands().stream())
                        .anyMatch(it -> it.seq() == seq && Prepared.of(run, it).isPresent());
        return wasAsked ? "it was applied already" : "the run never asked for it";
    }

    /** The runnables that were handed out and that the run does not want any more. */
    public SortedSet<RunnableId> withdrawn() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(withdrawn));
    }

    /** The runnables that were put aside as dead letters, by number. */
    public List<Prepared> deadLetters() {
        return List.copyOf(aside.values());
    }

    /** A dead letter is to be executed anew: it is among the next that are prepared. */
    public void redrive(RunnableId id) {
        Prepared found = id.run().equals(run) ? aside.remove(id.seq()) : null;
        Check.argument(found != null, "%s is no dead letter of run %s", id, run);
        asked.put(id.seq(), found);
    }

    // ---- Time and messages ----

    /** The time of the next timer for which the run waits. */
    public Optional<Instant> nextTimer() {
        return end == null ? timers.values().stream().min(Instant::compareTo) : Optional.empty();
    }

    /** Tells the run which of its timers are due; whether there was one. */
    public boolean fire(Instant now) {
        List<Long> due =
                timers.entrySet().stream()
                        .filter(it -> !it.getValue().isAfter(now))
                        .map(Map.Entry::getKey)
                        .toList();
        for (long seq : due) {
            if (end == null && timers.remove(seq) != null) {
                tell(now, new Job.TimerFired(seq));
            }
        }
        return !due.isEmpty();
    }

    /** A signal arrives. */
    public void signal(Instant now, String name, @Nullable Object... input) {
        var payloads = new ArrayList<Payload>();
        for (Object value : input) {
            payloads.add(value == null ? Payload.NONE : codec.encode(value));
        }
        tell(now, new Job.Signal(name, payloads, "", ""));
    }

    // ---- What became of it ----

    /** How the run ended; empty while it has not. */
    public Optional<Outcome> outcome() {
        return switch (end) {
            case null -> Optional.empty();
            case Command.CompleteRun it -> Optional.of(new Outcome.Completed(it.result()));
            case Command.FailRun it -> Optional.of(new Outcome.Failed(it.failure()));
            case Command.CancelRun it -> Optional.of(new Outcome.Failed(it.failure()));
            case Command.ContinueAsNew it ->
                    throw new IllegalStateException("run " + run + " goes on as " + it.type());
        };
    }

    /** Why the run cannot go on, when its code broke a rule or asked for what is not done here. */
    public Optional<Failure.Activation> stuck() {
        return Optional.ofNullable(stuck);
    }

    /** All that has happened so far. */
    public Transcript transcript() {
        return new Transcript(new Transcript.Header(run, type), turns);
    }

    /**
     * Where a runnable comes from: the runnables that were applied one after the other until it was
     * asked for, the first first, and itself. Who was asked for at the start has none before it.
     */
    public List<RunnableId> lineage(RunnableId id) {
        var line = new ArrayList<RunnableId>();
        for (Long seq = id.seq(); seq != null; seq = after.get(seq)) {
            line.addFirst(new RunnableId(run, seq));
        }
        return line;
    }

    private void tell(Instant now, Job job) {
        Check.state(stuck == null, "run %s cannot go on: %s", run, stuck);
        var activation = new Activation(now, seed, turns.size(), false, List.of(job));
        switch (machine.activate(activation)) {
            case Completion.Failed(var failure) -> stuck = failure;
            case Completion.Decided decided -> {
                Turn turn = Turn.of(activation, decided);
                if (!turn.isEmpty()) {
                    keep(turn);
                }
            }
        }
        if (!unbegun.isEmpty() && end == null && stuck == null) {
            var never = new Failure.Cancelled("cancelled before it began", Payload.NONE);
            tell(now, new Job.ActivityResolved(unbegun.first(), new Outcome.Failed(never)));
        }
    }

    private void keep(Turn turn) {
        turns.add(turn);
        Long cause = null;
        for (Job job : turn.activation().jobs()) {
            switch (job) {
                case Job.ActivityResolved(var seq, _) -> {
                    asked.remove(seq);
                    unbegun.remove(seq);
                    cause = seq;
                }
                case Job.TimerFired(var seq) -> timers.remove(seq);
                default -> {}
            }
        }
        for (Command command : turn.commands()) {
            decided(command, turn.activation().now());
            if (cause != null) {
                after.put(command.seq(), cause);
            }
        }
    }

    private void decided(Command command, Instant now) {
        switch (command) {
            case Command.ScheduleActivity _, Command.ScheduleLocalActivity _ ->
                    asked.put(command.seq(), Prepared.of(run, command).orElseThrow());
            case Command.CancelActivity cancel -> withdraw(cancel.target());
            case Command.StartTimer timer -> timers.put(timer.seq(), now.plus(timer.duration()));
            case Command.CancelTimer cancel -> timers.remove(cancel.target());
            case Command.Terminal terminal -> end(terminal);
            case Command.StartChild _,
                    Command.CancelChild _,
                    Command.SignalExternal _,
                    Command.CancelExternal _ ->
                    stuck =
                            new Failure.Activation(
                                    Failure.ActivationKind.VIOLATION,
                                    "Three phases do not carry out "
                                            + command.getClass().getSimpleName()
                                            + ", which command "
                                            + command.seq()
                                            + " of run "
                                            + run
                                            + " asks for. What to do: run it on an engine.");
            case Command.UpsertSearchAttributes _,
                    Command.RecordSideEffect _,
                    Command.MarkPatch _,
                    Command.AcceptUpdate _,
                    Command.CompleteUpdate _ -> {}
        }
    }

    private void end(Command.Terminal terminal) {
        end = terminal;
        out.values().forEach(it -> withdrawn.add(it.id()));
        asked.clear();
        timers.clear();
    }

    private void withdraw(long seq) {
        if (out.containsKey(seq)) {
            withdrawn.add(new RunnableId(run, seq));
        } else if (asked.remove(seq) != null || aside.remove(seq) != null) {
            unbegun.add(seq);
        }
    }

    /** Gives up what the run holds in memory. */
    @Override
    public void close() {
        if (machine instanceof FlowMachine flow) {
            flow.close();
        }
    }
}
