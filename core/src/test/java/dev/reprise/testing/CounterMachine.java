package dev.reprise.testing;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RawCodec;
import dev.reprise.Undecodable;
import dev.reprise.UnitId;
import dev.reprise.choice.Action;
import dev.reprise.choice.ChoiceLog;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.history.Activation;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Answer;
import dev.reprise.history.Command;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A small machine that uses all of the contract. It counts up to a goal, given as the input of its
 * start: it asks for one activity after the other and adds what they answer. A timer bounds the
 * whole.
 *
 * <ul>
 *   <li>start: marks the patch {@code counter-2}, records the side effect {@code token}, starts the
 *       timer, asks for the first activity; which of two types is a choice
 *   <li>activity resolved: adds, asks for the next, or ends with the count when the goal is
 *       reached; a failed activity fails the run
 *   <li>timer fired: cancels the activity and ends with the count so far
 *   <li>signal {@code add}: adds in a handler, and upserts the search attribute {@code count}
 *   <li>update {@code set}: validated to be not negative; answers the count before
 *   <li>query {@code count}: answers the count
 *   <li>cancel: cancels activity and timer, and ends as cancelled
 * </ul>
 *
 * <p>A {@link Quirk} makes it break the contract in one way.
 */
public final class CounterMachine implements Machine {
    /** The workflow type under which this machine is started. */
    public static final String TYPE = "counter";

    /** The time that the counting may take. */
    public static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final Kind BRANCH = new Kind(1, "branch");

    /** A way of breaking the contract. */
    public enum Quirk {
        /** None: it keeps the contract. */
        NONE,
        /** It starts no timer. */
        SKIPS_TIMER,
        /** It starts a second timer. */
        ADDS_TIMER,
        /** It gives the activities another input. */
        CHANGES_INPUT,
        /** It gives the activities another heartbeat timeout. */
        CHANGES_HEARTBEAT,
        /** It asks for the activity before it starts the timer. */
        SWAPS_COMMANDS,
        /** It reads the side effect again when it should recall it. */
        FORGETS_SIDE_EFFECT,
        /** It makes another choice than the one it should recall. */
        FORGETS_CHOICES,
        /** It leaves a sequence number out. */
        SKIPS_SEQ,
        /** It starts a timer after the end of the run. */
        GOES_ON,
        /** It counts the queries too. */
        ADVANCES_ON_QUERY,
        /** It emits a command when it is evicted. */
        ACTS_ON_EVICT,
        /** It says that it cannot carry out an activation. */
        FAILS,
        /** It throws. */
        THROWS
    }

    private final Quirk quirk;
    private final Supplier<String> world;
    private final RawCodec codec = new RawCodec();

    /** What a sequence number that is still to be answered stands for. */
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

    private long nextSeq = Command.SEQ_FIRST;
    private long count;
    private long goal;
    private int handlers;
    private boolean started;
    private boolean ended;

    // Of the activation that is being carried out.
    private final List<Command> commands = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final Map<Long, Payload> recalled = new LinkedHashMap<>();
    private ChoiceLog choices = ChoiceLog.EMPTY;
    private ChoiceLog recalledChoices = ChoiceLog.EMPTY;
    private boolean patched;

    private enum Waiting {
        ACTIVITY,
        TIMER,
        /** It was cancelled: an answer that was on its way is ignored. */
        NOTHING
    }

    /** A machine that keeps the contract; its side effect gives {@code token}. */
    public CounterMachine() {
        this(Quirk.NONE, () -> "token");
    }

    /** A machine that breaks the contract in one way. */
    public CounterMachine(Quirk quirk) {
        this(quirk, () -> "token");
    }

    /** A machine whose side effect asks {@code world}. */
    public CounterMachine(Quirk quirk, Supplier<String> world) {
        this.quirk = quirk;
        this.world = world;
    }

    /** The count so far. */
    public long count() {
        return count;
    }

    @Override
    public Completion activate(Activation activation) {
        commands.clear();
        answers.clear();
        recalled.clear();
        choices = ChoiceLog.EMPTY;
        recalledChoices = ChoiceLog.EMPTY;
        patched = !activation.replaying();
        if (quirk == Quirk.THROWS && started) {
            throw new IllegalStateException("this machine throws");
        }
        if (quirk == Quirk.FAILS && started) {
            return failed(Failure.ActivationKind.VIOLATION, "this machine fails");
        }
        try {
            for (Job job : activation.jobs()) {
                carryOut(job, activation);
            }
        } catch (Undecodable e) {
            return failed(Failure.ActivationKind.UNDECODABLE, String.valueOf(e.getMessage()));
        } catch (Unexpected e) {
            return failed(Failure.ActivationKind.UNEXPECTED_JOB, String.valueOf(e.getMessage()));
        }
        return new Completion.Decided(commands, choices, answers);
    }

    private static Completion failed(Failure.ActivationKind kind, String message) {
        return new Completion.Failed(new Failure.Activation(kind, message));
    }

    /** A job that has no place in the state this machine is in. */
    private static final class Unexpected extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unexpected(String message) {
            super(message);
        }
    }

    private void carryOut(Job job, Activation activation) {
        switch (job) {
            case Job.Patch _ -> patched = true;
            case Job.SideEffect(var seq, var value) -> recalled.put(seq, value);
            case Job.Choices(var log) -> recalledChoices = log;
            case Job.Options _ -> {}
            case Job.Evict _ -> evict();
            case Job.Query query -> answer(query);
            case Job.Start start -> start(start, activation);
            case Job.Seed _ -> {}
            case Job.Signal signal -> signal(signal);
            case Job.Update update -> update(update);
            case Job.Cancel cancel -> cancel(cancel);
            case Job.ActivityResolved resolved -> resolved(resolved, activation);
            case Job.TimerFired fired -> fired(fired);
            case Job.ChildStarted _,
                    Job.ChildNotStarted _,
                    Job.ChildResolved _,
                    Job.ExternalResolved _ ->
                    throw new Unexpected("nobody waits for " + job);
        }
    }

    private void start(Job.Start start, Activation activation) {
        if (started) {
            throw new Unexpected("the run was started before");
        }
        started = true;
        goal = number(start.input().getFirst());
        if (patched) {
            commands.add(new Command.MarkPatch(seq(), UnitId.ROOT, "counter-2", false));
        }
        sideEffect();
        if (quirk == Quirk.SWAPS_COMMANDS) {
            askForActivity(activation);
            startTimer();
        } else {
            startTimer();
            askForActivity(activation);
        }
    }

    private void sideEffect() {
        long seq = seq();
        Payload value = recalled.get(seq);
        if (value == null || quirk == Quirk.FORGETS_SIDE_EFFECT) {
            value = codec.encode(world.get());
        }
        commands.add(new Command.RecordSideEffect(seq, UnitId.ROOT, "token", value));
    }

    private void startTimer() {
        if (quirk != Quirk.SKIPS_TIMER) {
            long seq = seq();
            waiting.put(seq, Waiting.TIMER);
            commands.add(new Command.StartTimer(seq, UnitId.ROOT, TIMEOUT));
        }
        if (quirk == Quirk.ADDS_TIMER) {
            commands.add(new Command.StartTimer(seq(), UnitId.ROOT, Duration.ofHours(1)));
        }
    }

    private void askForActivity(Activation activation) {
        long seq = seq();
        waiting.put(seq, Waiting.ACTIVITY);
        String input = quirk == Quirk.CHANGES_INPUT ? "changed" : Long.toString(count);
        var timeouts =
                ActivityOptions.Timeouts.NONE
                        .startToClose(Duration.ofSeconds(10))
                        .heartbeat(Duration.ofSeconds(quirk == Quirk.CHANGES_HEARTBEAT ? 3 : 2));
        commands.add(
                new Command.ScheduleActivity(
                        seq,
                        UnitId.ROOT,
                        "activity-" + seq,
                        "step-" + branch(activation),
                        List.of(codec.encode(input)),
                        ActivityOptions.UNSAID.timeouts(timeouts)));
    }

    /** One of two branches, chosen with freedom. */
    private long branch(Activation activation) {
        var enabled = new EnabledSet();
        enabled.add(Action.of(BRANCH.key(0)));
        enabled.add(Action.of(BRANCH.key(1)));
        boolean recalls = activation.replaying() && quirk != Quirk.FORGETS_CHOICES;
        long seed = quirk == Quirk.FORGETS_CHOICES ? ~activation.seed() : activation.seed();
        Scheduler scheduler = recalls ? Scheduler.replay(recalledChoices) : Scheduler.random(seed);
        try (var recording = scheduler.recorded()) {
            long branch = recording.choose(enabled).key().number();
            choices = recording.log();
            return branch;
        }
    }

    private void resolved(Job.ActivityResolved job, Activation activation) {
        if (!take(job.seq(), Waiting.ACTIVITY)) {
            return;
        }
        switch (job.outcome()) {
            case Outcome.Completed(var value) -> {
                count += number(value);
                if (count >= goal) {
                    end();
                } else {
                    askForActivity(activation);
                }
            }
            case Outcome.Failed(var failure) -> {
                dropWaiting();
                emitLast(new Command.FailRun(seq(), UnitId.ROOT, failure));
            }
        }
    }

    private void fired(Job.TimerFired job) {
        if (take(job.seq(), Waiting.TIMER)) {
            end();
        }
    }

    private void end() {
        dropWaiting();
        emitLast(new Command.CompleteRun(seq(), UnitId.ROOT, codec.encode(Long.toString(count))));
    }

    private void emitLast(Command.Terminal command) {
        commands.add(command);
        ended = true;
        if (quirk == Quirk.GOES_ON) {
            commands.add(new Command.StartTimer(seq(), UnitId.ROOT, TIMEOUT));
        }
    }

    /** Cancels whatever is still to be answered. */
    private void dropWaiting() {
        for (var entry : waiting.entrySet()) {
            switch (entry.getValue()) {
                case ACTIVITY ->
                        commands.add(
                                new Command.CancelActivity(seq(), UnitId.ROOT, entry.getKey()));
                case TIMER ->
                        commands.add(new Command.CancelTimer(seq(), UnitId.ROOT, entry.getKey()));
                case NOTHING -> {}
            }
            entry.setValue(Waiting.NOTHING);
        }
    }

    /** Whether what was waited for is really answered; an answer that comes too late is not. */
    private boolean take(long seq, Waiting expected) {
        Waiting found = waiting.get(seq);
        if (found == null || (found != expected && found != Waiting.NOTHING)) {
            throw new Unexpected("nobody waits for number " + seq);
        }
        if (found == expected) {
            waiting.remove(seq);
        }
        return found == expected;
    }

    private void signal(Job.Signal signal) {
        if (ended || !signal.name().equals("add")) {
            return;
        }
        count += number(signal.input().getFirst());
        commands.add(
                new Command.UpsertSearchAttributes(
                        seq(),
                        UnitId.ROOT.child(UnitId.Kind.HANDLER, handlers++),
                        List.of(new SearchAttribute("count", codec.encode(Long.toString(count))))));
    }

    private void update(Job.Update update) {
        if (ended || !update.name().equals("set")) {
            reject(update, "there is no update " + update.name());
            return;
        }
        long value = number(update.input().getFirst());
        if (update.validate() && value < 0) {
            reject(update, "the count must not be negative: " + value);
            return;
        }
        UnitId unit = UnitId.ROOT.child(UnitId.Kind.HANDLER, handlers++);
        commands.add(new Command.AcceptUpdate(seq(), unit, update.id()));
        Payload before = codec.encode(Long.toString(count));
        count = value;
        commands.add(
                new Command.CompleteUpdate(
                        seq(), unit, update.id(), new Outcome.Completed(before)));
    }

    private void reject(Job.Update update, String message) {
        answers.add(
                new Answer.UpdateRejected(
                        update.id(), new Failure.Application("Rejected", message)));
    }

    private void answer(Job.Query query) {
        Outcome outcome =
                query.name().equals("count")
                        ? new Outcome.Completed(codec.encode(Long.toString(count)))
                        : new Outcome.Failed(
                                new Failure.Application(
                                        "UnknownQuery", "there is no query " + query.name()));
        answers.add(new Answer.QueryAnswered(query.id(), outcome));
        if (quirk == Quirk.ADVANCES_ON_QUERY) {
            count++;
        }
    }

    private void cancel(Job.Cancel cancel) {
        if (ended) {
            return;
        }
        dropWaiting();
        emitLast(
                new Command.CancelRun(
                        seq(), UnitId.ROOT, new Failure.Cancelled(cancel.reason(), Payload.NONE)));
    }

    private void evict() {
        if (quirk == Quirk.ACTS_ON_EVICT) {
            commands.add(new Command.StartTimer(seq(), UnitId.ROOT, TIMEOUT));
        }
    }

    private long number(Payload payload) {
        String text = codec.decode(payload, String.class);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Undecodable.of(payload, long.class, "the text is not a number.");
        }
    }

    private long seq() {
        if (quirk == Quirk.SKIPS_SEQ && nextSeq == 2) {
            nextSeq++;
        }
        return nextSeq++;
    }
}
