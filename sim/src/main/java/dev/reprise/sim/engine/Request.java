package dev.reprise.sim.engine;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Stage;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.history.Job;
import dev.reprise.policy.Execution;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Something that a client wants of a run, and what has become of it. It outlives processes: what
 * nobody has answered is asked again, or given up.
 */
final class Request {
    /** So long a start waits for room, where it waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What is wanted. */
    enum Kind {
        /** Start the run. */
        START,
        /** Start it, with the same request id. */
        AGAIN,
        /** Start another run of the same id. */
        TAKEN,
        SIGNAL,
        /** Ask for an update, under the same id until it is answered. */
        UPDATE,
        CANCEL,
        TERMINATE,
        /** Let it go on from an earlier moment. */
        RESET,
        /** Let another run go on from a moment of it. */
        FORK,
        QUERY,
        WATCH,
        /** Do something about an activity that waits for a person. */
        HELP,
        /** Bring the outcome of an activity that is completed from outside. */
        OUTSIDE,
        /** Let nothing start in the queue. */
        PAUSE,
        /** Let what waits there start again. */
        RESUME
    }

    /** What has become of it. */
    enum State {
        /** It can be asked. */
        NEW,
        /** It was asked, and nobody has answered. */
        ASKED,
        /** It is answered, or nobody wants to know any more. */
        OVER
    }

    final int index;
    final Kind kind;
    final RunPlan plan;

    /** The request by which the run is started: perhaps this one. */
    final Request start;

    private State state = State.NEW;
    private @Nullable Life life;
    private int asked;
    private int number;
    private int size;
    private boolean tooLate;
    private Outside.@Nullable Errand errand;

    Request(int index, Kind kind, RunPlan plan, int number, @Nullable Request start) {
        this.start = start == null ? this : start;
        this.index = index;
        this.kind = kind;
        this.plan = plan;
        this.number = number;
    }

    State state() {
        return state;
    }

    @Nullable Life life() {
        return life;
    }

    boolean wasAsked() {
        return asked > 0;
    }

    /** Whether it was asked of this process, which has written nothing of the run since. */
    boolean isRepeated(Life of, RunTruth seen) {
        return of.equals(life) && seen.size() == size;
    }

    /**
     * What a signal says, other words each time, since engines promise nothing about equal ones;
     * but what has a request id, or is an update, is asked for again in the same words.
     */
    String words() {
        Outside.Errand brought = errand;
        if (brought != null) {
            return brought.token().text();
        }
        if (kind == Kind.UPDATE) {
            return "u" + number;
        }
        return plan.once() ? "s" + number : "s" + number + "#" + asked;
    }

    private String requestId() {
        return plan.once() ? kind + "-" + number : "";
    }

    /** It brings this. */
    void bring(Outside.Errand brought) {
        errand = brought;
    }

    /** Whether it is there to be asked again, as often as there is a reason. */
    boolean isStanding() {
        return kind == Kind.HELP || kind == Kind.OUTSIDE;
    }

    /** It is not waited for any more; help may be needed again. */
    void over() {
        state = isStanding() ? State.NEW : State.OVER;
    }

    /** Whether it asks for a run. */
    boolean startsRun() {
        return kind == Kind.START || kind == Kind.AGAIN || kind == Kind.TAKEN;
    }

    /** Its queue was full: it is asked again when there is room. */
    void comesBack() {
        state = State.NEW;
    }

    /** It came too late: the run had ended. */
    void tooLate() {
        over();
        tooLate = true;
    }

    /** The run goes on from a moment before its end: who came too late asks again. */
    void runGoesOn() {
        if (tooLate && (kind == Kind.SIGNAL || kind == Kind.UPDATE)) {
            tooLate = false;
            state = State.NEW;
        }
    }

    /** Nobody will answer: it is asked again, or not. */
    void lost() {
        boolean again =
                switch (kind) {
                    case START, WATCH -> plan.persistent();
                    case AGAIN, TAKEN, QUERY -> false;
                    case SIGNAL,
                            UPDATE,
                            CANCEL,
                            TERMINATE,
                            RESET,
                            FORK,
                            HELP,
                            OUTSIDE,
                            PAUSE,
                            RESUME ->
                            true;
                };
        state = again ? State.NEW : State.OVER;
    }

    /** Asks an engine; what is durable of the run is what the client has seen of it. */
    CompletableFuture<?> ask(Life of, @Nullable RunTruth seen) {
        state = State.ASKED;
        life = of;
        asked++;
        size = seen == null ? 0 : seen.size();
        Conductor conductor = of.conductor;
        List<Payload> input = List.of(plan.payload());
        return switch (kind) {
            case START, AGAIN -> {
                Beginning terms = plan.beginning();
                yield conductor.start(
                        plan.run(),
                        plan.work().type(),
                        input,
                        of.isPatient() ? terms.patiently(PATIENCE) : terms);
            }
            case TAKEN -> conductor.start(plan.run(), plan.work().type(), input, "other");
            case SIGNAL ->
                    conductor.tell(
                            plan.run(),
                            new Job.Signal("tell", List.of(Payload.text(words())), "", requestId()),
                            requestId());
            case UPDATE -> conductor.update(plan.run(), update(), Stage.COMPLETED);
            case CANCEL -> conductor.tell(plan.run(), new Job.Cancel("enough"), requestId());
            case TERMINATE -> conductor.terminate(plan.run(), "now", requestId());
            case RESET -> conductor.reset(plan.run(), plan.resets(), true, "", requestId());
            case FORK -> conductor.fork(plan.run(), plan.forked(), concerned(), requestId());
            case QUERY -> conductor.query(plan.run(), "state", List.of());
            case WATCH -> conductor.watch(plan.run());
            case HELP -> help(conductor, seen);
            case OUTSIDE -> bring(conductor);
            case PAUSE -> conductor.pause(Execution.DEFAULT_QUEUE, true, requestId());
            case RESUME -> conductor.pause(Execution.DEFAULT_QUEUE, false, requestId());
        };
    }

    /** The run that is there when it is acknowledged. */
    RunId concerned() {
        return kind == Kind.FORK ? plan.fork().orElseThrow().run() : plan.run();
    }

    private Job.Update update() {
        if (plan.work() != RunPlan.Work.SCHEDULE) {
            return new Job.Update(words(), "add", List.of(Payload.text(words())), true);
        }
        ScheduleScript script = plan.script();
        return new Job.Update(words(), script.operation(number), script.values(number), true);
    }

    /** Whether it ends a schedule. */
    boolean isScheduleEnd() {
        return kind == Kind.UPDATE
                && plan.work() == RunPlan.Work.SCHEDULE
                && plan.script().operation(number).equals(Schedules.DELETE);
    }

    private CompletableFuture<?> bring(Conductor conductor) {
        Outside.Errand brought = errand;
        if (brought == null) {
            throw new IllegalStateException("nobody brings anything");
        }
        return conductor.complete(brought.token(), brought.outcome().orElseThrow());
    }

    /** Once it is tried anew; after that it is given a value. */
    private CompletableFuture<?> help(Conductor conductor, @Nullable RunTruth seen) {
        long seq = seen == null ? 0 : seen.parked().orElse(0);
        RunTruth.Chore chore = seen == null ? null : seen.chores.get(seq);
        String id = Long.toString(seq);
        return chore == null || chore.redrives() == 0
                ? conductor.redrive(plan.run(), id, "")
                : conductor.resolve(
                        plan.run(), id, new Outcome.Completed(Payload.text("helped")), "");
    }

    /**
     * An answer.
     *
     * @param words what a signal said
     * @param answer what was answered: a Boolean, a {@link Payload} or an {@link Outcome}
     */
    record Answer(Request request, Life life, String words, Object answer) {
        RunPlan plan() {
            return request.plan;
        }
    }

    @Override
    public String toString() {
        return kind + " of run " + plan.run() + (kind == Kind.SIGNAL ? " " + words() : "");
    }
}
