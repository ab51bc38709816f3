package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Transcript;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A machine that carries out a program, and what every machine must keep, checked all the time. */
final class ProgramRun implements AutoCloseable {
    private static final Job.Query QUESTION =
            new Job.Query("q", "state", List.of(Payload.text("?")));

    private WorkflowType<String, String> type;
    private final Strands strands;
    private final List<ProgramStory.Step> steps = new ArrayList<>();
    private final List<Rehearsal.Logged> logged = new ArrayList<>();
    private FlowMachine machine;
    private long seqLast;
    private int asked;
    private boolean ended;

    ProgramRun(WorkflowType<String, String> type, Strands strands) {
        this.type = type;
        this.strands = strands;
        this.machine = machine();
    }

    private FlowMachine machine() {
        return new FlowMachine(
                type,
                strands,
                (level, message, _) -> logged.add(new Rehearsal.Logged(level, message)),
                false);
    }

    /** The same activations on a machine of its own. */
    static ProgramStory retold(
            WorkflowType<String, String> type, Strands strands, List<Activation> activations) {
        try (var run = new ProgramRun(type, strands)) {
            activations.forEach(run::tell);
            return run.story();
        }
    }

    /** The same, but after every activation the machine is thrown away and made from history. */
    static ProgramStory retoldEvicting(
            WorkflowType<String, String> type, Strands strands, List<Activation> activations) {
        try (var run = new ProgramRun(type, strands)) {
            for (Activation activation : activations) {
                run.tell(activation);
                run.evict();
            }
            return run.story();
        }
    }

    /** The same, with a query before and after every activation. */
    static ProgramStory retoldUnderQuestions(
            WorkflowType<String, String> type, Strands strands, List<Activation> activations) {
        try (var run = new ProgramRun(type, strands)) {
            for (Activation activation : activations) {
                run.tell(activation);
                run.ask("state", Payload.text("in between"));
                run.ask("progress");
                run.ask("unknown");
            }
            return run.story();
        }
    }

    Completion.Decided tell(Activation activation) {
        Completion completion = machine.activate(activation);
        if (completion instanceof Completion.Failed(var failure)) {
            throw new AssertionError("the activation failed: " + failure.describe());
        }
        var decided = (Completion.Decided) completion;
        check(decided);
        steps.add(new ProgramStory.Step(activation, decided, view()));
        return decided;
    }

    private void check(Completion.Decided decided) {
        for (Command command : decided.commands()) {
            assertThat(ended).as("nothing follows the end, but %s does", command).isFalse();
            assertThat(command.seq()).as("commands have no gaps: %s", command).isEqualTo(++seqLast);
            ended = command instanceof Command.Terminal;
        }
        Run run = machine.run();
        for (Operation operation : run.pending.all()) {
            assertThat(operation.seq).as("only what was asked for is open").isBetween(1L, seqLast);
        }
        assertThat(run.rounds.running()).isNull();
        assertThat(run.problem()).isNull();
        if (ended) {
            assertThat(run.units()).as("the run has ended, and so have its units").isEmpty();
        }
    }

    /** Asks something, and sees that nothing is decided by answering. */
    Outcome ask(String name, Payload... input) {
        return asked(new Job.Query("q", name, List.of(input)));
    }

    private Outcome asked(Job.Query query) {
        // Every question comes with other facts, of which no answer must know.
        asked++;
        var activation =
                new Activation(
                        Instant.ofEpochSecond(asked), asked, asked, false, List.<Job>of(query));
        var decided = (Completion.Decided) machine.activate(activation);
        assertThat(decided.commands()).isEmpty();
        return ((Answer.QueryAnswered) decided.answers().getFirst()).outcome();
    }

    private ProgramStory.View view() {
        Run run = machine.run();
        List<UnitId> units = run.units().stream().map(it -> it.id).toList();
        List<Long> pending = run.pending.all().stream().map(it -> it.seq).toList();
        return new ProgramStory.View(
                run.allPublished(),
                asked(QUESTION),
                units,
                ended ? List.of() : pending,
                run.inbox.kept(),
                List.copyOf(logged));
    }

    /** Throws the machine away, and goes on with one that was made from the stored history. */
    void evict() {
        ProgramStory.View before = view();
        drop();
        machine = machine();
        byte[] stored = ProgramStory.transcript(steps).toBytes();
        FlowReplay.onto(machine, type, Transcript.fromBytes(stored).recording()).orThrow();
        assertThat(view()).as("what is seen after replay").isEqualTo(before);
    }

    /** The same, and from now on with other code. */
    void evict(WorkflowType<String, String> other) {
        type = other;
        evict();
    }

    private void drop() {
        List<Unit> begun = new ArrayList<>(machine.run().units());
        begun.removeIf(unit -> unit.strand.stack().length == 0);
        var evict = new Activation(Instant.EPOCH, 0, 0, false, List.of(new Job.Evict("a test")));
        assertThat(machine.activate(evict)).isEqualTo(Completion.Decided.NOTHING);
        assertThat(machine.run().units()).isEmpty();
        for (Unit unit : begun) {
            assertThat(unit.wasUnwound()).as("unit %s has ended", unit.id).isTrue();
        }
    }

    ProgramStory story() {
        return new ProgramStory(steps);
    }

    /** What the code asked for and waits for. */
    List<Operation> pending() {
        return machine.run().pending.all();
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public void close() {
        if (ended) {
            machine.close();
        } else {
            drop();
            machine.close();
        }
    }
}
