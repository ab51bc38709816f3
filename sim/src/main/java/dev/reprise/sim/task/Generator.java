package dev.reprise.sim.task;

import dev.reprise.SplitMix64;
import dev.reprise.engine.exec.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes cases from seeds. Every case comes to its end, whatever the order of its steps: programs go
 * forward only, spawn only programs that come after them, give back only what they hold, and wait
 * only for what will be complete; at last the gate is closed.
 */
public final class Generator {
    /** As many steps can a single instruction cost when every worker is woken for nothing. */
    private static final int STEPS_PER_INSTRUCTION = 6;

    private final SplitMix64 random;
    private final Bounds bounds;
    private final long seed;

    private Generator(long seed, Bounds bounds) {
        this.seed = seed;
        this.bounds = bounds;
        random = new SplitMix64(seed);
    }

    /** The case of a seed, within bounds. */
    public static Case generate(long seed, Bounds bounds) {
        return new Generator(seed, bounds).generate();
    }

    private Case generate() {
        var shape = shape();
        var resources = new ArrayList<Case.Resource>();
        for (int id = upTo(bounds.resources()); id > 0; id--) {
            resources.add(new Case.Resource(resources.size(), 1 + random.below(3)));
        }
        int tokens = upTo(bounds.events());
        int count = 1 + random.below(bounds.programs());
        var programs = new ArrayList<Program>();
        var costs = new long[count];
        long budget = Math.max(8, (long) bounds.steps() / STEPS_PER_INSTRUCTION / bounds.tasks());
        // From the last to the first, since each may spawn those after it.
        for (int index = count - 1; index >= 0; index--) {
            programs.addFirst(program(index, count, costs, budget, resources.size(), tokens));
        }
        var tasks = new ArrayList<Case.Task>();
        for (int id = 1 + random.below(bounds.tasks()); id > 0; id--) {
            tasks.add(new Case.Task(tasks.size(), random.below(count), 0));
        }
        var events = new ArrayList<Event.Scheduled>();
        for (int token = 0; token < tokens; token++) {
            // Once for every task that may wait: a completion is used up by one that comes late.
            int waiting = waiting(programs, tasks, token);
            for (int i = 0; i < waiting; i++) {
                events.add(new Event.Scheduled(random.below(12), new Event.IoComplete(token)));
            }
        }
        events.add(new Event.Scheduled(random.below(16), new Event.CloseGate()));
        return new Case(
                shape,
                Rules.CURRENT,
                resources,
                List.of(),
                0,
                0,
                programs,
                tasks,
                tasks.stream().map(Case.Task::id).toList(),
                events,
                bounds.steps());
    }

    private Shape shape() {
        return new Shape(
                1 + random.below(bounds.workers()),
                1 + random.below(4),
                seed,
                pick(1, 2, 3, 32),
                pick(2, 3, 7, 61),
                flip(),
                flip(),
                false,
                pick(1, 2, 32));
    }

    private Program program(
            int index, int count, long[] costs, long budget, int resources, int tokens) {
        int length = 1 + random.below(bounds.length());
        costs[index] = length + 1L;
        var code = new ArrayList<Instruction>();
        while (code.size() < length) {
            int room = length - code.size();
            switch (random.below(8)) {
                case 0 -> {
                    int child = index + 1 + random.below(Math.max(1, count - index - 1));
                    if (child < count && costs[index] + costs[child] <= budget) {
                        costs[index] += costs[child];
                        code.add(new Instruction.Spawn(child, placement()));
                    } else {
                        code.add(new Instruction.Yield(placement()));
                    }
                }
                case 1 -> code.add(new Instruction.Sleep(random.below(4)));
                case 2 ->
                        code.add(
                                tokens > 0
                                        ? new Instruction.WaitIo(random.below(tokens))
                                        : new Instruction.Sleep(random.below(3)));
                case 3 -> {
                    if (resources > 0 && room >= 3) {
                        held(code, resources, room);
                    } else {
                        code.add(new Instruction.Yield(placement()));
                    }
                }
                case 4 -> {
                    if (room >= 2) {
                        // Over the next instruction, or not: never into the middle of something.
                        code.add(new Instruction.Jump(code.size() + 1 + random.below(2)));
                        code.add(new Instruction.Yield(placement()));
                    }
                }
                default -> code.add(new Instruction.Yield(placement()));
            }
        }
        if (flip()) {
            code.set(length - 1, new Instruction.Complete());
        }
        return new Program("p" + index, code);
    }

    /**
     * Takes permits, does something, and gives them back, or leaves that to the end of the task.
     */
    private void held(List<Instruction> code, int resources, int room) {
        int resource = random.below(resources);
        int units = 1 + random.below(2);
        int start = code.size();
        int inside = 1 + random.below(Math.min(3, room - 2));
        boolean gives = random.below(4) > 0;
        int end = start + 1 + inside + (gives ? 1 : 0);
        code.add(new Instruction.TryAcquire(resource, units, start + 1, end));
        for (int i = 0; i < inside; i++) {
            code.add(
                    flip()
                            ? new Instruction.Yield(placement())
                            : new Instruction.Sleep(random.below(2)));
        }
        if (gives) {
            code.add(new Instruction.Release(resource, units));
        }
    }

    /** How many waits for a token there are at most. */
    private static int waiting(List<Program> programs, List<Case.Task> tasks, int token) {
        var waits = new long[programs.size()];
        for (int index = programs.size() - 1; index >= 0; index--) {
            for (var instruction : programs.get(index).code()) {
                if (instruction instanceof Instruction.WaitIo(long awaited) && awaited == token) {
                    waits[index]++;
                } else if (instruction instanceof Instruction.Spawn(int child, _)) {
                    waits[index] += waits[child];
                }
            }
        }
        return (int) tasks.stream().mapToLong(task -> waits[task.program()]).sum();
    }

    private Placement placement() {
        return switch (random.below(4)) {
            case 0 -> Placement.GLOBAL;
            case 1 -> Placement.EXTERNAL;
            default -> Placement.LOCAL;
        };
    }

    private int upTo(int most) {
        return random.below(most + 1);
    }

    private boolean flip() {
        return random.below(2) == 0;
    }

    private int pick(int... values) {
        return values[random.below(values.length)];
    }
}
