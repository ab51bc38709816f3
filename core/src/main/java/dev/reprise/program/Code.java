package dev.reprise.program;

/** The numbers of the instructions in the code; {@link Op} says what each of them is. */
public final class Code {
    public static final int TASK = 0;
    public static final int EFFECT = 1;
    public static final int PUT = 2;
    public static final int GOTO = 3;
    public static final int UNLESS = 4;
    public static final int NO_BRANCH = 5;
    public static final int PICK = 6;
    public static final int ROUND = 7;
    public static final int TIMES = 8;
    public static final int WHILE = 9;
    public static final int UNTIL = 10;
    public static final int AWAIT = 11;
    public static final int BLOCK = 12;
    public static final int FORK = 13;
    public static final int EACH = 14;
    public static final int TURN = 15;
    public static final int ARRIVE = 16;
    public static final int LOCK = 17;
    public static final int REGION = 18;
    public static final int MILESTONE = 19;
    public static final int LEAVE = 20;
    public static final int CANCEL = 21;
    public static final int COMPLETE = 22;
    public static final int STOP = 23;
    public static final int FAIL = 24;
    public static final int RECOVER = 25;
    public static final int RETRY = 26;
    public static final int COMPENSATE = 27;
    public static final int UNDO = 28;
    public static final int UNDONE = 29;
    public static final int GRAPH = 30;
    public static final int PASS = 31;
    public static final int CALL = 32;
    public static final int RETURN = 33;
    public static final int END = 34;

    /** A branch that nothing keeps, where a condition is named. */
    public static final int ALWAYS = -1;

    /** A branch that is for when no other is taken, where a condition is named. */
    public static final int OTHERWISE = -2;

    /** How a {@link #FORK} lets its branches have their turns: beside each other. */
    public static final int TURNS_NONE = 0;

    /** One part at a time. */
    public static final int TURNS_PARTS = 1;

    /** One task at a time. */
    public static final int TURNS_TASKS = 2;

    /** How a {@link #STOP} ends the run. */
    public static final int STOP_DONE = 0;

    /** As cancelled. */
    public static final int STOP_CANCELLED = 1;

    private Code() {}
}
