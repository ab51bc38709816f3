package dev.reprise.program;

import java.util.List;

/**
 * The instructions. Each has its number, then its operands; some end in a list: how many, then so
 * many groups of operands. docs/bytecode.md says what each of them does.
 */
public enum Op {
    /** A task that is a function. */
    TASK(Code.TASK, Operand.TASK),
    /** A task that is an activity. */
    EFFECT(Code.EFFECT, Operand.EFFECT),
    /** Puts a text into a variable. */
    PUT(Code.PUT, Operand.NAME, Operand.NAME),
    /** Goes on elsewhere. */
    GOTO(Code.GOTO, Operand.TARGET),
    /** Goes on elsewhere unless the condition holds. */
    UNLESS(Code.UNLESS, Operand.CONDITION, Operand.TARGET),
    /** Fails: no condition holds. */
    NO_BRANCH(Code.NO_BRANCH),
    /** Goes on where the scheduler says. */
    PICK(Code.PICK, List.of(), List.of(Operand.TARGET)),
    /** Goes into round 0 of a loop. */
    ROUND(Code.ROUND),
    /** Goes into the next round if there are more, else out of the loop. */
    TIMES(Code.TIMES, Operand.COUNT, Operand.TARGET),
    /** Goes into the next round if the condition holds, else out of the loop. */
    WHILE(Code.WHILE, Operand.CONDITION, Operand.TARGET),
    /** Goes into the next round unless the condition holds, else out of the loop. */
    UNTIL(Code.UNTIL, Operand.CONDITION, Operand.TARGET),
    /** Waits for the first of several triggers. */
    AWAIT(Code.AWAIT, List.of(), List.of(Operand.TRIGGER, Operand.TARGET)),
    /** Stands until nobody is under way in the branches behind. */
    BLOCK(Code.BLOCK, Operand.BLOCK),
    /** Starts branches, and holds. */
    FORK(
            Code.FORK,
            List.of(Operand.TURNS, Operand.JOIN, Operand.MERGE, Operand.TARGET),
            List.of(Operand.GUARD, Operand.TARGET, Operand.PLACE)),
    /** Starts instances of what follows, and holds. */
    EACH(Code.EACH, Operand.EACH, Operand.PLACE, Operand.TARGET),
    /** Stands until no other branch has its turn. */
    TURN(Code.TURN),
    /** The end of a branch. */
    ARRIVE(Code.ARRIVE),
    /** Goes into a lock, when nobody is inside. */
    LOCK(Code.LOCK, Operand.NAME),
    /** Goes into a region. */
    REGION(Code.REGION, Operand.NAME, Operand.TARGET),
    /** Goes into a milestone. */
    MILESTONE(Code.MILESTONE, Operand.NAME),
    /** Goes out of a lock, a region, a milestone or a scope. */
    LEAVE(Code.LEAVE),
    /** Cancels regions. */
    CANCEL(Code.CANCEL, Operand.NAME),
    /** Completes the instances in regions. */
    COMPLETE(Code.COMPLETE, Operand.NAME),
    /** Ends the run. */
    STOP(Code.STOP, Operand.ENDING),
    /** Fails. */
    FAIL(Code.FAIL, Operand.NAME, Operand.NAME),
    /** Goes into a scope that has a remedy elsewhere. */
    RECOVER(Code.RECOVER, Operand.NAME, Operand.TARGET),
    /** Goes into a scope that is tried again. */
    RETRY(Code.RETRY, Operand.COUNT),
    /** Goes into a scope that is undone when it fails. */
    COMPENSATE(Code.COMPENSATE),
    /** Remembers how to undo what was done, and goes on elsewhere. */
    UNDO(Code.UNDO, Operand.TARGET),
    /** The end of something that undoes. */
    UNDONE(Code.UNDONE),
    /** Begins a graph, and holds. */
    GRAPH(Code.GRAPH, Operand.GRAPH, Operand.TARGET),
    /** The end of a node. */
    PASS(Code.PASS),
    /** Goes into a definition. */
    CALL(Code.CALL, Operand.DEFINITION),
    /** The end of a definition. */
    RETURN(Code.RETURN),
    /** The end of the whole. */
    END(Code.END);

    /** What a number in the code stands for. */
    public enum Operand {
        /** A number in the table of functions. */
        TASK,
        /** A number in the table of activities. */
        EFFECT,
        /** A number in the table of names. */
        NAME,
        /** A number in the table of conditions. */
        CONDITION,
        /** A number in the table of conditions, {@link Code#ALWAYS} or {@link Code#OTHERWISE}. */
        GUARD,
        /** A number in the table of merges. */
        MERGE,
        /** A number in the table of joins. */
        JOIN,
        /** A number in the table of instances. */
        EACH,
        /** A number in the table of triggers. */
        TRIGGER,
        /** A number in the table of graphs. */
        GRAPH,
        /** A number in the table of definitions. */
        DEFINITION,
        /** Which of the terms that hold back who comes while somebody is under way. */
        BLOCK,
        /** One of the three kinds of turns. */
        TURNS,
        /** How a run ends. */
        ENDING,
        /** How many times. */
        COUNT,
        /** A place of the pattern. */
        PLACE,
        /** A position in the code, where an instruction begins. */
        TARGET
    }

    private static final Op[] ALL = values();

    private final int code;
    private final List<Operand> operands;
    private final List<Operand> group;

    Op(int code, Operand... operands) {
        this(code, List.of(operands), List.of());
    }

    Op(int code, List<Operand> operands, List<Operand> group) {
        this.code = code;
        this.operands = operands;
        this.group = group;
    }

    /** The number that stands for it in the code. */
    public int code() {
        return code;
    }

    /** What its operands stand for. */
    public List<Operand> operands() {
        return operands;
    }

    /** What the operands of each group stand for; empty when it has no list. */
    public List<Operand> group() {
        return group;
    }

    /** Whether this number stands for an instruction. */
    public static boolean isOp(int code) {
        return code >= 0 && code < ALL.length;
    }

    /** The instruction of that number. */
    public static Op of(int code) {
        return ALL[code];
    }

    /** Where the list of this instruction begins when that is at {@code at}: with its length. */
    int listAt(int at) {
        return at + 1 + operands.size();
    }
}
