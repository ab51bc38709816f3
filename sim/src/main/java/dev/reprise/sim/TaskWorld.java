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
    private final List<List<Kind>> sites = new ArrayList<>();
    private final List<List<Footprint>> footprints = new ArrayList<>();

    /** The action of each task at each place, made when it is first needed. */
    private @Nullable Action[][] known = new @Nullable Action[0][];

    /** What each task offers now. */
    private @Nullable Action[] offered = new @Nullable Action[8];

    private boolean[] runnable = new boolean[8];
    private int tasksOffered;
    private int last = -1;
    private @Nullable TaskPanic panic;

    TaskWorld(Case plan) {
        super(plan, new Tasks(plan));
        boolean anyJoin = false;
        int site = 0;
        for (var program : plan.programs()) {
            var kinds = new ArrayList<Kind>();
            var touched = new ArrayList<Footprint>();
            for (int pc = 0; pc <= program.code().size(); pc++) {
                var instruction = program.at(pc);
                kinds.add(new Kind(++site, "p" + sites.size() + "." + pc));
                touched.add(footprint(instruction));
                anyJoin |= instruction instanceof Instruction.Join;
            }
            sites.add(kinds);
            footprints.add(touched);
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
        Arrays.fill(offered, null);
        Arrays.fill(runnable, false);
        tasksOffered = 0;
        last = -1;
        panic = null;
        for (int id : plan.runnable()) {
            resume(tasks.withId(id));
        }
        refreshAll();
    }

    /** What a task threw, if one did. */
    public @Nullable TaskPanic panic() {
        return panic;
    }

    @Override
    void offer() {
        actions.truncate(tasksOffered);
        var same = last < 0 ? null : offered[last];
        actions.goesOn(same == null ? -1 : actions.rank(same.key()));
        if (undelivered() > 0) {
            offerEvents();
        }
        offerTime();
    }

    /** Whether tasks wait for each other and nothing else can happen. */
    boolean isDeadlocked() {
        return actions.size() == 0 && tasks.completed() < tasks.count();
    }

    @Override
    void perform(int step, Action action) {
        actions.truncate(tasksOffered);
        if (Actions.isDelivery(action)) {
            int at = (int) action.key().number();
            trace.step(step, Trace.Deed.DELIVER, at);
            if (deliver(at) instanceof Event.IoComplete(long token)) {
                tasks.complete(token, this);
            }
            refreshAll();
        } else if (Actions.isAdvance(action)) {
            trace.step(step, Trace.Deed.ADVANCE, action.key().number());
            advance(action.key().number());
            tasks.wakeSleepers(now(), this);
            refreshAll();
        } else {
            stepTask(step, (int) action.key().number());
        }
    }

    private void stepTask(int step, int task) {
        trace.step(step, Trace.Deed.STEP_TASK, task);
        last = task;
        boolean othersNotice = concernsOthers(tasks.next(task));
        try {
            run(task);
            // To end is nothing that others notice, but for those who wait for it.
            if (runnable[task] && tasks.next(task) instanceof Instruction.Complete) {
                run(task);
                othersNotice |= joins;
            }
        } catch (TaskPanic e) {
            panic = e;
            trace.ran(task, tasks.lastProgram(), tasks.lastPc());
            trace.add(Trace.Type.PANICKED, 0, task, 0);
            return;
        }
        if (othersNotice) {
            refreshAll();
        } else {
            refresh(task);
        }
    }

    /** Whether an instruction can change what other tasks can do next. */
    private static boolean concernsOthers(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Load _, Instruction.Store _, Instruction.Yield _ -> false;
            default -> true;
        };
    }

    private void run(int task) {
        runnable[task] = false;
        tasks.run(task, this);
        trace.ran(task, tasks.lastProgram(), tasks.lastPc());
    }

    private void refreshAll() {
        for (int task = 0; task < tasks.count(); task++) {
            refresh(task);
        }
    }

    /** Brings what a task offers up to date. */
    @SuppressWarnings("ReferenceEquality") // an action is made once for each task and place
    private void refresh(int task) {
        if (task >= offered.length) {
            offered = Arrays.copyOf(offered, Math.max(task + 1, offered.length * 2));
        }
        var was = offered[task];
        var is =
                task < runnable.length && runnable[task] && tasks.canGoOn(task)
                        ? action(task)
                        : null;
        if (was == is) {
            return;
        }
        if (was != null) {
            actions.remove(was.key());
            tasksOffered--;
        }
        if (is != null) {
            actions.insert(is);
            tasksOffered++;
        }
        offered[task] = is;
    }

    @SuppressWarnings("ReferenceEquality") // a kind is made once for each place
    private Action action(int task) {
        int program = tasks.program(task);
        if (task >= known.length) {
            known = Arrays.copyOf(known, Math.max(task + 1, known.length * 2));
        }
        var mine = known[task];
        int places = sites.get(program).size();
        if (mine == null) {
            mine = new @Nullable Action[places];
            known[task] = mine;
        }
        int pc = Math.min(tasks.pc(task), places - 1);
        if (pc >= mine.length) {
            mine = Arrays.copyOf(mine, places);
            known[task] = mine;
        }
        var action = mine[pc];
        if (action == null || action.key().kind() != sites.get(program).get(pc)) {
            var touched = footprints.get(program).get(pc);
            action =
                    new Action(
                            sites.get(program).get(pc).key(task),
                            task,
                            joins ? touched.and(Footprint.writes(TASKS + task)) : touched);
            mine[pc] = action;
        }
        return action;
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
        if (task >= runnable.length) {
            runnable = Arrays.copyOf(runnable, Math.max(task + 1, runnable.length * 2));
        }
        runnable[task] = true;
    }

    @Override
    public void unblocked(int task) {
        trace.add(Trace.Type.UNBLOCKED, 0, task, 0);
    }
}
