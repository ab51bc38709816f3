package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Selection;
import dev.reprise.flow.FlowMachine;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import dev.reprise.form.Malformed;
import dev.reprise.history.Mismatch;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.history.Turn;
import dev.reprise.pattern.Unlinkable;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.PatternType;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replays stored runs of workflows and of patterns with some code: which of them would take another
 * path, where, and why. What is replayed is the last leg of a run, since it is what the run is
 * brought back by; earlier ones are when that is wanted. Nothing is changed, and no activity is
 * carried out, so it can be asked of a store that an engine has, of one that nobody has ({@link
 * Store#reading}), and of a backup.
 */
public final class Verification {
    /** Of longer legs no second replay is made to find the line of code. */
    private static final long EXPLAINED_MAX = 100_000;

    /** So many differences are kept; all are counted. */
    private static final int DIFFERENCES_MAX = 100;

    private static final int PAGE = 1_000;

    /** Where histories are. */
    public interface Histories {
        /** The entries of a run from one position up to, and without, another. */
        Iterator<byte[]> entries(RunId run, long from, long to);

        /** What is kept under a name. */
        Optional<byte[]> kept(String name);
    }

    /** How some code fits a run. */
    public sealed interface Verdict {
        /** It takes the recorded path in all legs that were replayed. */
        record Same(long legs) implements Verdict {}

        /** It takes another in these. */
        record Different(List<Difference> differences) implements Verdict {
            /** Copies the list. */
            public Different {
                differences = List.copyOf(differences);
            }
        }

        /** There is no code for its type. */
        record Absent() implements Verdict {}
    }

    /** A leg of a run in which the code takes another path. */
    public record Difference(RunId run, String type, long leg, Mismatch mismatch) {
        /** All there is to say, for a person. */
        public String describe() {
            return "Run " + run + " (" + type + "), leg " + leg + ": " + mismatch.describe();
        }
    }

    /**
     * What became of many runs.
     *
     * @param same how many take the recorded path
     * @param different how many take another
     * @param absent for how many there is no code
     * @param differences the first of them
     */
    public record Report(long same, long different, long absent, List<Difference> differences) {
        /** Copies the list. */
        public Report {
            differences = List.copyOf(differences);
        }

        /** Whether no run takes another path. */
        public boolean isSame() {
            return different == 0;
        }
    }

    private final Histories histories;
    private final Function<String, @Nullable WorkflowType<?, ?>> workflows;
    private final Function<String, @Nullable PatternType> patterns;
    private final boolean allLegs;

    /**
     * With code that is looked for by the type of a run.
     *
     * @param allLegs whether those that were before the last are replayed, too
     */
    public Verification(
            Histories histories,
            Function<String, @Nullable WorkflowType<?, ?>> workflows,
            Function<String, @Nullable PatternType> patterns,
            boolean allLegs) {
        this.allLegs = allLegs;
        this.histories = histories;
        this.workflows = workflows;
        this.patterns = patterns;
    }

    // ---- Of a store ----

    /** Of the runs in a store, with the code that is named; that of schedules is known. */
    public static OfStore of(Store store) {
        return new OfStore(store);
    }

    /** The runs of a store, and the code that they are to be replayed with. */
    public static final class OfStore {
        private final Store store;
        private final Map<String, WorkflowType<?, ?>> workflows = new TreeMap<>();
        private final Map<String, PatternType> patterns = new TreeMap<>();
        private boolean allLegs;

        private OfStore(Store store) {
            this.store = store;
            Schedules.types().forEach(this::with);
        }

        /** Takes this workflow for runs of its name; its values are JSON. */
        public OfStore with(Class<? extends Workflow<?, ?>> workflow) {
            return with(typed(workflow));
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // of whatever it is a workflow
        private static WorkflowType<?, ?> typed(Class<? extends Workflow<?, ?>> workflow) {
            return WorkflowType.of((Class) workflow).codec(new JsonCodec());
        }

        /** Takes this workflow for runs of its name. */
        public OfStore with(WorkflowType<?, ?> workflow) {
            workflows.put(workflow.name(), workflow);
            return this;
        }

        /** Takes this pattern for runs of its name. */
        public OfStore with(PatternType pattern) {
            patterns.put(pattern.name(), pattern);
            return this;
        }

        /** Replays legs that were before the last, too. */
        public OfStore allLegs() {
            allLegs = true;
            return this;
        }

        /** Verifies all runs that a filter accepts; all there are when it is empty. */
        public Report verify(String filter) {
            var verification =
                    new Verification(new OfOne(store), workflows::get, patterns::get, allLegs);
            long same = 0;
            long absent = 0;
            long different = 0;
            List<Difference> differences = new ArrayList<>();
            Optional<Selection> next = Optional.of(Selection.parse(filter).limit(PAGE));
            while (next.isPresent()) {
                Listing page = Listing.of(store, next.get(), InstantSource.system().instant());
                for (Head head : page.heads()) {
                    switch (verification.verify(Description.of(head))) {
                        case Verdict.Same _ -> same++;
                        case Verdict.Absent _ -> absent++;
                        case Verdict.Different(var found) -> {
                            different++;
                            found.stream()
                                    .limit(DIFFERENCES_MAX - differences.size())
                                    .forEach(differences::add);
                        }
                    }
                }
                next = page.next();
            }
            return new Report(same, different, absent, differences);
        }
    }

    // ---- Of a run ----

    /** Replays what is to be replayed of a run, each leg with the code for its own type. */
    public Verdict verify(Description run) {
        List<Difference> differences = new ArrayList<>();
        long legs = 0;
        long from = allLegs ? run.first() : run.origin();
        var history =
                new LegReader(histories.entries(run.run(), from, run.entries()), run.run(), from);
        while (history.hasNext()) {
            LegReader.Leg leg = history.next();
            WorkflowType<?, ?> workflow = workflows.apply(leg.type());
            PatternType pattern = patterns.apply(leg.type());
            Mismatch mismatch = null;
            if (leg.program().isEmpty() && workflow != null) {
                legs++;
                mismatch = mismatch(run, leg, workflow);
            } else if (!leg.program().isEmpty() && pattern != null) {
                legs++;
                mismatch = mismatch(leg, pattern);
            }
            if (mismatch != null) {
                differences.add(new Difference(run.run(), leg.type(), leg.number(), mismatch));
            }
        }
        if (!differences.isEmpty()) {
            return new Verdict.Different(differences);
        }
        return legs == 0 ? new Verdict.Absent() : new Verdict.Same(legs);
    }

    private @Nullable Mismatch mismatch(
            Description run, LegReader.Leg leg, WorkflowType<?, ?> type) {
        try (var machine = new FlowMachine(type)) {
            Replay.Verdict verdict = FlowReplay.onto(machine, type, leg.recording());
            return verdict instanceof Replay.Differed(var found)
                    ? explained(run, leg, type, found)
                    : null;
        }
    }

    /** The same with the line of code, where that can be found with the history in memory. */
    private Mismatch explained(
            Description run, LegReader.Leg leg, WorkflowType<?, ?> type, Mismatch mismatch) {
        long to = Math.min(run.entries(), leg.origin() + EXPLAINED_MAX);
        var again =
                new LegReader(
                        histories.entries(run.run(), leg.origin(), to), run.run(), leg.origin());
        List<Turn> turns = again.next().turns();
        if (mismatch.place().turn() >= turns.size()) {
            return mismatch;
        }
        var transcript = new Transcript(Transcript.Header.of(run.run(), leg.type(), turns), turns);
        return FlowReplay.of(type, transcript) instanceof Replay.Differed(var line)
                ? line
                : mismatch;
    }

    private @Nullable Mismatch mismatch(LegReader.Leg leg, PatternType type) {
        LinkedProgram program;
        try {
            program = program(type, leg.program());
        } catch (Unlinkable | Malformed e) {
            return unusable(leg, e.getMessage());
        }
        if (program == null) {
            return unusable(leg, "It is not in the store.");
        }
        return Replay.of(type.machine(program), leg.recording())
                        instanceof Replay.Differed(var found)
                ? found
                : null;
    }

    private @Nullable LinkedProgram program(PatternType type, String hash) {
        return hash.equals(type.program().hash())
                ? type.current()
                : histories
                        .kept(Repertoire.keptName(hash))
                        .map(it -> type.link(Program.read(it)))
                        .orElse(null);
    }

    /** Its runs could not go on with this code at all. */
    private static Mismatch unusable(LegReader.Leg leg, @Nullable String why) {
        return new Mismatch.ActivationFailed(
                new Mismatch.Place(leg.run().value(), 0, 0, UnitId.ROOT),
                new Failure.Activation(
                        ActivationKind.NONDETERMINISM,
                        "The run keeps to program " + leg.program() + ". " + why));
    }

    /** The histories in a store that is here. */
    private record OfOne(Store store) implements Histories {
        @Override
        public Iterator<byte[]> entries(RunId run, long from, long to) {
            return new Pages(store, run, from, to);
        }

        @Override
        public Optional<byte[]> kept(String name) {
            return store.kept(name);
        }
    }

    /** Entries that are read a few at a time, so that nothing has to be closed. */
    private static final class Pages implements Iterator<byte[]> {
        private static final int READ = 256;

        private final Store store;
        private final RunId run;
        private final long to;
        private final ArrayDeque<byte[]> read = new ArrayDeque<>();
        private long at;

        Pages(Store store, RunId run, long from, long to) {
            this.store = store;
            this.run = run;
            this.at = from;
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            if (read.isEmpty() && at < to) {
                long until = Math.min(to, at + READ);
                try (Cursor<byte[]> entries = store.turns(run, at)) {
                    while (at < until && entries.hasNext()) {
                        read.add(entries.next());
                        at++;
                    }
                }
            }
            return !read.isEmpty();
        }

        @Override
        public byte[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException("run " + run + " has no more entries");
            }
            return read.remove();
        }
    }
}
