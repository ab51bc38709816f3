package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Scheduler;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Tasks;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a run again, looking at the tasks after each step: a trace says which instruction ran, and
 * a reader wants to know what it read. Afterwards the simulation is as it was.
 */
final class SummarySteps {
    /**
     * One step.
     *
     * @param number its number; -1 for what there was before the first
     * @param from its first event in the trace
     * @param to the first event after it
     * @param choice the number of what was chosen, 0 by default
     * @param states what each task was doing after it
     * @param note what its first instruction read, wrote or led to, or nothing
     */
    record Step(int number, int from, int to, int choice, List<Tasks.State> states, String note) {}

    /** How the note of permits that were not there begins. */
    static final String REFUSED = "refused";

    private final Simulation run;
    private final World world;
    private final Tasks tasks;
    private final SummaryWords words;
    private final List<Integer> choices;
    private final int most;
    private final List<Step> steps = new ArrayList<>();
    private int next = -1;
    private int seen;
    private int[] before = new int[0];

    private SummarySteps(Simulation run, int most) {
        this.run = run;
        this.most = most;
        world = run.world();
        tasks = world.tasks;
        words = new SummaryWords(run.plan(), tasks);
        choices = run.choices();
    }

    /** The last steps of the last run, at most so many, the oldest first. */
    static List<Step> last(Simulation run, int most) {
        var telling = new SummarySteps(run, most);
        telling.tell();
        return List.copyOf(telling.steps);
    }

    private void tell() {
        var recalled = new Recalled(choices);
        run.run(
                new Scheduler() {
                    @Override
                    public Action choose(Enabled enabled) {
                        look();
                        return recalled.choose(enabled);
                    }
                });
        look();
    }

    /** Looks at what the step before has left. */
    private void look() {
        int size = world.trace.size();
        if (choices.size() - next <= most) {
            int choice = next < 0 ? 0 : choices.get(next);
            steps.add(new Step(next, seen, size, choice, states(), note(size)));
        }
        next++;
        seen = size;
        before = available();
    }

    private List<Tasks.State> states() {
        var states = new ArrayList<Tasks.State>(tasks.count());
        for (int task = 0; task < tasks.count(); task++) {
            states.add(world instanceof TaskWorld ? stuck(task) : tasks.state(task));
        }
        return states;
    }

    /** Where there is no executor, a task waits before its instruction, not in it. */
    private Tasks.State stuck(int task) {
        if (tasks.state(task) != Tasks.State.READY || tasks.canGoOn(task)) {
            return tasks.state(task);
        }
        return tasks.next(task) instanceof Instruction.Lock
                ? Tasks.State.LOCKING
                : Tasks.State.JOINING;
    }

    private int[] available() {
        var available = new int[tasks.resources()];
        for (int i = 0; i < available.length; i++) {
            available[i] = tasks.available(i);
        }
        return available;
    }

    private String note(int to) {
        var trace = world.trace;
        for (int at = seen; at < to; at++) {
            if (trace.type(at) == Trace.Type.RAN) {
                var program = run.plan().programs().get(trace.program(at));
                return note(trace.task(at), program.at(trace.pc(at)));
            }
        }
        return "";
    }

    private String note(int task, Instruction instruction) {
        var state = tasks.state(task);
        return switch (instruction) {
            case Instruction.Load(int cell, _) -> "reads " + tasks.cell(cell);
            case Instruction.Store(int cell, _) -> "writes " + tasks.cell(cell);
            case Instruction.TryAcquire(int resource, int units, _, _) -> {
                int there = before[place(resource)];
                yield there >= units ? "got it" : REFUSED + ": only " + there + " there";
            }
            case Instruction.Release(int resource, _) ->
                    tasks.available(place(resource)) + " there now";
            case Instruction.Lock(int lock) ->
                    state == Tasks.State.LOCKING ? "waits for it" + words.had(lock) : "";
            case Instruction.Join _ -> state == Tasks.State.JOINING ? "not yet" : "";
            case Instruction.WaitIo _ -> state == Tasks.State.WAITING ? "" : "is complete";
            case Instruction.Sleep _ ->
                    state == Tasks.State.SLEEPING ? "until " + tasks.awaited(task) : "";
            default -> "";
        };
    }

    private int place(int resource) {
        var resources = run.plan().resources();
        for (int i = 0; i < resources.size(); i++) {
            if (resources.get(i).id() == resource) {
                return i;
            }
        }
        throw new IllegalStateException("there is no resource " + resource);
    }
}
