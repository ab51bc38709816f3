package dev.reprise.flow;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Failure.ActivationKind;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.flow.unit.Drivers;
import dev.reprise.flow.unit.Seat;
import dev.reprise.flow.unit.Strands;
import dev.reprise.flow.unit.Stuck;
import dev.reprise.history.Activation;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one run of a {@link Workflow}. An activation is one turn: its jobs are taken in, in
 * their order, then rounds are gone until no unit can go on, then all that was decided is said.
 *
 * <p>A machine that is no longer needed is told so by an activation that evicts, or closed: until
 * then its paused units hold memory. After a failed activation it is closed, and says no more.
 */
public final class FlowMachine implements Machine, AutoCloseable {
    private final Run run;
    private Completion.@Nullable Failed failed;
    private List<Job> unconsumed = List.of();
    private boolean evicted;
    private boolean ended;

    FlowMachine(WorkflowType<?, ?> type, Strands strands, Trace.Voice voice, boolean lines) {
        this.run = new Run(type, strands, new Trace(voice, lines));
    }

    /** A machine for one run of {@code type}, with the best units there are here. */
    public FlowMachine(WorkflowType<?, ?> type) {
        this(type, Strands.best());
    }

    /** A machine for one run of {@code type}, with units of this kind. */
    public FlowMachine(WorkflowType<?, ?> type, Strands strands) {
        this(type, strands, Logs.of(type.name()), false);
    }

    @Override
    public Completion activate(Activation activation) {
        Strands strands = run.strands();
        if (strands.isAtHome()) {
            return carryOut(activation);
        }
        try {
            return strands.driving(() -> carryOut(activation));
        } catch (Stuck stuck) {
            return failed(stuck);
        }
    }

    /**
     * As {@link #activate}, by one of {@code drivers}. When the code does not come to a pause, the
     * activation fails so, its thread is abandoned, and this machine says no more.
     */
    public CompletableFuture<Completion> activate(Activation activation, Drivers drivers) {
        return drivers.submit(() -> activate(activation))
                .exceptionally(
                        thrown -> {
                            if (thrown instanceof Stuck stuck) {
                                return failed(stuck);
                            }
                            throw new CompletionException(thrown);
                        });
    }

    private static Completion failed(Stuck stuck) {
        return new Completion.Failed(
                new Failure.Activation(ActivationKind.STUCK, String.valueOf(stuck.getMessage())));
    }

    private Completion carryOut(Activation activation) {
        ActivationFailed stuck = run.rounds.stuck();
        if (stuck != null) {
            return new Completion.Failed(stuck.failure());
        }
        return failed == null ? watched(activation) : failed;
    }

    /** Carries out an activation, or closes when there is none, where the watchdog sees it. */
    private Completion watched(@Nullable Activation activation) {
        Seat seat = Seat.mine();
        boolean mine = seat.begin(run.rounds);
        run.rounds.sitAt(seat);
        Optional<Stuck> stuck = Optional.empty();
        Completion completion;
        try {
            completion = activation == null ? closed() : attempted(activation);
        } finally {
            if (mine) {
                stuck = seat.end();
            }
        }
        return stuck.isPresent() ? failed(stuck.get()) : completion;
    }

    private Completion attempted(Activation activation) {
        try {
            return completed(activation);
        } catch (ActivationFailed e) {
            return fail(e.failure());
        } catch (Throwable e) {
            return fail(
                    new Failure.Activation(
                            ActivationKind.INTERNAL,
                            "The machine of run " + run.name() + " failed: " + e,
                            Optional.of(Ended.failure(e))));
        }
    }

    private Completion fail(Failure.Activation failure) {
        failed = new Completion.Failed(failure);
        run.close();
        return failed;
    }

    private Completion completed(Activation activation) {
        if (activation.isEvictOnly()) {
            evicted = true;
            run.close();
            return Completion.Decided.NOTHING;
        }
        Check.state(
                !evicted, "run %s was evicted, so this machine knows nothing of it", run.name());
        if (activation.isQueryOnly()) {
            return answered(activation);
        }
        Instant nowBefore = run.now();
        long historySizeBefore = run.historySize();
        run.enter(activation);
        List<Job> jobs = activation.jobs();
        boolean queries = false;
        boolean told = activation.replaying();
        for (int i = 0; i < jobs.size(); i++) {
            boolean query = jobs.get(i) instanceof Job.Query;
            queries |= query;
            int rejected = run.answers().size();
            apply(jobs.get(i));
            told |= !query && run.answers().size() == rejected;
        }
        if (ended) {
            return queries ? answered(activation) : Completion.Decided.NOTHING;
        }
        if (told) {
            run.rounds.drain();
            run.checkProblem();
            End end = run.end();
            if (end != null) {
                finish(end);
            }
        } else {
            // History keeps nothing of this, so the run must be where it would be without it.
            run.stay(nowBefore, historySizeBefore);
        }
        if (queries) {
            jobs.forEach(this::answer);
        }
        return new Completion.Decided(run.commands(), ChoiceLog.EMPTY, run.answers());
    }

    /**
     * Which unit has its step and where its code is, for people: {@code unit /p0 at
     * Order.run(Order.java:7)}. From any thread, while an activation goes on; empty when no unit
     * has a step just then.
     */
    public Optional<String> step() {
        return run.rounds.step();
    }

    @Override
    public List<Job> unconsumed() {
        return ended ? unconsumed : run.inbox.unconsumed();
    }

    private void finish(End end) {
        unconsumed = run.inbox.unconsumed();
        if (!(end instanceof End.Thrown) && !run.isReplaying()) {
            warnOfHandlers(end);
        }
        run.emit(end.command(run));
        run.trace().stepEnded();
        ended = true;
        run.close();
    }

    /** What a handler is in the middle of ends with the run, which nobody may have meant. */
    private void warnOfHandlers(End end) {
        List<Unit> cut = run.handlersUnderWay();
        cut.removeIf(it -> !it.hasBegun());
        if (!cut.isEmpty()) {
            run.trace()
                    .say(
                            Level.WARNING,
                            "Run "
                                    + run.name()
                                    + (end instanceof End.Continued
                                            ? " continues as new"
                                            : " has its result")
                                    + " while handlers of messages are in the middle of something,"
                                    + " and are cut off: "
                                    + cut.stream()
                                            .map(FlowMachine::place)
                                            .collect(Collectors.joining(", "))
                                    + ". To let them end first: Flow.await(() ->"
                                    + " Flow.handlersUnderWay() == 0).",
                            null);
        }
    }

    private static String place(Unit unit) {
        return unit.id + Lines.of(unit.strand.stack()).map(it -> " at " + it).orElse("");
    }

    /** Answers queries, and leaves everything as it was. */
    private Completion answered(Activation activation) {
        run.clearAnswers();
        activation.jobs().forEach(this::answer);
        return new Completion.Decided(List.of(), ChoiceLog.EMPTY, run.answers());
    }

    private void answer(Job job) {
        if (job instanceof Job.Query query) {
            run.inbox.query(query);
        }
    }

    private void apply(Job job) {
        if (ended) {
            if (!(job instanceof Job.Resolution || job instanceof Job.Query)) {
                throw unexpected("Run " + run.name() + " has ended", job);
            }
            return;
        }
        if (!run.isStarted() && !(job instanceof Job.Start) && !(job instanceof Job.Recalled)) {
            throw unexpected("The run has not started, and a start must come first", job);
        }
        switch (job) {
            case Job.Start start -> start(start);
            case Job.Signal signal -> run.inbox.signal(signal);
            case Job.Update update -> run.inbox.update(update);
            case Job.Cancel(var reason) -> run.rootScope().cancelNow(reason);
            case Job.Seed(var seed) -> run.reseed(seed);
            case Job.Resolution resolution -> resolve(resolution);
            case Job.Patch(var id, var deprecated) -> run.patches().recall(id, deprecated);
            case Job.SideEffect(var seq, var value) -> run.recalled().keepValue(seq, value);
            case Job.Options(var seq, var options) -> run.recalled().keepOptions(seq, options);
            case Job.Choices _ ->
                    throw unexpected("Workflow code makes no choices, so it recalls none", job);
            case Job.Query _, Job.Evict _ -> {}
        }
    }

    private void start(Job.Start start) {
        if (run.isStarted()) {
            throw unexpected("Run " + run.name() + " has started already", start);
        }
        if (!start.workflowType().equals(run.type.name())) {
            throw new ActivationFailed(
                    ActivationKind.UNKNOWN_TYPE,
                    "Run "
                            + start.runId()
                            + " is one of workflow "
                            + start.workflowType()
                            + ", but this machine carries out "
                            + run.type.name()
                            + ". What to do: register code for "
                            + start.workflowType()
                            + ".");
        }
        run.begin(start);
    }

    private void resolve(Job.Resolution answer) {
        long seq = answer.seq();
        Operation operation = run.pending.get(seq);
        if (operation != null) {
            if (!operation.resolve(answer)) {
                throw unexpected(
                        "Command "
                                + seq
                                + " is "
                                + operation.describe()
                                + ", which is not answered so",
                        answer);
            }
        } else if (run.pending.isLate(seq)) {
            if (!(answer instanceof Job.ChildStarted)) {
                run.pending.answeredLate(seq);
            }
        } else {
            throw unexpected(
                    seq < run.nextSeq()
                            ? "Command " + seq + " waits for no answer: it had one, or needs none"
                            : "There is no command " + seq + " yet; the next is " + run.nextSeq(),
                    answer);
        }
    }

    private ActivationFailed unexpected(String why, Job job) {
        return new ActivationFailed(
                ActivationKind.UNEXPECTED_JOB,
                why
                        + ", in run "
                        + run.name()
                        + ".\n  job  "
                        + job
                        + "\nWhat to do: check where the job comes from; if this happens on replay,"
                        + " the recording is not one of this code.");
    }

    /** Gives up all that this machine holds, as an eviction does. */
    @Override
    public void close() {
        evicted = true;
        if (run.rounds.stuck() == null) {
            run.strands().driving(() -> watched(null));
        }
    }

    private Completion closed() {
        run.close();
        return Completion.Decided.NOTHING;
    }

    Run run() {
        return run;
    }
}
