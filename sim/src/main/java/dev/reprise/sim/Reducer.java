package dev.reprise.sim;

import dev.reprise.engine.exec.Shape;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Operand;
import dev.reprise.sim.task.Placement;
import dev.reprise.sim.task.Program;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The ways in which a failing case can be made smaller, in the order in which they are tried. Each
 * proposes simpler candidates in a fixed order, the boldest first; none looks at a clock or draws a
 * number, so that the same failure always shrinks to the same.
 */
enum Reducer {
    /** Fewer workers, and a plainer crew. */
    CREW {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var shape = from.plan().shape();
            if (shape == null) {
                return;
            }
            Consumer<Shape> crew = it -> to.accept(() -> from.with(from.plan().with(it)));
            for (int workers = 1; workers < shape.workers(); workers++) {
                crew.accept(shape.withWorkers(workers));
            }
            smaller(1, shape.stealTries(), it -> crew.accept(shape.withStealTries((int) it)));
            smaller(1, shape.hoard(), it -> crew.accept(shape.withHoard((int) it)));
            smaller(1, shape.pollEvery(), it -> crew.accept(shape.withPollEvery((int) it)));
            smaller(1, shape.batch(), it -> crew.accept(shape.withBatch((int) it)));
            if (shape.striped()) {
                crew.accept(shape.withStriped(false));
            }
            if (shape.wakeIdle()) {
                crew.accept(shape.withWakeIdle(false));
            }
        }
    },

    /** Fewer events, by halves, quarters and so on; then earlier ones. */
    EVENTS {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var events = from.plan().events();
            withoutChunks(
                    events, fewer -> to.accept(() -> from.with(from.plan().withEvents(fewer))));
            for (int i = 0; i < events.size(); i++) {
                int at = i;
                var event = events.get(i);
                smaller(
                        0,
                        event.at(),
                        it ->
                                to.accept(
                                        () ->
                                                from.with(
                                                        from.plan()
                                                                .withEvents(
                                                                        replaced(
                                                                                events,
                                                                                at,
                                                                                new Event.Scheduled(
                                                                                        it,
                                                                                        event
                                                                                                .event()))))));
            }
        }
    },

    /** Fewer tasks: fewer that may run at first, then fewer that are there. */
    TASKS {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var plan = from.plan();
            withoutChunks(
                    plan.runnable(),
                    fewer ->
                            to.accept(
                                    () ->
                                            from.with(
                                                    plan.with(
                                                            plan.programs(),
                                                            plan.tasks(),
                                                            fewer))));
            for (int i = plan.tasks().size() - 1; i >= 0; i--) {
                int index = i;
                to.accept(() -> from.with(withoutTask(plan, index)));
            }
        }
    },

    /** Fewer tasks, but only those whose end nobody waits for. */
    BYSTANDERS {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var plan = from.plan();
            for (int i = plan.tasks().size() - 1; i >= 0; i--) {
                int index = i;
                if (!isJoined(plan, index)) {
                    to.accept(() -> from.with(withoutTask(plan, index)));
                }
            }
        }
    },

    /** Fewer programs, shorter ones, and plainer instructions. */
    PROGRAMS {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var plan = from.plan();
            for (int i = plan.programs().size() - 1; i >= 0; i--) {
                int index = i;
                if (!isUsed(plan, i)) {
                    to.accept(() -> from.with(withoutProgram(plan, index)));
                }
            }
            for (int i = 0; i < plan.programs().size(); i++) {
                int index = i;
                var program = plan.programs().get(i);
                Consumer<Program> shorter =
                        it ->
                                to.accept(
                                        () ->
                                                from.with(
                                                        plan.with(
                                                                replaced(
                                                                        plan.programs(), index, it),
                                                                plan.tasks(),
                                                                plan.runnable())));
                int length = program.code().size();
                for (int size = length; size >= 1; size /= 2) {
                    for (int start = 0; start < length; start += size) {
                        shorter.accept(without(program, start, Math.min(length, start + size)));
                    }
                }
                for (int pc = 0; pc < length; pc++) {
                    int at = pc;
                    plainer(
                            program.code().get(pc),
                            it ->
                                    shorter.accept(
                                            new Program(
                                                    program.name(),
                                                    replaced(program.code(), at, it))));
                }
            }
        }
    },

    /** Fewer resources and permits. */
    RESOURCES {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var resources = from.plan().resources();
            for (int i = 0; i < resources.size(); i++) {
                int at = i;
                var resource = resources.get(i);
                to.accept(() -> from.with(from.plan().withResources(removed(resources, at))));
                smaller(
                        0,
                        resource.total(),
                        it ->
                                to.accept(
                                        () ->
                                                from.with(
                                                        from.plan()
                                                                .withResources(
                                                                        replaced(
                                                                                resources,
                                                                                at,
                                                                                new Case.Resource(
                                                                                        resource
                                                                                                .id(),
                                                                                        (int)
                                                                                                it))))));
            }
        }
    },

    /** Fewer choices, then fewer that are not 0, then smaller ones. */
    CHOICES {
        @Override
        void propose(Candidate from, Consumer<Supplier<Candidate>> to) {
            var choices = from.choices();
            int size = choices.size();
            for (int kept = 0; kept < size; kept += Math.max(1, (size - kept) / 2)) {
                int keep = kept;
                to.accept(() -> from.with(choices.subList(0, keep)));
            }
            for (int chunk = size; chunk >= 1; chunk /= 2) {
                for (int at = 0; at < size; at += chunk) {
                    int start = at;
                    int end = Math.min(size, start + chunk);
                    if (choices.subList(start, end).stream().anyMatch(it -> it != 0)) {
                        to.accept(() -> from.with(zeroed(choices, start, end)));
                    }
                }
            }
            for (int i = 0; i < size; i++) {
                int at = i;
                to.accept(() -> from.with(removed(choices, at)));
            }
            for (int i = 0; i < size; i++) {
                int at = i;
                smaller(
                        1,
                        choices.get(i),
                        it -> to.accept(() -> from.with(replaced(choices, at, (int) it))));
            }
        }
    };

    /** Hands over candidates that are smaller than this one. */
    abstract void propose(Candidate from, Consumer<Supplier<Candidate>> to);

    /** The least value, then nearer ones by halves, down to the one just below. */
    private static void smaller(long least, long value, LongConsumer to) {
        if (value <= least) {
            return;
        }
        var tried = new LinkedHashSet<Long>();
        for (long distance = value - least; distance >= 1; distance /= 2) {
            tried.add(value - distance);
        }
        tried.forEach(to::accept);
    }

    /** All of the list, then halves, quarters and so on, each left out once. */
    private static <T> void withoutChunks(List<T> list, Consumer<List<T>> to) {
        for (int size = list.size(); size >= 1; size /= 2) {
            for (int start = 0; start < list.size(); start += size) {
                var fewer = new ArrayList<>(list);
                fewer.subList(start, Math.min(list.size(), start + size)).clear();
                to.accept(fewer);
            }
        }
    }

    private static <T> List<T> replaced(List<T> list, int at, T value) {
        var copy = new ArrayList<>(list);
        copy.set(at, value);
        return copy;
    }

    private static <T> List<T> removed(List<T> list, int at) {
        var copy = new ArrayList<>(list);
        copy.remove(at);
        return copy;
    }

    private static List<Integer> zeroed(List<Integer> choices, int start, int end) {
        var copy = new ArrayList<>(choices);
        for (int at = start; at < end; at++) {
            copy.set(at, 0);
        }
        return copy;
    }

    private static boolean isJoined(Case plan, int index) {
        return plan.programs().stream()
                .flatMap(program -> program.code().stream())
                .anyMatch(it -> it instanceof Instruction.Join(int task) && task == index);
    }

    private static Case withoutTask(Case plan, int index) {
        int id = plan.tasks().get(index).id();
        var programs = new ArrayList<Program>();
        for (var program : plan.programs()) {
            programs.add(changed(program, it -> unjoined(it, index)));
        }
        var runnable = new ArrayList<>(plan.runnable());
        runnable.removeIf(it -> it == id);
        return plan.with(programs, removed(plan.tasks(), index), runnable);
    }

    /** What waits for a task that is left out waits for itself no more: it only lets others run. */
    private static Instruction unjoined(Instruction instruction, int index) {
        if (!(instruction instanceof Instruction.Join(int task))) {
            return instruction;
        }
        if (task == index) {
            return new Instruction.Yield(Placement.LOCAL);
        }
        return task > index ? new Instruction.Join(task - 1) : instruction;
    }

    private static Program changed(Program program, UnaryOperator<Instruction> change) {
        return new Program(program.name(), program.code().stream().map(change).toList());
    }

    private static boolean isUsed(Case plan, int index) {
        return plan.tasks().stream().anyMatch(task -> task.program() == index)
                || plan.programs().stream()
                        .flatMap(program -> program.code().stream())
                        .anyMatch(
                                it ->
                                        it instanceof Instruction.Spawn(int child, _)
                                                && child == index);
    }

    private static Case withoutProgram(Case plan, int index) {
        IntUnaryOperator moved = it -> it > index ? it - 1 : it;
        var programs = new ArrayList<Program>();
        for (var program : removed(plan.programs(), index)) {
            programs.add(
                    changed(
                            program,
                            it ->
                                    it instanceof Instruction.Spawn(int child, var placement)
                                            ? new Instruction.Spawn(
                                                    moved.applyAsInt(child), placement)
                                            : it));
        }
        var tasks =
                plan.tasks().stream()
                        .map(it -> new Case.Task(it.id(), moved.applyAsInt(it.program()), it.pc()))
                        .toList();
        return plan.with(programs, tasks, plan.runnable());
    }

    /** Leaves out instructions; what went on behind them still does. */
    private static Program without(Program program, int start, int end) {
        IntUnaryOperator moved =
                target -> target >= end ? target - (end - start) : Math.min(target, start);
        var code = new ArrayList<>(program.code());
        code.subList(start, end).clear();
        code.replaceAll(it -> retargeted(it, moved));
        return new Program(program.name(), code);
    }

    private static Instruction retargeted(Instruction instruction, IntUnaryOperator moved) {
        return switch (instruction) {
            case Instruction.Jump(int target) -> new Instruction.Jump(moved.applyAsInt(target));
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) ->
                    new Instruction.TryAcquire(
                            resource, units, moved.applyAsInt(ok), moved.applyAsInt(fail));
            case Instruction.Branch(int register, var comparison, var value, int target) ->
                    new Instruction.Branch(register, comparison, value, moved.applyAsInt(target));
            default -> instruction;
        };
    }

    /** Plainer instructions, and smaller numbers in them. */
    private static void plainer(Instruction instruction, Consumer<Instruction> to) {
        var yield = new Instruction.Yield(Placement.LOCAL);
        Set<Class<?>> plainest = Set.of(Instruction.Complete.class, Instruction.Panic.class);
        if (!instruction.equals(yield) && !plainest.contains(instruction.getClass())) {
            to.accept(new Instruction.Complete());
            to.accept(yield);
        }
        switch (instruction) {
            case Instruction.Spawn(int program, var placement) -> {
                if (placement != Placement.LOCAL) {
                    to.accept(new Instruction.Spawn(program, Placement.LOCAL));
                }
            }
            case Instruction.Sleep(long ticks) ->
                    smaller(0, ticks, it -> to.accept(new Instruction.Sleep(it)));
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) ->
                    smaller(
                            0,
                            units,
                            it ->
                                    to.accept(
                                            new Instruction.TryAcquire(
                                                    resource, (int) it, ok, fail)));
            case Instruction.Release(int resource, int units) ->
                    smaller(0, units, it -> to.accept(new Instruction.Release(resource, (int) it)));
            case Instruction.Store(int cell, var value) -> {
                if (!value.register()) {
                    smaller(
                            0,
                            value.value(),
                            it -> to.accept(new Instruction.Store(cell, Operand.of((int) it))));
                }
            }
            default -> {}
        }
    }
}
