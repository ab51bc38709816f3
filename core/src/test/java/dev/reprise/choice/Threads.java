package dev.reprise.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A program of threads over shared cells, small enough to reason about. Each step that others can
 * notice is an action: its kind is its place in the code, its actor the thread, its footprint
 * exactly the cell. A thread has one register per cell, which holds what it last read there.
 */
final class Threads {
    /** What a thread does next. */
    sealed interface Step {
        /** Reads the cell into the register. */
        record Read(int cell) implements Step {}

        /** Computes the cell's new value from a register. */
        record Write(int cell, int register, IntUnaryOperator value) implements Step {}

        /** Takes a lock, when it is free. */
        record Lock(int cell) implements Step {}

        /** Goes on when the cell is not zero. */
        record Await(int cell) implements Step {}

        /** Gives a lock back. */
        record Unlock(int cell) implements Step {}

        /** Goes on elsewhere when the register is so; nobody notices. */
        record JumpIf(int register, IntPredicate when, int to) implements Step {}

        /** The bug; nobody but the test notices. */
        record Bug() implements Step {}
    }

    /** How an execution ended. */
    record Result(boolean bug, boolean deadlock) {
        boolean failed() {
            return bug || deadlock;
        }
    }

    private final int cells;
    private final boolean[] waitedFor;
    private final List<List<Step>> threads = new ArrayList<>();
    private final List<Action[]> actions = new ArrayList<>();
    private int roles;
    private int kinds;

    // One execution.
    private final EnabledSet enabled = new EnabledSet();
    private int[] values = new int[0];
    private int[][] registers = new int[0][];
    private int[] at = new int[0];

    /** The lock or await that each thread is at. */
    private @Nullable Action[] waiting = new @Nullable Action[0];

    private boolean bug;
    private final List<Action> taken = new ArrayList<>();

    Threads(int cells) {
        this.cells = cells;
        this.waitedFor = new boolean[cells];
    }

    /** Adds so many threads that run the same code. */
    Threads with(int count, Step... code) {
        var role = List.of(code);
        roles++;
        var places = new Kind[code.length];
        for (int i = 0; i < code.length; i++) {
            places[i] = new Kind(kinds++, "role" + roles + "." + i);
            if (code[i] instanceof Step.Lock(int cell)) {
                waitedFor[cell] = true;
            } else if (code[i] instanceof Step.Await(int cell)) {
                waitedFor[cell] = true;
            }
        }
        for (int i = 0; i < count; i++) {
            int thread = threads.size();
            threads.add(role);
            var mine = new @Nullable Action[code.length];
            for (int place = 0; place < code.length; place++) {
                var footprint = footprint(code[place]);
                mine[place] = new Action(places[place].key(thread), thread, footprint);
            }
            actions.add(mine);
        }
        return this;
    }

    /** Threads of so many steps that all write one cell: every interleaving is its own trace. */
    static Threads writing(int... steps) {
        var program = new Threads(1);
        for (int count : steps) {
            program.with(1, repeated(new Step.Write(0, 0, value -> value), count));
        }
        return program;
    }

    static Step[] repeated(Step step, int count) {
        var code = new Step[count];
        Arrays.fill(code, step);
        return code;
    }

    private static Footprint footprint(Step step) {
        return switch (step) {
            case Step.Read(int cell) -> Footprint.reads(cell);
            case Step.Write(int cell, _, _) -> Footprint.writes(cell);
            case Step.Lock(int cell) -> Footprint.writes(cell);
            case Step.Await(int cell) -> Footprint.reads(cell);
            case Step.Unlock(int cell) -> Footprint.writes(cell);
            case Step.JumpIf _, Step.Bug _ -> Footprint.NONE;
        };
    }

    /** The same program, of which the search is told nothing about what its actions touch. */
    Threads opaque() {
        for (var mine : actions) {
            for (int i = 0; i < mine.length; i++) {
                mine[i] = new Action(mine[i].key(), mine[i].actor(), Footprint.ANY);
            }
        }
        return this;
    }

    int size() {
        return threads.size();
    }

    /** Runs to the end, or until the scheduler throws. */
    Result run(Scheduler scheduler) {
        enabled.clear();
        taken.clear();
        bug = false;
        values = new int[cells];
        registers = new int[threads.size()][cells];
        at = new int[threads.size()];
        waiting = new @Nullable Action[threads.size()];
        for (int thread = 0; thread < threads.size(); thread++) {
            settle(thread);
        }
        while (enabled.size() > 0) {
            var action = scheduler.choose(enabled);
            enabled.remove(action.key());
            waiting[(int) action.actor()] = null;
            taken.add(action);
            act((int) action.actor());
        }
        boolean stuck = false;
        for (int thread = 0; thread < threads.size(); thread++) {
            stuck |= at[thread] < threads.get(thread).size();
        }
        return new Result(bug, stuck);
    }

    /** The actions of the last execution. */
    List<Action> taken() {
        return taken;
    }

    /** What the last execution left in the cells and registers, and whether it met the bug. */
    String end() {
        return Arrays.toString(values) + Arrays.deepToString(registers) + bug;
    }

    private void act(int thread) {
        switch (threads.get(thread).get(at[thread]++)) {
            case Step.Read(int cell) -> registers[thread][cell] = values[cell];
            case Step.Write(int cell, int register, var value) ->
                    change(cell, value.applyAsInt(registers[thread][register]));
            case Step.Lock(int cell) -> change(cell, 1);
            case Step.Unlock(int cell) -> change(cell, 0);
            case Step.Await _ -> {}
            case Step.JumpIf _, Step.Bug _ -> throw new AssertionError("not an action");
        }
        settle(thread);
    }

    /** Changes a cell, and with it who can go on. */
    private void change(int cell, int value) {
        values[cell] = value;
        for (int thread = 0; thread < threads.size() && waitedFor[cell]; thread++) {
            var action = waiting[thread];
            if (action != null && enabled.contains(action.key()) != canGo(thread)) {
                if (canGo(thread)) {
                    enabled.add(action);
                } else {
                    enabled.remove(action.key());
                }
            }
        }
    }

    private boolean canGo(int thread) {
        return switch (threads.get(thread).get(at[thread])) {
            case Step.Lock(int cell) -> values[cell] == 0;
            case Step.Await(int cell) -> values[cell] != 0;
            default -> true;
        };
    }

    /** Does what nobody notices and offers what comes then. */
    private void settle(int thread) {
        waiting[thread] = null;
        var code = threads.get(thread);
        while (at[thread] < code.size()) {
            switch (code.get(at[thread])) {
                case Step.JumpIf(int register, var when, int to) ->
                        at[thread] = when.test(registers[thread][register]) ? to : at[thread] + 1;
                case Step.Bug _ -> {
                    bug = true;
                    at[thread]++;
                }
                case Step.Lock _, Step.Await _ -> {
                    waiting[thread] = actions.get(thread)[at[thread]];
                    if (canGo(thread)) {
                        enabled.add(actions.get(thread)[at[thread]]);
                    }
                    return;
                }
                case Step.Read _, Step.Write _, Step.Unlock _ -> {
                    enabled.add(actions.get(thread)[at[thread]]);
                    return;
                }
            }
        }
    }

    /** Runs one execution of a search; empty when there is none or it was redundant. */
    Optional<Result> next(Search search) {
        var scheduler = search.next();
        if (scheduler.isEmpty()) {
            return Optional.empty();
        }
        try {
            var result = run(scheduler.get());
            search.ended(result.failed());
            return Optional.of(result);
        } catch (Redundant _) {
            search.ended(false);
            return Optional.empty();
        }
    }

    /** Runs so many executions, or all there are, and calls back after each that is not cut. */
    void explore(Search search, int most, Consumer<Result> after) {
        for (int i = 0; i < most && !search.progress().finished(); i++) {
            next(search).ifPresent(after);
        }
    }

    /** After how many executions a search finds a failure, or -1. */
    int executionsToFailure(Search search, int most) {
        for (int execution = 1; execution <= most; execution++) {
            if (next(search).map(Result::failed).orElse(false)) {
                return execution;
            }
        }
        return -1;
    }

    /** The threads of the last execution's actions, as letters. */
    String letters() {
        var letters = new StringBuilder();
        taken.forEach(action -> letters.append((char) ('a' + action.actor())));
        return letters.toString();
    }
}
