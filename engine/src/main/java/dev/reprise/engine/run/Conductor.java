package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.activity.Activities;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RunInfo;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Precedence;
import dev.reprise.vm.PatternType;
import java.lang.System.Logger;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Carries out runs: whatever is asked of a run is brought to it, and what it decides is durable
 * before anybody hears of it. It has no thread: its surroundings call it, and are called.
 *
 * <p>All futures are completed by workers. Whoever hangs work of their own on them does it
 * elsewhere.
 */
public final class Conductor {
    static final Logger LOGGER = System.getLogger(Conductor.class.getName());

    private final House house;
    private final Counts counts;
    private final Archive archive;
    private final AtomicLong asked = new AtomicLong();

    /** A conductor that has not claimed its store yet, and that nobody looks at. */
    public Conductor(Surroundings around, Settings settings) {
        this(around, settings, Onlooker.NONE);
    }

    /** A conductor that has not claimed its store yet. */
    public Conductor(Surroundings around, Settings settings, Onlooker onlooker) {
        this.house = new House(around, settings, onlooker);
        this.counts = house.count();
        this.archive = new Archive(house);
    }

    // ---- Its life ----

    /**
     * Claims the store: from then on nobody else can write to it. What is returned is completed
     * when that is durable; nothing else may be asked before {@link #recover}.
     */
    public CompletableFuture<Boolean> claim() {
        return house.claim().take();
    }

    /**
     * Takes up what was under way when the store was last written: activities that may have been
     * lost are delivered again, timers are waited for, and nothing is replayed.
     */
    public Recovered recover() {
        return house.recover();
    }

    /** The alarm went off. */
    public void ring() {
        house.ring();
    }

    /** Whether nothing is under way: no step, no append and no activity. */
    public boolean isQuiet() {
        return house.cells().underWay() <= 0 && hasNoStep();
    }

    /** Whether no run has a step to do, and no append is on its way. */
    public boolean hasNoStep() {
        return house.cells().busy() <= 0;
    }

    /** Whether nothing can be written since there is no room. */
    public boolean isFull() {
        return house.outage().isFull();
    }

    /** Since when that is so, if it is. */
    public Optional<Shortage> shortage() {
        return house.outage().shortage();
    }

    /** Why nothing is carried out any more, if that is so. */
    public @Nullable Refusal failure() {
        return house.outage().failure();
    }

    /** From now on no activity is delivered: what is under way may come to its end. */
    public void stop() {
        house.outage().stop();
    }

    /** Refuses everything that is asked, and everything that waits. */
    public void close() {
        stop();
        house.outage()
                .fail(
                        new Refusal(
                                Refusal.Reason.CLOSED,
                                "The engine is closed. What was not acknowledged may or may not"
                                        + " have happened."));
    }

    // ---- Code ----

    /** From now on runs of this type are carried out; those that are stuck go on. */
    public void register(WorkflowType<?, ?> type) {
        house.repertoire().register(type);
    }

    /**
     * From now on runs of this pattern are carried out; those that are stuck go on. Its program is
     * kept, so that they can go on when another is registered under the name.
     */
    public void register(PatternType type) {
        house.repertoire().register(type);
    }

    /** From now on these activities are carried out; those that wait for them go on. */
    public void register(Object implementation) {
        house.repertoire().register(implementation);
    }

    /** The code that is registered under a name. */
    public @Nullable WorkflowType<?, ?> workflow(String name) {
        return house.repertoire().workflow(name);
    }

    /** The pattern that is registered under a name. */
    public @Nullable PatternType pattern(String name) {
        return house.repertoire().pattern(name);
    }

    /** What activities there are. */
    public Activities activities() {
        return house.repertoire().activities();
    }

    /** From now on activities that are asked for are executed by these rules and defaults. */
    public void policies(Precedence value) {
        house.policies(value);
    }

    // ---- Starting runs ----

    /**
     * Starts a run, at once and only if nobody has its id.
     *
     * @param requestId by which the same start is known when it is asked for again, or empty
     * @return whether the run is new, once it is durable
     */
    public CompletableFuture<Boolean> start(
            RunId run, String type, List<Payload> input, String requestId) {
        return start(run, type, input, Beginning.PLAIN.requestId(requestId));
    }

    /**
     * Begins a schedule, unless there is one of this name, or there is code and none for what it is
     * to start. Where there is no code at all nobody can say, and what is started waits for it.
     *
     * @return whether it is new, once it is durable
     */
    public CompletableFuture<Boolean> createSchedule(
            String name, ScheduleSpec spec, String requestId) {
        Refusal unknown = house.repertoire().unscheduled(spec.duty().workflow());
        if (unknown != null) {
            return CompletableFuture.failedFuture(unknown);
        }
        return start(
                        Schedules.runOf(name),
                        Schedules.TYPE,
                        List.of(Schedules.created(name, spec)),
                        Beginning.PLAIN.requestId(requestId).reuse(IdReuse.ALLOW_AFTER_END))
                .exceptionallyCompose(
                        e ->
                                CompletableFuture.failedFuture(
                                        e instanceof Refusal refusal
                                                        && refusal.reason()
                                                                == Refusal.Reason.ALREADY_STARTED
                                                ? Refusal.scheduleExists(name)
                                                : e));
    }

    /**
     * Starts a run.
     *
     * @return whether the run is new, once it is durable
     */
    public CompletableFuture<Boolean> start(
            RunId run, String type, List<Payload> input, Beginning terms) {
        var waiting = new Waiting<Boolean>(counts);
        counts.started();
        long bytes = Sizes.of(input);
        for (Job job : terms.also()) {
            bytes += Sizes.of(job);
        }
        if (bytes > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(tooLarge("The input of run " + run, bytes));
            return waiting;
        }
        var info =
                terms.options().equals(RunOptions.UNSAID)
                        ? RunInfo.FIRST
                        : RunInfo.FIRST.options(terms.options());
        var start = new Job.Start(run, type, input, info);
        return post(run, new Message.Begin(start, terms, false, waiting), waiting);
    }

    /**
     * Starts a run that goes on from a moment of another, which is not concerned.
     *
     * @param turns how many activations of the other are kept; if negative, how many are not
     */
    public CompletableFuture<Boolean> fork(RunId from, long turns, RunId run, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        RequestKey request = RequestKey.of("fork", requestId);
        return post(run, new Message.Fork(from, turns, request, waiting), waiting);
    }

    // ---- Telling runs ----

    private <T> CompletableFuture<T> post(RunId run, Message message, Waiting<T> waiting) {
        house.post(run, message);
        return waiting;
    }

    /** The same, unless what it is told is too large. */
    private <T> CompletableFuture<T> post(
            RunId run, Message message, Waiting<T> waiting, String what) {
        if (message.bytes() > Sizes.VALUE_BYTES_MAX) {
            waiting.completeExceptionally(tooLarge(what, message.bytes()));
            return waiting;
        }
        return post(run, message, waiting);
    }

    private static Refusal tooLarge(String what, long bytes) {
        return new Refusal(Refusal.Reason.TOO_LARGE, what + " has " + Sizes.tooLarge(bytes));
    }

    /**
     * Tells a run of something, once however often it is asked; completed when that is durable,
     * with false when it was so before.
     *
     * @param requestId by which it is known when it is asked again, or empty
     */
    public CompletableFuture<Boolean> tell(RunId run, Job job, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        counts.asked(job);
        RequestKey request = RequestKey.telling(job, requestId);
        var message = new Message.Tell(job, request, null, waiting);
        return post(run, message, waiting, "What run " + run + " is told");
    }

    /**
     * Asks a run for an update. An update of an id is carried out once, however often it is asked
     * for.
     *
     * @return what came of it, once it has reached the stage, durably: how its handler ended, if it
     *     has
     */
    public CompletableFuture<Optional<Outcome>> update(RunId run, Job.Update update, Stage stage) {
        Refusal unknown =
                Schedules.duty(update)
                        .map(it -> house.repertoire().unscheduled(it.workflow()))
                        .orElse(null);
        if (unknown != null) {
            return CompletableFuture.failedFuture(unknown);
        }
        var waiting = new Waiting<Optional<Outcome>>(counts);
        counts.updated();
        var message = new Message.Update(update, stage, waiting);
        return post(run, message, waiting, "Update " + update.id() + " of run " + run);
    }

    /** As {@link #tell(RunId, Job, String)}: ends a run without asking it. */
    public CompletableFuture<Boolean> terminate(RunId run, String reason, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        counts.terminated();
        String why = Text.prose(reason);
        RequestKey request = RequestKey.of("terminate", requestId);
        return post(run, new Message.Terminate(why, request, null, waiting), waiting);
    }

    /**
     * Lets a run go on from an earlier moment, whether it has ended or not: what it did since is
     * forgotten by it, and done again if it decides so again. Completed when that is durable.
     *
     * @param turns how many of its activations are kept; if negative, how many are not
     * @param signals whether the signals and updates that came later are told again
     */
    public CompletableFuture<Boolean> reset(
            RunId run, long turns, boolean signals, String reason, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        String why = "It goes on from activation " + turns + " again. " + Text.prose(reason);
        RequestKey request = RequestKey.of("reset", requestId);
        var message = new Message.Reset(turns, signals, why.strip(), request, waiting);
        return post(run, message, waiting);
    }

    /**
     * Forgets a run that has ended, with all that is stored of it; completed when that is durable.
     * From then on its id is free, as if there had never been such a run.
     *
     * @param requestId by which it is known when it is asked again, or empty: then that is done,
     *     and whoever has the id by now is left alone
     */
    public CompletableFuture<Boolean> delete(RunId run, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        RequestKey request = RequestKey.deletion(requestId);
        return post(run, new Message.Delete(0, request, waiting), waiting);
    }

    /** Gives up the memory of a paused run, as happens when there are too many. */
    public void evict(RunId run) {
        house.cells().postIfHere(run, new Message.Evict());
    }

    // ---- Asking runs ----

    /** Asks a run; what it answers is what follows from its durable history. */
    public CompletableFuture<Payload> query(RunId run, String name, List<Payload> input) {
        var waiting = new Waiting<Payload>(counts);
        counts.queried();
        String id = "q" + asked.incrementAndGet();
        return post(run, new Message.Ask(new Job.Query(id, name, input), waiting), waiting);
    }

    /** Waits for the end of a run; completed when that is durable. */
    public CompletableFuture<Outcome> watch(RunId run) {
        var waiting = new Waiting<Outcome>(counts);
        return post(run, new Message.Watch(waiting), waiting);
    }

    /** What is durable of all runs. */
    public Archive archive() {
        return archive;
    }

    /** The runs that are stuck, and their types, in the order of their ids. */
    public SortedMap<RunId, String> stuckRuns() {
        return house.roster().stuckRuns();
    }

    // ---- Activities ----

    /**
     * Brings the outcome of an attempt from outside; completed when that is durable: with false
     * when it was so before.
     */
    public CompletableFuture<Boolean> complete(TaskToken token, Outcome outcome) {
        var waiting = new Waiting<Boolean>(counts);
        var message = new Message.Complete(token, outcome, waiting);
        return post(token.run(), message, waiting, "The outcome for token " + token);
    }

    /** Says that an attempt outside goes on; completed when that is durable. */
    public CompletableFuture<Boolean> heartbeat(TaskToken token, Payload details) {
        var waiting = new Waiting<Boolean>(counts);
        var message = new Message.Beat(token, details, waiting);
        return post(token.run(), message, waiting, "The heartbeat for token " + token);
    }

    /**
     * Tries an activity anew that waits for a person, once however often it is asked; completed
     * when that is durable, with false when it was so before.
     *
     * @param requestId by which it is known when it is asked again, or empty
     */
    public CompletableFuture<Boolean> redrive(RunId run, String activityId, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        RequestKey request = RequestKey.of("redrive", activityId, requestId);
        return post(run, new Message.Redrive(activityId, request, waiting), waiting);
    }

    /** As {@link #redrive}: ends an activity that waits for a person. */
    public CompletableFuture<Boolean> resolve(
            RunId run, String activityId, Outcome outcome, String requestId) {
        var waiting = new Waiting<Boolean>(counts);
        RequestKey request = RequestKey.of("resolve", activityId, requestId);
        var message = new Message.Resolve(activityId, outcome, request, waiting);
        return post(run, message, waiting, "The outcome of activity " + activityId);
    }

    // ---- Task queues ----

    /** How the task queues stand that have limits or were paused, in the order of their names. */
    public List<QueueState> queues() {
        return house.gates().queues().states();
    }

    /**
     * From now on no attempt starts in a task queue, or again; what is due waits, and nothing is
     * lost. Completed when that is durable: it outlives the process.
     *
     * @param requestId by which it is known when it is asked again, among the last {@link
     *     PausedQueues#REQUESTS_MAX} of this kind, or empty
     */
    public CompletableFuture<Boolean> pause(String queue, boolean value, String requestId) {
        Text.name("a task queue", queue);
        Text.optionalName("a request id", requestId);
        var waiting = new Waiting<Boolean>(counts);
        if (isFull()) {
            waiting.completeExceptionally(house.outage().noSpace());
        } else {
            house.standstill().ask(queue, value, requestId, waiting);
        }
        return waiting;
    }

    // ---- What has happened ----

    /** How many attempts hold a permit of a breaker or limiter. */
    public long permitsOut() {
        return house.gates().inside();
    }

    /** What has happened so far. */
    public Counts counts() {
        return counts;
    }

    /** Where its runs live. */
    House house() {
        return house;
    }
}
