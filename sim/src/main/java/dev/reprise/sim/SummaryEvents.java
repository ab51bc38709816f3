package dev.reprise.sim;

import dev.reprise.sim.task.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a trace as lines: when, who, what. */
final class SummaryEvents {
    /** One line: the number of the step where it begins, who did something, and what. */
    record Line(String step, String who, String what) {}

    private final Simulation run;
    private final Trace trace;
    private final SummaryWords words;
    private final List<Line> lines = new ArrayList<>();

    private SummaryEvents(Simulation run) {
        this.run = run;
        trace = run.world().trace;
        words = new SummaryWords(run.plan(), run.world().tasks);
    }

    /** The last events of a run, at most so many. */
    static List<Line> last(Simulation run, int most) {
        var steps = SummarySteps.last(run, most);
        var events = new SummaryEvents(run);
        int first = Math.max(0, events.trace.size() - most);
        for (var step : steps) {
            events.add(step, first);
        }
        return events.lines;
    }

    private void add(SummarySteps.Step step, int first) {
        var number = step.number() < 0 ? "start" : (step.choice() == 0 ? "" : "*") + step.number();
        var note = step.note().isEmpty() ? "" : " (" + step.note() + ")";
        for (int at = Math.max(step.from(), first); at < step.to(); at++) {
            if (!isSaidByAnother(at, step.to())) {
                boolean ran = trace.type(at) == Trace.Type.RAN;
                lines.add(new Line(number, who(at), what(at) + (ran ? note : "")));
                number = "";
                note = ran ? "" : note;
            }
        }
    }

    /** Whether an event says nothing that the one after it, or before it, does not say too. */
    private boolean isSaidByAnother(int at, int end) {
        return switch (trace.type(at)) {
            case STEP -> at + 1 < end && trace.type(at + 1) == told(trace.deed(at));
            case BEGAN ->
                    at > 0
                            && trace.type(at - 1) == Trace.Type.POPPED
                            && trace.token(at - 1) == trace.token(at);
            default -> false;
        };
    }

    /** What tells that a deed was done. */
    private static Trace.Type told(Trace.Deed deed) {
        return switch (deed) {
            case STEP_WORKER -> Trace.Type.POPPED;
            case PARK_WORKER -> Trace.Type.PARKED;
            case DELIVER -> Trace.Type.HAPPENED;
            case ADVANCE -> Trace.Type.STEP;
            case STEP_TASK -> Trace.Type.RAN;
        };
    }

    private String who(int at) {
        return switch (trace.type(at)) {
            case STEP ->
                    switch (trace.deed(at)) {
                        case STEP_WORKER, PARK_WORKER -> "worker " + trace.argument(at);
                        case DELIVER -> "outside";
                        case ADVANCE -> "time";
                        case STEP_TASK -> words.task((int) trace.argument(at));
                    };
            case POPPED, MOVED, UNPARKED, PARKED -> "worker " + trace.worker(at);
            case HAPPENED -> "outside";
            case FINISHED -> "executor";
            case VIOLATED -> "oracle";
            case ADMITTED, REFUSED -> "gate";
            case RAN, PANICKED, SPAWNED, INJECTED, SUSPENDED, RESUMED, BEGAN, UNBLOCKED ->
                    words.task(trace.task(at));
        };
    }

    private String what(int at) {
        return switch (trace.type(at)) {
            case STEP ->
                    switch (trace.deed(at)) {
                        case STEP_WORKER -> "has a turn and finds nothing to run";
                        case PARK_WORKER -> "wants to park, and sees that there is something to do";
                        case DELIVER -> "event " + trace.argument(at);
                        case ADVANCE -> "passes: it is " + trace.argument(at) + " now";
                        case STEP_TASK -> "has its turn";
                    };
            case POPPED -> popped(at);
            case RAN -> ran(at);
            case HAPPENED ->
                    SummaryWords.event(run.plan().events().get((int) trace.argument(at)).event());
            case FINISHED -> "is done: the gate is closed and nothing is in flight";
            case PANICKED -> "throws";
            case VIOLATED -> objection(run.flaw());
            case SPAWNED -> token(at) + " goes into the lane of worker " + trace.worker(at);
            case MOVED ->
                    "takes "
                            + words.task(trace.task(at))
                            + " "
                            + token(at)
                            + " along from the shared queue to its lane";
            case INJECTED -> token(at) + " goes into the shared queue";
            case ADMITTED -> "lets " + words.task(trace.task(at)) + " " + token(at) + " in";
            case REFUSED ->
                    "refuses "
                            + words.task(trace.task(at))
                            + " "
                            + token(at)
                            + ", for it is closed";
            case UNPARKED -> "is woken";
            case PARKED -> "parks";
            case SUSPENDED -> "waits, and stays in flight";
            case RESUMED -> "may run again, by " + token(at);
            case BEGAN -> "begins to run by " + token(at);
            case UNBLOCKED -> "no longer waits";
        };
    }

    private String popped(int at) {
        var task = words.task(trace.task(at)) + " " + token(at);
        return switch (trace.source(at)) {
            case LOCAL -> "takes " + task + " from its own lane";
            case INJECTOR -> "takes " + task + " from the shared queue";
            case STEAL -> "steals " + task + " from worker " + trace.victim(at);
        };
    }

    private String token(int at) {
        return "#" + trace.token(at);
    }

    private String ran(int at) {
        Instruction instruction = run.plan().programs().get(trace.program(at)).at(trace.pc(at));
        return words.program(trace.program(at))
                + " "
                + trace.pc(at)
                + ": "
                + words.instruction(instruction);
    }

    private static String objection(@Nullable Flaw flaw) {
        return flaw == null ? "objects" : flaw.kind() + " objects: " + flaw.message();
    }
}
