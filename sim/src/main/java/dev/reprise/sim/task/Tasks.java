package dev.reprise.sim.task;

import dev.reprise.SplitMix64;
import java.util.Arrays;
import java.util.List;

/**
 * The machine that runs programs: the state of every task and of what they share. It runs one
 * instruction at a time for whoever holds the task's run-token, and knows nothing of how run-tokens
 * are handed out. Tasks are numbered from 0 in the order in which they came to be.
 */
public class Tasks {
    /** What a task is doing. */
    public enum State {
        /** It may run. */
        READY,
        /** It waits for a time. */
        SLEEPING,
        /** It waits for something outside. */
        WAITING,
        /** It waits for a lock. */
        LOCKING,
        /** It waits for a condition. */
        AWAITING,
        /** It waits for the end of another task. */
        JOINING,
        /** It has ended. */
        COMPLETED
    }

    /** As many local instructions are done in one step at most: then others get their chance. */
    private static final int LOCAL_MAX = 1000;

    private static final int FREE = -1;

    private final Case world;
    private final Rules rules;
    private final List<Program> programs;
    private final int firstChildId;
    private final int[] resourceIds;
    private final int[] totals;

    private int count;
    private int completed;
    private int[] program = new int[8];
    private int[] pc = new int[8];
    private State[] state = new State[8];
    private long[] until = new long[8];
    private long[] began = new long[8];
    private int[] executed = new int[8];
    private int[] registers = new int[8 * Case.REGISTERS];
    private int[] held;

    private final int[] available;
    private final int[] cells;
    private final int[] owners;
    private final long[] latched;
    private int latchedCount;
    private long sleeps;
    private int sleeping;

    /** What the instruction that ran last was. */
    private int lastProgram;

    private int lastPc;

    /** The tasks of a case, about to begin. */
    public Tasks(Case world) {
        this.world = world;
        rules = world.rules();
        programs = world.programs();
        int most = -1;
        for (var task : world.tasks()) {
            most = Math.max(most, task.id());
        }
        firstChildId = most + 1;
        int resources = world.resources().size();
        resourceIds = new int[resources];
        totals = new int[resources];
        for (int i = 0; i < resources; i++) {
            resourceIds[i] = world.resources().get(i).id();
            totals[i] = world.resources().get(i).total();
        }
        available = new int[resources];
        held = new int[8 * resources];
        cells = new int[world.cells().size()];
        owners = new int[world.locks()];
        latched = new long[world.events().size()];
        begin();
    }

    /** Puts everything back to the beginning. */
    public final void begin() {
        count = 0;
        completed = 0;
        latchedCount = 0;
        sleeps = 0;
        sleeping = 0;
        System.arraycopy(totals, 0, available, 0, totals.length);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = world.cells().get(i);
        }
        Arrays.fill(owners, FREE);
        var tasks = world.tasks();
        for (int i = 0; i < tasks.size(); i++) {
            create(tasks.get(i).program(), tasks.get(i).pc());
        }
    }

    private int create(int itsProgram, int itsPc) {
        int task = count++;
        if (task == program.length) {
            int larger = task * 2;
            program = Arrays.copyOf(program, larger);
            pc = Arrays.copyOf(pc, larger);
            state = Arrays.copyOf(state, larger);
            until = Arrays.copyOf(until, larger);
            began = Arrays.copyOf(began, larger);
            executed = Arrays.copyOf(executed, larger);
            registers = Arrays.copyOf(registers, larger * Case.REGISTERS);
            held = Arrays.copyOf(held, larger * totals.length);
        }
        program[task] = itsProgram;
        pc[task] = itsPc;
        state[task] = State.READY;
        executed[task] = 0;
        Arrays.fill(registers, task * Case.REGISTERS, (task + 1) * Case.REGISTERS, 0);
        Arrays.fill(held, task * totals.length, (task + 1) * totals.length, 0);
        return task;
    }

    /**
     * Uses up one run-token of a task: runs its next instruction.
     *
     * @return whether there was one to run: a task that has ended or waits does nothing
     */
    public boolean run(int task, Host host) {
        if (state[task] != State.READY) {
            return false;
        }
        lastProgram = program[task];
        lastPc = pc[task];
        executed[task]++;
        perform(task, next(task), host);
        return true;
    }

    private void perform(int task, Instruction instruction, Host host) {
        switch (instruction) {
            case Instruction.Yield(var placement) -> {
                pc[task]++;
                settle(task);
                if (!host.enqueue(task, placement) && rules.survivesGate()) {
                    host.enqueue(task, Placement.GLOBAL);
                }
            }
            case Instruction.Spawn(int child, var placement) -> {
                pc[task]++;
                int spawned = create(child, 0);
                if (!host.enqueue(spawned, placement) && rules.survivesGate()) {
                    host.enqueue(spawned, Placement.GLOBAL);
                }
                goOn(task, host);
            }
            case Instruction.Sleep(long ticks) -> {
                pc[task]++;
                if (ticks == 0 && rules.zeroWakes()) {
                    goOn(task, host);
                } else {
                    until[task] = host.now() + ticks;
                    sleeping++;
                    block(task, State.SLEEPING, host);
                }
            }
            case Instruction.WaitIo(long token) -> {
                pc[task]++;
                if (rules.latchesIo() && takeLatched(token)) {
                    goOn(task, host);
                } else {
                    until[task] = token;
                    block(task, State.WAITING, host);
                }
            }
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) -> {
                int at = resourceAt(resource);
                boolean enough = available[at] >= units;
                if (enough) {
                    available[at] -= units;
                    held[task * totals.length + at] += units;
                }
                pc[task] = enough ? ok : fail;
                goOn(task, host);
            }
            case Instruction.Release(int resource, int units) -> {
                int at = resourceAt(resource);
                int mine = task * totals.length + at;
                if (held[mine] < units) {
                    throw new TaskPanic(
                            "task "
                                    + id(task)
                                    + " releases "
                                    + units
                                    + " of resource "
                                    + resource
                                    + " and holds "
                                    + held[mine],
                            false);
                }
                giveBack(task, at, units);
                pc[task]++;
                goOn(task, host);
            }
            case Instruction.Jump(int target) -> {
                pc[task] = target;
                goOn(task, host);
            }
            case Instruction.Complete _ -> complete(task, host);
            case Instruction.Panic _ ->
                    throw new TaskPanic("task " + id(task) + " was told to panic", false);
            case Instruction.Load(int cell, int register) -> {
                registers[task * Case.REGISTERS + register] = cells[cell];
                pc[task]++;
                goOn(task, host);
            }
            case Instruction.Store(int cell, var value) -> {
                cells[cell] = value(task, value);
                pc[task]++;
                goOn(task, host);
            }
            case Instruction.Lock(int lock) -> {
                if (owners[lock] == FREE) {
                    owners[lock] = task;
                    pc[task]++;
                    goOn(task, host);
                } else {
                    until[task] = lock;
                    block(task, State.LOCKING, host);
                }
            }
            case Instruction.Unlock(int lock) -> {
                unlock(task, lock, host);
                pc[task]++;
                goOn(task, host);
            }
            case Instruction.Await(int condition, int lock) -> {
                // Notified tasks begin again with the lock: the program says Lock next.
                unlock(task, lock, host);
                pc[task]++;
                until[task] = condition;
                block(task, State.AWAITING, host);
            }
            case Instruction.Notify(int condition, boolean all) -> {
                pc[task]++;
                unblock(State.AWAITING, condition, all ? Integer.MAX_VALUE : 1, host);
                goOn(task, host);
            }
            case Instruction.Join(int other) -> {
                if (state[other] == State.COMPLETED) {
                    pc[task]++;
                    goOn(task, host);
                } else {
                    until[task] = other;
                    block(task, State.JOINING, host);
                }
            }
            case Instruction.Add _, Instruction.Branch _, Instruction.Assert _ -> goOn(task, host);
        }
    }

    /** The task has more to do: it keeps its run-token, where that is the rule. */
    private void goOn(int task, Host host) {
        if (rules.goesOn()) {
            settle(task);
            host.enqueue(task, Placement.LOCAL);
        }
    }

    /** Does what only the task itself can notice, up to the next instruction that others can. */
    private void settle(int task) {
        for (int i = 0; i < LOCAL_MAX; i++) {
            switch (next(task)) {
                case Instruction.Add(int register, var value) -> {
                    registers[task * Case.REGISTERS + register] += value(task, value);
                    pc[task]++;
                }
                case Instruction.Branch(int register, var comparison, var value, int target) -> {
                    int mine = registers[task * Case.REGISTERS + register];
                    pc[task] = comparison.holds(mine, value(task, value)) ? target : pc[task] + 1;
                }
                case Instruction.Assert(int register, var comparison, var value) -> {
                    int mine = registers[task * Case.REGISTERS + register];
                    if (!comparison.holds(mine, value(task, value))) {
                        throw new TaskPanic(
                                "task "
                                        + id(task)
                                        + " ("
                                        + programs.get(program[task]).name()
                                        + ") asserts r"
                                        + register
                                        + " "
                                        + comparison.sign()
                                        + " "
                                        + value
                                        + ", and it is "
                                        + mine,
                                true);
                    }
                    pc[task]++;
                }
                default -> {
                    return;
                }
            }
        }
    }

    private void block(int task, State why, Host host) {
        state[task] = why;
        began[task] = sleeps++;
        if (rules.waitsInFlight()) {
            host.suspend();
        }
    }

    private void complete(int task, Host host) {
        state[task] = State.COMPLETED;
        completed++;
        if (rules.returnsPermits()) {
            for (int at = 0; at < totals.length; at++) {
                giveBack(task, at, held[task * totals.length + at]);
            }
        }
        unblock(State.JOINING, task, Integer.MAX_VALUE, host);
    }

    /** Permits that a task held can be taken by others. */
    protected void giveBack(int task, int resource, int units) {
        held[task * totals.length + resource] -= units;
        available[resource] += units;
    }

    private void unlock(int task, int lock, Host host) {
        if (owners[lock] != task) {
            throw new TaskPanic(
                    "task "
                            + id(task)
                            + " unlocks lock "
                            + lock
                            + ", which "
                            + (owners[lock] == FREE
                                    ? "is free"
                                    : "task " + id(owners[lock]) + " has"),
                    false);
        }
        owners[lock] = FREE;
        unblock(State.LOCKING, lock, Integer.MAX_VALUE, host);
    }

    /** Lets tasks that wait for this go on, in the order of their ids. */
    private void unblock(State why, long what, int most, Host host) {
        int woken = 0;
        for (int task = 0; task < count && woken < most; task++) {
            if (state[task] == why && until[task] == what) {
                wake(task, host);
                woken++;
            }
        }
    }

    private void wake(int task, Host host) {
        state[task] = State.READY;
        host.unblocked(task);
        if (rules.waitsInFlight()) {
            settle(task);
            host.resume(task);
        } else {
            host.enqueue(task, Placement.EXTERNAL);
        }
    }

    /** Something outside is complete: who waits for it goes on, in the order of ids. */
    public void complete(long token, Host host) {
        boolean waited = false;
        for (int task : byId()) {
            if (state[task] == State.WAITING && until[task] == token) {
                waited = true;
                wake(task, host);
            }
        }
        if (!waited && rules.latchesIo()) {
            latched[latchedCount++] = token;
        }
    }

    private boolean takeLatched(long token) {
        for (int i = 0; i < latchedCount; i++) {
            if (latched[i] == token) {
                System.arraycopy(latched, i + 1, latched, i, --latchedCount - i);
                return true;
            }
        }
        return false;
    }

    private int[] byId() {
        var all = new Integer[count];
        Arrays.setAll(all, i -> i);
        Arrays.sort(all, (a, b) -> Integer.compare(id(a), id(b)));
        return Arrays.stream(all).mapToInt(Integer::intValue).toArray();
    }

    /** Time has come: who slept long enough goes on, by deadline, then by who slept first. */
    public void wakeSleepers(long now, Host host) {
        while (true) {
            int next = -1;
            for (int task = 0; task < count && sleeping > 0; task++) {
                if (state[task] == State.SLEEPING
                        && until[task] <= now
                        && (next < 0
                                || until[task] < until[next]
                                || (until[task] == until[next] && began[task] < began[next]))) {
                    next = task;
                }
            }
            if (next < 0) {
                return;
            }
            sleeping--;
            wake(next, host);
        }
    }

    /** The earliest moment after {@code now} at which somebody wakes; -1 if nobody will. */
    public long nextDeadline(long now) {
        long earliest = -1;
        for (int task = 0; task < count && sleeping > 0; task++) {
            if (state[task] == State.SLEEPING
                    && until[task] > now
                    && (earliest < 0 || until[task] < earliest)) {
                earliest = until[task];
            }
        }
        return earliest;
    }

    private int value(int task, Operand operand) {
        return operand.register()
                ? registers[task * Case.REGISTERS + operand.value()]
                : operand.value();
    }

    private int resourceAt(int id) {
        for (int at = 0; at < resourceIds.length; at++) {
            if (resourceIds[at] == id) {
                return at;
            }
        }
        throw new IllegalStateException("there is no resource " + id);
    }

    /** The instruction that a task runs next. */
    public Instruction next(int task) {
        return programs.get(program[task]).at(pc[task]);
    }

    /** Whether the next instruction of a task that is ready can be done now. */
    public final boolean canGoOn(int task) {
        return state[task] == State.READY
                && switch (next(task)) {
                    case Instruction.Lock(int lock) -> isFree(lock);
                    case Instruction.Join(int other) -> state[other] == State.COMPLETED;
                    default -> true;
                };
    }

    /** Whether nobody has a lock. */
    public final boolean isFree(int lock) {
        return owners[lock] == FREE;
    }

    /** How many tasks there are, those that have ended included. */
    public final int count() {
        return count;
    }

    /** How many tasks have ended. */
    public final int completed() {
        return completed;
    }

    /** What a task is doing. */
    public final State state(int task) {
        return state[task];
    }

    /** The id of a task in files and traces. */
    public final int id(int task) {
        int given = world.tasks().size();
        return task < given ? world.tasks().get(task).id() : firstChildId + task - given;
    }

    /** The number of the task with an id that the case names. */
    public final int withId(int id) {
        var tasks = world.tasks();
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).id() == id) {
                return i;
            }
        }
        throw new IllegalStateException("there is no task " + id);
    }

    /** The program of a task. */
    public final int program(int task) {
        return program[task];
    }

    /** Where a task is in its program. */
    public final int pc(int task) {
        return pc[task];
    }

    /** What a task that waits waits for: a time, a token, a lock, a condition, a task. */
    public final long awaited(int task) {
        return until[task];
    }

    /** How many instructions that others can notice a task has run. */
    public final int executed(int task) {
        return executed[task];
    }

    /** The program of the instruction that ran last. */
    public final int lastProgram() {
        return lastProgram;
    }

    /** The place of the instruction that ran last. */
    public final int lastPc() {
        return lastPc;
    }

    /** How many resources there are. */
    public final int resources() {
        return totals.length;
    }

    /** How many permits of a resource there are in all. */
    public final int total(int resource) {
        return totals[resource];
    }

    /** How many permits of a resource can be taken. */
    public final int available(int resource) {
        return available[resource];
    }

    /** How many permits of a resource a task holds. */
    public final int held(int task, int resource) {
        return held[task * totals.length + resource];
    }

    /** What a register of a task holds. */
    public int register(int task, int register) {
        return registers[task * Case.REGISTERS + register];
    }

    /** The task that has a lock; -1 when it is free. */
    public int owner(int lock) {
        return owners[lock];
    }

    /** What a cell holds. */
    public final int cell(int cell) {
        return cells[cell];
    }

    /** A number that differs, as good as always, when any of this differs. */
    public final long digest() {
        long digest = count;
        for (int task = 0; task < count; task++) {
            digest = mixed(digest, ((long) program[task] << 32) | pc[task]);
            digest = mixed(digest, state[task].name().hashCode());
            digest = mixed(digest, executed[task]);
            if (state[task] != State.READY && state[task] != State.COMPLETED) {
                digest = mixed(digest, until[task]);
            }
        }
        for (int i = 0; i < count * totals.length; i++) {
            digest = mixed(digest, held[i]);
        }
        for (int i = 0; i < count * Case.REGISTERS; i++) {
            digest = mixed(digest, registers[i]);
        }
        for (int[] numbers : new int[][] {available, cells, owners}) {
            for (int number : numbers) {
                digest = mixed(digest, number);
            }
        }
        return digest;
    }

    private static long mixed(long digest, long value) {
        return SplitMix64.mix(digest * 31 + value);
    }
}
