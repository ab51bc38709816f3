package dev.reprise.sim.task;

import dev.reprise.Check;
import dev.reprise.engine.exec.Shape;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is simulated: a crew, what the tasks share, their programs, and what happens outside.
 *
 * @param shape the executor's crew; none when every task is driven by itself, as if it were a
 *     thread
 * @param resources the permits there are of each resource
 * @param cells what each shared cell holds at first
 * @param locks how many locks there are
 * @param conditions how many conditions there are
 * @param tasks the tasks that there are from the beginning
 * @param runnable the tasks of these ids may run at first, once for each time they are named
 * @param stepsMax the run is given up after so many steps
 */
public record Case(
        @Nullable Shape shape,
        Rules rules,
        List<Resource> resources,
        List<Integer> cells,
        int locks,
        int conditions,
        List<Program> programs,
        List<Task> tasks,
        List<Integer> runnable,
        List<Event.Scheduled> events,
        int stepsMax) {
    /** The most of anything that a case can have. */
    public static final int MANY = 1 << 20;

    /** How many registers each task has. */
    public static final int REGISTERS = 4;

    /** Permits that tasks share. */
    public record Resource(int id, int total) {}

    /** A task: its id, its program, and where it begins. */
    public record Task(int id, int program, int pc) {}

    /** A case that can be run; what it refers to is there. */
    public Case {
        resources = List.copyOf(resources);
        cells = List.copyOf(cells);
        programs = List.copyOf(programs);
        tasks = List.copyOf(tasks);
        runnable = List.copyOf(runnable);
        events = List.copyOf(events);
        Check.argument(stepsMax >= 0, "stepsMax must not be negative: %d", stepsMax);
        Check.argument(locks >= 0 && locks <= MANY, "0..%d locks, not %d", MANY, locks);
        Check.argument(
                conditions >= 0 && conditions <= MANY,
                "0..%d conditions, not %d",
                MANY,
                conditions);
        var ids = new HashSet<Integer>();
        for (var task : tasks) {
            Check.argument(task.id >= 0, "a task's id must not be negative: %d", task.id);
            Check.argument(ids.add(task.id), "two tasks have the id %d", task.id);
            Check.argument(
                    task.program >= 0 && task.program < programs.size(),
                    "task %d runs program %d, and there are %d",
                    task.id,
                    task.program,
                    programs.size());
            Check.argument(task.pc >= 0, "task %d begins at %d", task.id, task.pc);
        }
        for (int id : runnable) {
            Check.argument(ids.contains(id), "task %d may run, but there is no such task", id);
        }
        var resourceIds = new HashSet<Integer>();
        for (var resource : resources) {
            Check.argument(
                    resource.total >= 0, "resource %d has %d permits", resource.id, resource.total);
            Check.argument(
                    resourceIds.add(resource.id), "two resources have the id %d", resource.id);
        }
        for (var event : events) {
            Check.argument(event.at() >= 0, "an event happens at %d", event.at());
        }
        for (var program : programs) {
            for (int pc = 0; pc < program.code().size(); pc++) {
                var wrong =
                        fault(
                                program.code().get(pc),
                                programs,
                                resourceIds,
                                cells,
                                locks,
                                conditions,
                                tasks);
                Check.argument(
                        wrong.isEmpty(),
                        "program %s, instruction %d: %s",
                        program.name(),
                        pc,
                        wrong.orElse(""));
            }
        }
    }

    /** What an instruction refers to in vain. */
    private static Optional<String> fault(
            Instruction instruction,
            List<Program> programs,
            HashSet<Integer> resources,
            List<Integer> cells,
            int locks,
            int conditions,
            List<Task> tasks) {
        return switch (instruction) {
            case Instruction.Spawn(int program, _) -> missing("program", program, programs.size());
            case Instruction.Sleep(long ticks) ->
                    ticks < 0 ? Optional.of("a sleep of " + ticks) : Optional.empty();
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) ->
                    !resources.contains(resource)
                            ? Optional.of("there is no resource " + resource)
                            : units < 0 || ok < 0 || fail < 0
                                    ? Optional.of("a number is negative")
                                    : Optional.empty();
            case Instruction.Release(int resource, int units) ->
                    !resources.contains(resource)
                            ? Optional.of("there is no resource " + resource)
                            : units < 0 ? Optional.of("a number is negative") : Optional.empty();
            case Instruction.Jump(int target) ->
                    target < 0 ? Optional.of("a jump to " + target) : Optional.empty();
            case Instruction.Load(int cell, int register) ->
                    missing("cell", cell, cells.size())
                            .or(() -> missing("register", register, REGISTERS));
            case Instruction.Store(int cell, var value) ->
                    missing("cell", cell, cells.size()).or(() -> missing(value));
            case Instruction.Lock(int lock) -> missing("lock", lock, locks);
            case Instruction.Unlock(int lock) -> missing("lock", lock, locks);
            case Instruction.Await(int condition, int lock) ->
                    missing("condition", condition, conditions)
                            .or(() -> missing("lock", lock, locks));
            case Instruction.Notify(int condition, _) ->
                    missing("condition", condition, conditions);
            case Instruction.Join(int task) -> missing("task", task, tasks.size());
            case Instruction.Add(int register, var value) ->
                    missing("register", register, REGISTERS).or(() -> missing(value));
            case Instruction.Branch(int register, _, var value, int target) ->
                    target < 0
                            ? Optional.of("a branch to " + target)
                            : missing("register", register, REGISTERS).or(() -> missing(value));
            case Instruction.Assert(int register, _, var value) ->
                    missing("register", register, REGISTERS).or(() -> missing(value));
            case Instruction.Yield _,
                    Instruction.WaitIo _,
                    Instruction.Complete _,
                    Instruction.Panic _ ->
                    Optional.empty();
        };
    }

    private static Optional<String> missing(Operand value) {
        return value.register() ? missing("register", value.value(), REGISTERS) : Optional.empty();
    }

    private static Optional<String> missing(String what, int number, int count) {
        return number >= 0 && number < count
                ? Optional.empty()
                : Optional.of("there is no " + what + " " + number + ", but 0.." + (count - 1));
    }

    /** The same with other choices of what is run. */
    public Case with(List<Program> programs, List<Task> tasks, List<Integer> runnable) {
        return changed(shape, resources, programs, tasks, runnable, events, stepsMax);
    }

    /** The same with another crew. */
    public Case with(@Nullable Shape shape) {
        return changed(shape, resources, programs, tasks, runnable, events, stepsMax);
    }

    /** The same with other events. */
    public Case withEvents(List<Event.Scheduled> events) {
        return changed(shape, resources, programs, tasks, runnable, events, stepsMax);
    }

    /** The same with other resources. */
    public Case withResources(List<Resource> resources) {
        return changed(shape, resources, programs, tasks, runnable, events, stepsMax);
    }

    /** The same, given up after another number of steps. */
    public Case withStepsMax(int stepsMax) {
        return changed(shape, resources, programs, tasks, runnable, events, stepsMax);
    }

    private Case changed(
            @Nullable Shape shape,
            List<Resource> resources,
            List<Program> programs,
            List<Task> tasks,
            List<Integer> runnable,
            List<Event.Scheduled> events,
            int stepsMax) {
        return new Case(
                shape,
                rules,
                resources,
                cells,
                locks,
                conditions,
                programs,
                tasks,
                runnable,
                events,
                stepsMax);
    }
}
