package dev.reprise.vm;

import dev.reprise.Text;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import java.util.function.LongFunction;

/**
 * A workflow that is a pattern. A run keeps to the program that it began with, whatever pattern is
 * registered under the name later; that pattern's code must know the names in it.
 */
public final class PatternType {
    private final String name;
    private final LinkedProgram current;
    private final Registry code;
    private final LongFunction<Scheduler> freedom;
    private final Settings settings;

    private PatternType(
            String name,
            LinkedProgram current,
            Registry code,
            LongFunction<Scheduler> freedom,
            Settings settings) {
        this.name = name;
        this.current = current;
        this.code = code;
        this.freedom = freedom;
        this.settings = settings;
    }

    /**
     * Runs of this name that are begun from now on follow the pattern; of those who could go on the
     * one with the least key does.
     *
     * @param code of all tasks, conditions and merges that the pattern names; effects are
     *     activities
     * @throws dev.reprise.pattern.Unlinkable when code is missing, with all that is
     */
    public static PatternType of(String name, Pattern pattern, Registry code) {
        Text.name("a workflow type", name);
        return new PatternType(
                name,
                Program.of(pattern).link(code),
                code,
                _ -> Scheduler.deterministic(),
                Settings.DEFAULT);
    }

    /** The same with a scheduler that is made for each activation, from its seed. */
    public PatternType freedom(LongFunction<Scheduler> value) {
        return new PatternType(name, current, code, value, settings);
    }

    /** The same with another bound on what may follow one event; more fails the activation. */
    public PatternType reductionsMax(long value) {
        return new PatternType(name, current, code, freedom, settings.reductionsMax(value));
    }

    /** Under which name it is started. */
    public String name() {
        return name;
    }

    /** What new runs follow. */
    public Program program() {
        return current.program();
    }

    /** A run that has not begun. */
    public PatternMachine machine() {
        return machine(current);
    }

    /** A run that has not begun, of a program that it knows. */
    public PatternMachine machine(LinkedProgram program) {
        return new PatternMachine(program, freedom, settings);
    }

    /**
     * A run that goes on from a snapshot.
     *
     * @throws dev.reprise.form.Malformed if it is damaged, or of a run of another program
     */
    public PatternMachine restored(LinkedProgram program, byte[] snapshot) {
        return PatternMachine.restore(program, freedom, settings, snapshot);
    }

    /** What new runs follow, with its code. */
    public LinkedProgram current() {
        return current;
    }

    /**
     * A program that runs began with and that is not current any more, with the code of this one.
     *
     * @throws dev.reprise.pattern.Unlinkable when code is missing, with all that is
     */
    public LinkedProgram link(Program older) {
        return older.link(code);
    }

    @Override
    public String toString() {
        return "pattern " + name + " " + program().hash();
    }
}
