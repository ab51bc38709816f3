package dev.reprise.sim.task;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a program, with labels where it goes on. */
public final class Code {
    private final String name;
    private final List<Instruction> instructions = new ArrayList<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final Map<Integer, String> targets = new HashMap<>();

    private Code(String name) {
        this.name = name;
    }

    /** A program of this name, to be written. */
    public static Code named(String name) {
        return new Code(name);
    }

    /** Any instruction that goes nowhere else. */
    public Code then(Instruction instruction) {
        instructions.add(instruction);
        return this;
    }

    /** Names the place of the next instruction. */
    public Code label(String label) {
        Check.argument(
                labels.put(label, instructions.size()) == null,
                "the label %s is there twice",
                label);
        return this;
    }

    /** {@link Instruction.Load}. */
    public Code load(int cell, int register) {
        return then(new Instruction.Load(cell, register));
    }

    /** {@link Instruction.Store} of a number. */
    public Code store(int cell, int value) {
        return then(new Instruction.Store(cell, Operand.of(value)));
    }

    /** {@link Instruction.Store} of what a register holds. */
    public Code storeRegister(int cell, int register) {
        return then(new Instruction.Store(cell, Operand.register(register)));
    }

    /** {@link Instruction.Add}. */
    public Code add(int register, int value) {
        return then(new Instruction.Add(register, Operand.of(value)));
    }

    /** Reads a cell, adds, and writes it: two steps that others can come between. */
    public Code increase(int cell, int by) {
        return load(cell, 0).add(0, by).storeRegister(cell, 0);
    }

    /** {@link Instruction.Lock}. */
    public Code lock(int lock) {
        return then(new Instruction.Lock(lock));
    }

    /** {@link Instruction.Unlock}. */
    public Code unlock(int lock) {
        return then(new Instruction.Unlock(lock));
    }

    /** {@link Instruction.Branch} on a number. */
    public Code branch(int register, Comparison comparison, int value, String target) {
        targets.put(instructions.size(), target);
        return then(new Instruction.Branch(register, comparison, Operand.of(value), 0));
    }

    /** {@link Instruction.Branch} that is always taken: nothing that others notice. */
    public Code skipTo(String target) {
        targets.put(instructions.size(), target);
        return then(new Instruction.Branch(0, Comparison.EQ, Operand.register(0), 0));
    }

    /** {@link Instruction.Assert} against a number. */
    public Code check(int register, Comparison comparison, int value) {
        return then(new Instruction.Assert(register, comparison, Operand.of(value)));
    }

    /** {@link Instruction.Assert} that two registers stand in a relation. */
    public Code checkRegisters(int register, Comparison comparison, int other) {
        return then(new Instruction.Assert(register, comparison, Operand.register(other)));
    }

    /** {@link Instruction.Assert} that fails. */
    public Code fail() {
        return then(new Instruction.Assert(0, Comparison.NE, Operand.register(0)));
    }

    /** {@link Instruction.Join} with the first so many tasks. */
    public Code joinFirst(int tasks) {
        for (int task = 0; task < tasks; task++) {
            then(new Instruction.Join(task));
        }
        return this;
    }

    /** The program. */
    public Program program() {
        var code = new ArrayList<>(instructions);
        targets.forEach(
                (at, label) -> {
                    var target = labels.get(label);
                    Check.argument(target != null, "there is no label %s in %s", label, name);
                    var branch = (Instruction.Branch) code.get(at);
                    code.set(
                            at,
                            new Instruction.Branch(
                                    branch.register(),
                                    branch.comparison(),
                                    branch.value(),
                                    target));
                });
        return new Program(name, code);
    }
}
