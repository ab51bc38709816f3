package dev.reprise.sim;

import dev.reprise.engine.exec.Source;
import java.util.Arrays;

/**
 * What happened, event by event, as numbers: two words each, so that recording costs nothing to
 * speak of. {@link TraceText} makes sentences of it.
 */
@SuppressWarnings("EnumOrdinal") // the numbers live no longer than the trace
public final class Trace {
    /** What an event is about. */
    public enum Type {
        /** The driver did something: {@link #deed}, {@link #argument}. */
        STEP,
        /** A worker took a task: {@link #worker}, {@link #source}, {@link #victim}, token, task. */
        POPPED,
        /** A task ran an instruction: {@link #task}, {@link #program}, {@link #pc}. */
        RAN,
        /** An event of the case happened: {@link #argument}. */
        HAPPENED,
        /** The gate is closed over nothing in flight. */
        FINISHED,
        /** A task threw. */
        PANICKED,
        /** An oracle objects. */
        VIOLATED,
        /** A worker put a task in its own lane: {@link #worker}, token, task. */
        SPAWNED,
        /** A task came into the shared queue: token, task. */
        INJECTED,
        /**
         * A worker moved a task from the shared queue to its lane: {@link #worker}, token, task.
         */
        MOVED,
        /** The gate let a task in: task. */
        ADMITTED,
        /** The gate refused a task: task. */
        REFUSED,
        /** A worker was woken: {@link #worker}. */
        UNPARKED,
        /** A worker parked: {@link #worker}. */
        PARKED,
        /** A task keeps its place in flight although it does not run: token, task. */
        SUSPENDED,
        /** A task that was suspended may run again, by a new run-token: token, task. */
        RESUMED,
        /** A run-token is used: its task begins to run: token, task. */
        BEGAN,
        /** A task no longer waits: {@link #task}. */
        UNBLOCKED;

        private static final Type[] ALL = values();
    }

    /** What the driver does in a step. */
    public enum Deed {
        /** Gives a worker a turn. */
        STEP_WORKER,
        /** Lets a worker park that has found nothing in its last turn. */
        PARK_WORKER,
        /** Lets an event of the case happen. */
        DELIVER,
        /** Lets time pass. */
        ADVANCE,
        /** Lets a task run its next instruction, where there is no executor. */
        STEP_TASK;

        private static final Deed[] ALL = values();
    }

    private static final Source[] SOURCES = Source.values();
    private static final int TOKEN_BITS = 40;
    private static final long TOKEN_MASK = (1L << TOKEN_BITS) - 1;

    private long[] words = new long[256];
    private int size;

    Trace() {}

    void clear() {
        size = 0;
    }

    /** How many events there are. */
    public int size() {
        return size;
    }

    void step(int number, Deed deed, long argument) {
        add(Type.STEP, deed.ordinal(), number, argument);
    }

    void popped(int worker, Source source, int victim, int task, long token) {
        add(Type.POPPED, worker << 4 | source.ordinal(), task, (victim + 1L) << TOKEN_BITS | token);
    }

    void ran(int task, int program, int pc) {
        add(Type.RAN, 0, task, ((long) program << 32) | pc);
    }

    void happened(int event) {
        add(Type.HAPPENED, 0, 0, event);
    }

    /** An event about a worker, a task and a token, as far as it has them. */
    void add(Type type, int worker, int task, long token) {
        if (size * 2 == words.length) {
            words = Arrays.copyOf(words, words.length * 2);
        }
        words[size * 2] = type.ordinal() | (long) worker << 8 | (long) task << 32;
        words[size * 2 + 1] = token;
        size++;
    }

    /** What event {@code at} is about. */
    public Type type(int at) {
        return Type.ALL[code(at)];
    }

    /** The place of its type among all types. */
    int code(int at) {
        return (int) words[at * 2] & 0xFF;
    }

    private int small(int at) {
        return (int) (words[at * 2] >>> 8) & 0xFFFFFF;
    }

    private int number(int at) {
        return (int) (words[at * 2] >>> 32);
    }

    /** The number of a step. */
    public int step(int at) {
        return number(at);
    }

    /** What was done in a step. */
    public Deed deed(int at) {
        return Deed.ALL[small(at)];
    }

    /** The worker, the task, the event or the time that a step is about. */
    public long argument(int at) {
        return words[at * 2 + 1];
    }

    /** The task that an event is about. */
    public int task(int at) {
        return number(at);
    }

    /** The worker that an event is about. */
    public int worker(int at) {
        return type(at) == Type.POPPED ? small(at) >> 4 : small(at);
    }

    /** Where a task was found. */
    public Source source(int at) {
        return SOURCES[small(at) & 0xF];
    }

    /** Who it was stolen from; -1 if it was not. */
    public int victim(int at) {
        return (int) (words[at * 2 + 1] >>> TOKEN_BITS) - 1;
    }

    /** The run-token that an event is about. */
    public long token(int at) {
        return words[at * 2 + 1] & TOKEN_MASK;
    }

    /** The program of an instruction that ran. */
    public int program(int at) {
        return (int) (words[at * 2 + 1] >>> 32);
    }

    /** The place of an instruction that ran. */
    public int pc(int at) {
        return (int) words[at * 2 + 1];
    }

    /** Whether two runs did the same. */
    public boolean sameAs(Trace other) {
        return size == other.size && Arrays.equals(words, 0, size * 2, other.words, 0, size * 2);
    }
}
