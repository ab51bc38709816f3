package dev.reprise.program;

/** The numbers of the instructions in the code; {@link Op} says what each of them is. */
public final class Code {
    /** The function makes the new context. */
    public static final int TASK = 0;

    /** Asks the activity; the token waits for the outcome. */
    public static final int EFFECT = 1;

    /** Puts the text into the variable. */
    public static final int PUT = 2;

    /** Goes on at the target. */
    public static final int GOTO = 3;

    /** Goes on at the target unless the condition holds. */
    public static final int UNLESS = 4;

    /** Fails with {@code NoBranch}. */
    public static final int NO_BRANCH = 5;

    /** The scheduler picks one of the targets. */
    public static final int PICK = 6;

    /** Begins a loop. */
    public static final int ROUND = 7;

    /**
     * Goes into the next round, at the target, while its number is below the count; else out of the
     * loop.
     */
    public static final int TIMES = 8;

    /** The same while the condition holds. */
    public static final int WHILE = 9;

    /** The same until the condition holds. */
    public static final int UNTIL = 10;

    /** Takes a kept signal, or waits for a trigger; goes on at its target. */
    public static final int AWAIT = 11;

    /** Stands before the blocking split behind it; may when no branch of it is under way. */
    public static final int BLOCK = 12;

    /** A token is born at each target whose guard lets it, with a key of that place. */
    public static final int FORK = 13;

    /** The same for instances of what follows the instruction. */
    public static final int EACH = 14;

    /** The beginning of a part of an interleave; may when no other part has its turn. */
    public static final int TURN = 15;

    /** The end of a branch: the token is gone, and the join is judged. */
    public static final int ARRIVE = 16;

    /** Goes in; may when nobody is inside. */
    public static final int LOCK = 17;

    /** Goes in; the target is where the owner goes on when the region is cancelled. */
    public static final int REGION = 18;

    /** Goes in. */
    public static final int MILESTONE = 19;

    /**
     * Goes out of a lock, a region, a milestone or a scope; hands what is remembered to the next
     * compensating scope.
     */
    public static final int LEAVE = 20;

    /** Cancels the regions in the same surroundings. */
    public static final int CANCEL = 21;

    /** Completes the instances in them. */
    public static final int COMPLETE = 22;

    /** Ends the run, as done or cancelled. */
    public static final int STOP = 23;

    /** Fails. */
    public static final int FAIL = 24;

    /** Goes in; after a failure the owner goes on at the target. */
    public static final int RECOVER = 25;

    /** Goes in; after a failure it is gone into again, so many attempts in all. */
    public static final int RETRY = 26;

    /** Goes in; after a failure what is remembered is undone. */
    public static final int COMPENSATE = 27;

    /** What follows and the context are remembered; goes on at the target. */
    public static final int UNDO = 28;

    /** The end of what undoes: the next one, or the failure goes on. */
    public static final int UNDONE = 29;

    /**
     * A token is born at the first node; the owner holds, and goes on at the target when the graph
     * is over.
     */
    public static final int GRAPH = 30;

    /** The end of a node: the token is gone, and goes where the exit says. */
    public static final int PASS = 31;

    /** Goes on at the definition. */
    public static final int CALL = 32;

    /** The end of a definition: behind the call. */
    public static final int RETURN = 33;

    /** The end of the whole: the context is the result. */
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
