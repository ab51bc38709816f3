package dev.reprise.sim;

import dev.reprise.choice.Action;
import dev.reprise.choice.Footprint;
import dev.reprise.choice.Kind;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Host;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.TaskPanic;
import dev.reprise.sim.task.Tasks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A world without an executor: every task that can go on is a choice of its own, as if each were a
 * thread. This is where programs are explored for their own bugs.
 *
 * <p>The kind of an action is its place in the code, so that a strategy can tell what an action
 * does apart from who does it; its footprint is exact.
 */
public final class TaskWorld extends World implements Host {
    private static final long LOCKS = 1L << 32;
    private static final long CONDITIONS = 2L << 32;
    private static final long RESOURCES = 3L << 32;
    private static final long TASKS = 4L << 32;
    private static final long CHILDREN = 5L << 32;

    private final boolean joins;

    /** The places of each program, in the order of their kinds. */
    private final List<List<Site>> programs = new ArrayList<>();

    private final List<Site> sites = new ArrayList<>();

    /** Where each task stands that may run; null if it may not. */
    private @Nullable Site[] standing = new @Nullable Site[8];

    /** The tasks that came to be runnable in this step. */
    private final ArrayDeque<Integer> woken = new ArrayDeque<>();

    private int last = -1;
    private @Nullable TaskPanic panic;

    /**
     * A place in a program, and the tasks that stand there. Whether they can go on depends on the
     * place alone: on a lock, or on a task that must have ended.
     */
    private final class Site {
        private final Instruction instruction;
        private final Kind kind;
        private final Footprint footprint;

        /** The action of each task here, made when it is first needed. */
        private @Nullable Action[] known = new @Nullable Action[8];

        private Action[] ready = new Action[8];
        private int count;

        Site(Instruction instruction, Kind kind) {
            this.instruction = instruction;
            this.kind = kind;
            footprint = TaskWorld.footprint(instruction);
        }

        boolean isOpen() {
            return switch (instruction) {
                case Instruction.Lock(int lock) -> tasks.isFree(lock);
                case Instruction.Join(int task) -> tasks.state(task) == Tasks.State.COMPLETED;
                default -> true;
            };
        }

        void enter(int task) {
            int at = -1 - find(task);
            if (count == ready.length) {
                ready = Arrays.copyOf(ready, count * 2);
            }
            System.arraycopy(ready, at, ready, at + 1, count - at);
            ready[at] = action(task);
            count++;
        }

        void leave(int task) {
            int at = find(task);
            System.arraycopy(ready, at + 1, ready, at, count - at - 1);
            count--;
        }

        private int find(int task) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ready[middle].actor() < task) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < count && ready[low].actor() == task ? low : -1 - low;
        }

        private Action action(int task) {
            if (task >= known.length) {
                known = Arrays.copyOf(known, Math.max(task + 1, known.length * 2));
            }
            var action = known[task];
            if (action == null) {
                // Everything that a task does may be what somebody waits for: its end.
                var touched = joins ? footprint.and(Footprint.writes(TASKS + task)) : footprint;
                action = new Action(kind.key(task), task, touched);
                known[task] = action;
            }
            return action;
        }
    }

    TaskWorld(Case plan) {
        super(plan, new Tasks(plan));
        boolean anyJoin = false;
        for (var program : plan.programs()) {
            var places = new ArrayList<Site>();
            for (int pc = 0; pc <= program.code().size(); pc++) {
                var kind = new Kind(sites.size() + 1, "p" + programs.size() + "." + pc);
                var site = new Site(program.at(pc), kind);
                anyJoin |= site.instruction instanceof Instruction.Join;
                places.add(site);
                sites.add(site);
            }
            programs.add(places);
        }
        joins = anyJoin;
    }

    private static Footprint footprint(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Load(int cell, _) -> Footprint.reads(cell);
            case Instruction.Store(int cell, _) -> Footprint.writes(cell);
            case Instruction.Lock(int lock) -> Footprint.writes(LOCKS + lock);
            case Instruction.Unlock(int lock) -> Footprint.writes(LOCKS + lock);
            case Instruction.Await(int condition, int lock) ->
                    Footprint.writes(CONDITIONS + condition, LOCKS + lock);
            case Instruction.Notify(int condition, _) -> Footprint.writes(CONDITIONS + condition);
            case Instruction.TryAcquire(int resource, _, _, _) ->
                    Footprint.writes(RESOURCES + resource);
            case Instruction.Release(int resource, _) -> Footprint.writes(RESOURCES + resource);
            case Instruction.Join(int task) -> Footprint.reads(TASKS + task);
            case Instruction.Spawn _ -> Footprint.writes(CHILDREN);
            case Instruction.Yield _, Instruction.Jump _, Instruction.Complete _ -> Footprint.NONE;
            case Instruction.Add _, Instruction.Branch _, Instruction.Assert _ -> Footprint.NONE;
            case Instruction.Sleep _, Instruction.WaitIo _, Instruction.Panic _ -> Footprint.ANY;
        };
    }

    @Override
    void begin() {
        super.begin();
        Arrays.fill(standing, null);
        for (var site : sites) {
            site.count = 0;
        }
        woken.clear();
        last = -1;
        panic = null;
        for (int id : plan.runnable()) {
            resume(tasks.withId(id));
        }
        place();
    }

    /** What a task threw, if one did. */
    public @Nullable TaskPanic panic() {
        return panic;
    }

    @Override
    void offer() {
        actions.clear();
        for (var site : sites) {
            if (site.count > 0 && site.isOpen()) {
                actions.addAll(site.ready, site.count);
            }
        }
        var place = last < 0 ? null : standing[last];
        if (place != null && place.isOpen()) {
            actions.goesOn(actions.rank(place.action(last).key()));
        }
        offerEvents();
        offerTime();
    }

    @Override
    void perform(int step, Action action) {
        if (Actions.isDelivery(action)) {
            int at = (int) action.key().number();
            trace.step(step, Trace.Deed.DELIVER, at);
            if (deliver(at) instanceof Event.IoComplete(long token)) {
                tasks.complete(token, this);
            }
        } else if (Actions.isAdvance(action)) {
            trace.step(step, Trace.Deed.ADVANCE, action.key().number());
            advance(action.key().number());
            tasks.wakeSleepers(now(), this);
        } else {
            stepTask(step, (int) action.key().number());
        }
        place();
    }

    private void stepTask(int step, int task) {
        trace.step(step, Trace.Deed.STEP_TASK, task);
        last = task;
        try {
            run(task);
            // To end is nothing that others notice, but for those who wait for it.
            if (woken.contains(task) && tasks.next(task) instanceof Instruction.Complete) {
                woken.removeFirstOccurrence(task);
                run(task);
            }
        } catch (TaskPanic e) {
            panic = e;
            trace.ran(task, tasks.lastProgram(), tasks.lastPc());
            trace.add(Trace.Type.PANICKED, 0, task, 0);
        }
    }

    private void run(int task) {
        var place = standing[task];
        if (place != null) {
            place.leave(task);
            standing[task] = null;
        }
        tasks.run(task, this);
        trace.ran(task, tasks.lastProgram(), tasks.lastPc());
    }

    /** Puts the tasks that came to be runnable where they go on. */
    private void place() {
        for (var task = woken.poll(); task != null; task = woken.poll()) {
            var places = programs.get(tasks.program(task));
            var site = places.get(Math.min(tasks.pc(task), places.size() - 1));
            if (task >= standing.length) {
                standing = Arrays.copyOf(standing, Math.max(task + 1, standing.length * 2));
            }
            standing[task] = site;
            site.enter(task);
        }
    }

    @Override
    boolean isOver() {
        return panic != null;
    }

    @Override
    long digest() {
        return tasks.digest() ^ now();
    }

    @Override
    public boolean enqueue(int task, Placement placement) {
        resume(task);
        return true;
    }

    @Override
    public void suspend() {}

    @Override
    public void resume(int task) {
        woken.add(task);
    }

    @Override
    public void unblocked(int task) {
        trace.add(Trace.Type.UNBLOCKED, 0, task, 0);
    }
}
