package dev.reprise.sim.task;

import java.util.List;

/** What a task does. Its end is as good as {@link Instruction.Complete}. */
public record Program(String name, List<Instruction> code) {
    private static final Instruction END = new Instruction.Complete();

    /** A program of these instructions. */
    public Program {
        code = List.copyOf(code);
    }

    /** The instruction at a place; beyond the end, {@link Instruction.Complete}. */
    public Instruction at(int pc) {
        return pc < code.size() ? code.get(pc) : END;
    }
}
