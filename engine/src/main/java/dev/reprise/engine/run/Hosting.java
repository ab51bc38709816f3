package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.RunSnapshot;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.form.LogLine;
import dev.reprise.form.Malformed;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Recording;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import dev.reprise.pattern.Unlinkable;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.PatternMachine;
import dev.reprise.vm.PatternType;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The machine of one run, as long as it is in memory. When it is not, it is made anew from the
 * stored turns; when that fails, or the machine does, the activation has failed.
 */
final class Hosting {
    /** What is less than this says nothing of the memory that a run takes. */
    private static final long GROWN = 1_024;

    /** Of longer histories no second replay is made to find the line of code. */
    private static final long EXPLAINED_MAX = 100_000;

    private final House house;
    private final Cell cell;
    private final Paused.Place<Cell> place;
    private @Nullable Machine machine;
    private @Nullable Activation last;

    /** Whether the memory of the machine is wanted for others. */
    private boolean evicted;

    /** The time of the last turn: time does not run backwards in a run. */
    private Instant latest = Instant.MIN;

    private List<Job> unconsumed = List.of();

    /** How many turns were replayed for the activation that goes on. */
    private long replayed;

    /** How many turns were carried out that are in no snapshot. */
    private int unsaved;

    /** How long the history was when the memory that the machine takes was last judged by it. */
    private long weighed;

    Hosting(House house, Cell cell) {
        this.house = house;
        this.cell = cell;
        this.place = new Paused.Place<>(cell);
    }

    boolean hasMachine() {
        return machine != null;
    }

    /** Gives away the activation that was carried out last: what it brought is not kept. */
    Activation takeLast() {
        Activation known = last;
        Check.state(known != null, "nothing was activated");
        last = null;
        return known;
    }

    /** Carries out what {@code made} makes of the time of the turn before. */
    Completion activate(Standing standing, Function<Instant, Activation> made) {
        Completion completion;
        int jobs = 0;
        int commands = 0;
        replayed = 0;
        var look = house.onlooker().activation(cell.run, standing.type(), this::whereabouts);
        try {
            Machine ready = machine;
            if (ready == null) {
                ready = resumed(standing);
                machine = ready;
            }
            Activation activation = made.apply(latest);
            jobs = activation.jobs().size();
            completion = ready.activate(activation);
            commands = completion instanceof Completion.Decided it ? it.commands().size() : 0;
            if (completion instanceof Completion.Decided decided && decided.isTerminal()) {
                unconsumed = ready.unconsumed();
            }
            if (!activation.isQueryOnly()) {
                last = activation;
                latest = activation.now();
                unsaved++;
            }
            house.count().activated();
        } catch (Unplayable e) {
            completion = new Completion.Failed(e.failure);
        } finally {
            look.ended(jobs, commands, replayed);
        }
        if (completion instanceof Completion.Decided decided && !decided.isTerminal()) {
            weighed = standing.bytes();
            for (Cell victim : house.paused().used(place, weighed)) {
                victim.post(new Message.Evict());
            }
        } else {
            drop();
        }
        return completion;
    }

    /** Where its code is, for people: whoever asks is another thread, and sees what it can. */
    private String whereabouts() {
        Machine running = machine;
        if (running == null) {
            return "its history is replayed";
        }
        return running instanceof FlowMachine flow
                ? flow.step().orElse("its code is not in a unit")
                : "its pattern is carried out";
    }

    /** Its history has so many bytes now; small changes are told with the next activation. */
    void grew(long bytes) {
        if (machine != null && bytes - weighed >= GROWN) {
            weighed = bytes;
            house.paused().grew(place, bytes);
        }
    }

    /** What the machine was told and has not taken up, when its last activation was its end. */
    List<Job> unconsumed() {
        return unconsumed;
    }

    /**
     * The same of a leg whose end is not one of its activations; null when its code cannot be
     * carried out: then nobody knows.
     */
    @Nullable List<Job> unconsumed(Standing standing) {
        Machine known = machine;
        if (known != null) {
            return known.unconsumed();
        }
        try {
            Machine made = resumed(standing);
            List<Job> left = made.unconsumed();
            close(made);
            return left;
        } catch (Unplayable _) {
            return null;
        }
    }

    /** Gives up the memory; the turns are all that is needed to come back. */
    void drop() {
        Machine gone = machine;
        if (gone != null) {
            machine = null;
            house.paused().gone(place);
            close(gone);
        }
    }

    private static void close(Machine gone) {
        if (gone instanceof FlowMachine flow) {
            flow.close();
        }
    }

    /** Its memory is wanted for others: it is given up at the end of the step. */
    void evict() {
        evicted = true;
    }

    boolean isEvicted() {
        return evicted;
    }

    /** The step has nothing more to do: memory that is wanted goes, if it may. */
    void evictIfAsked(boolean mayGo) {
        if (evicted && mayGo) {
            if (hasMachine()) {
                house.count().evicted();
            }
            drop();
        }
        evicted = false;
    }

    /** The state of the machine, when it is to be kept with the next append; else null. */
    byte @Nullable [] snapshot() {
        if (!(machine instanceof PatternMachine pattern)
                || unsaved < house.settings().snapshotEvery()) {
            return null;
        }
        byte[] state = pattern.snapshot().orElse(null);
        unsaved = 0;
        return state == null || state.length > Store.SNAPSHOT_BYTES_MAX ? null : state;
    }

    // ---- Replay ----

    private static final class Unplayable extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Failure.Activation failure;

        Unplayable(ActivationKind kind, String message) {
            this(new Failure.Activation(kind, message));
        }

        Unplayable(Failure.Activation failure) {
            super(failure.message());
            this.failure = failure;
        }
    }

    /** A machine that is where the run is. */
    private Machine resumed(Standing standing) throws Unplayable {
        latest = Instant.MIN;
        unsaved = 0;
        return standing.program().isEmpty() ? resumedCode(standing) : resumedPattern(standing);
    }

    private static Unplayable unhosted(Standing standing, String what) {
        return new Unplayable(
                ActivationKind.UNKNOWN_TYPE,
                "No "
                        + what
                        + " is registered for workflow "
                        + standing.type()
                        + ". What to do: register it; the run goes on then.");
    }

    private FlowMachine resumedCode(Standing standing) throws Unplayable {
        WorkflowType<?, ?> type = house.repertoire().workflow(standing.type());
        if (type == null) {
            throw unhosted(standing, "code");
        }
        var made = new FlowMachine(type, house.strands());
        if (standing.length() == 0) {
            return made;
        }
        house.count().replayed();
        try (Cursor<byte[]> entries = entries(standing, standing.leg().origin())) {
            Replay.Verdict verdict = FlowReplay.onto(made, type, recording(entries));
            if (verdict instanceof Replay.Differed(var mismatch)) {
                throw new Unplayable(failure(type, standing, mismatch));
            }
            return made;
        } catch (StoreFailure | Malformed e) {
            made.close();
            throw unreadable(e);
        } catch (Unplayable e) {
            made.close();
            throw e;
        }
    }

    private Unplayable unreadable(RuntimeException e) {
        return new Unplayable(
                ActivationKind.INTERNAL,
                "The history of run " + cell.run + " cannot be read: " + e.getMessage());
    }

    // ---- Patterns ----

    private PatternMachine resumedPattern(Standing standing) throws Unplayable {
        PatternType type = house.repertoire().pattern(standing.type());
        if (type == null) {
            throw unhosted(standing, "pattern");
        }
        LinkedProgram program = program(type, standing.program());
        if (standing.length() == 0) {
            return type.machine(program);
        }
        house.count().replayed();
        PatternMachine restored = restored(type, program, standing);
        return restored != null ? restored : replayed(type, program, standing);
    }

    private LinkedProgram program(PatternType type, String hash) throws Unplayable {
        if (hash.equals(type.program().hash())) {
            return type.current();
        }
        LinkedProgram known = house.repertoire().older(type, hash);
        if (known != null) {
            return known;
        }
        String name = Repertoire.keptName(hash);
        try {
            byte[] kept = house.around().store().kept(name).orElse(null);
            if (kept == null) {
                throw new Unplayable(
                        ActivationKind.NONDETERMINISM,
                        "The run keeps to program "
                                + hash
                                + ", which is not in the store. What to do: register the pattern"
                                + " that it began with.");
            }
            LinkedProgram linked = type.link(Program.read(kept));
            house.repertoire().keepLinked(type, linked);
            return linked;
        } catch (Unlinkable e) {
            throw new Unplayable(
                    ActivationKind.NONDETERMINISM,
                    "The run keeps to program "
                            + hash
                            + ", for which pattern "
                            + type.name()
                            + " has no code. "
                            + e.getMessage());
        } catch (StoreFailure | Malformed e) {
            throw new Unplayable(
                    ActivationKind.INTERNAL,
                    "Program " + hash + " cannot be read: " + e.getMessage());
        }
    }

    /**
     * From the latest snapshot and what came after it; null when there is none that can be used.
     */
    private @Nullable PatternMachine restored(
            PatternType type, LinkedProgram program, Standing standing) {
        try {
            RunSnapshot kept = house.around().store().snapshot(cell.run).orElse(null);
            if (kept == null
                    || kept.position() > standing.position()
                    || kept.position() <= standing.leg().origin()) {
                return null;
            }
            PatternMachine machine = type.restored(program, kept.state());
            if (replay(machine, standing, kept.position()) instanceof Replay.Matched) {
                return machine;
            }
            house.onlooker()
                    .say(Level.WARNING, useless(standing, "its turns do not follow from it"));
        } catch (StoreFailure | Malformed e) {
            house.onlooker().say(Level.WARNING, useless(standing, e.getMessage()));
        }
        latest = Instant.MIN;
        return null;
    }

    private String useless(Standing standing, @Nullable String why) {
        return new LogLine("snapshot-useless")
                .with("run", cell.run)
                .with("type", standing.type())
                .saying("The snapshot is of no use, so the run is replayed: " + why);
    }

    private PatternMachine replayed(PatternType type, LinkedProgram program, Standing standing)
            throws Unplayable {
        PatternMachine machine = type.machine(program);
        try {
            if (replay(machine, standing, standing.leg().origin())
                    instanceof Replay.Differed(var mismatch)) {
                throw new Unplayable(
                        mismatch instanceof Mismatch.ActivationFailed(_, var failure)
                                ? failure
                                : new Failure.Activation(
                                        ActivationKind.NONDETERMINISM, mismatch.describe()));
            }
            return machine;
        } catch (StoreFailure | Malformed e) {
            throw unreadable(e);
        }
    }

    private Replay.Verdict replay(PatternMachine machine, Standing standing, long from) {
        try (Cursor<byte[]> entries = entries(standing, from)) {
            return Replay.of(machine, recording(entries));
        }
    }

    /**
     * The entries from one on that this process knows of: whoever has taken the store from it may
     * have written more.
     */
    private Cursor<byte[]> entries(Standing standing, long from) {
        Cursor<byte[]> all = house.around().store().turns(cell.run, from);
        return new Cursor<>() {
            private long left = standing.position() - from;

            @Override
            public boolean hasNext() {
                return left > 0 && all.hasNext();
            }

            @Override
            public byte[] next() {
                left--;
                return all.next();
            }

            @Override
            public void close() {
                all.close();
            }
        };
    }

    private Recording recording(Cursor<byte[]> entries) {
        return () -> {
            while (entries.hasNext()) {
                Turn turn = Entry.fromBytes(entries.next()).carriedOut();
                if (turn != null) {
                    latest = turn.activation().now();
                    unsaved++;
                    replayed++;
                    return Optional.of(Recording.Expected.exactly(turn));
                }
            }
            return Optional.empty();
        };
    }

    private Failure.Activation failure(
            WorkflowType<?, ?> type, Standing standing, Mismatch mismatch) {
        if (mismatch instanceof Mismatch.ActivationFailed(_, var failure)) {
            return failure;
        }
        Mismatch explained = mismatch;
        if (standing.length() <= EXPLAINED_MAX
                && FlowReplay.of(type, transcript(standing)) instanceof Replay.Differed(var line)) {
            explained = line;
        }
        return new Failure.Activation(ActivationKind.NONDETERMINISM, explained.describe());
    }

    private Transcript transcript(Standing standing) {
        List<Turn> turns = new ArrayList<>();
        try (Cursor<byte[]> entries = entries(standing, standing.leg().origin())) {
            while (entries.hasNext()) {
                Turn turn = Entry.fromBytes(entries.next()).carriedOut();
                if (turn != null) {
                    turns.add(turn);
                }
            }
        }
        return new Transcript(new Transcript.Header(cell.run, standing.type()), turns);
    }
}
