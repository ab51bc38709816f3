package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.pattern.Context;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The frames, a row of numbers for each, as a tree: a frame knows the one around it, and those
 * inside. A frame is there as long as somebody is inside, also when its owner has left it.
 *
 * <p>So that nobody has to climb the whole tree, a frame knows the nearest one around that is
 * <i>noted</i>, which is any that a rule asks for, and the nearest <i>gate</i>, which keeps tasks
 * from starting; both may be the frame itself.
 */
final class Frames {
    static final int FREE = 0;
    static final int SPLIT = 1;
    static final int BRANCH = 2;
    static final int ROUND = 3;
    static final int LOCK = 4;
    static final int REGION = 5;
    static final int MILESTONE = 6;
    static final int SCOPE = 7;
    static final int UNDOING = 8;
    static final int CALL = 9;
    static final int GRAPH = 10;
    static final int NODE = 11;

    private static final int ROW = 16;
    private static final int KIND = 0;
    private static final int SITE = 1;
    private static final int PARENT = 2;
    private static final int OWNER = 3;
    private static final int NUMBER = 4;
    private static final int TRAIL = 5;
    private static final int CHILD = 6;
    private static final int NEXT = 7;
    private static final int PREVIOUS = 8;
    private static final int NOTED = 9;
    private static final int GATE = 10;
    private static final int MARKS = 11;
    private static final int COUNT = 12;
    private static final int LIST = 13;
    private static final int LINK = 14;
    private static final int BACK = 15;

    private static final int LEFT = 1;
    private static final int OPEN = 2;

    private int[] rows = new int[ROW * 4];
    private @Nullable Context[] bases = new @Nullable Context[4];
    private @Nullable Object[] extras = new @Nullable Object[4];
    private int used;
    private int free = -1;
    private int size;

    /** How many there are. */
    int size() {
        return size;
    }

    /** How many rows were ever used. */
    int used() {
        return used;
    }

    /**
     * A new frame.
     *
     * @param site where in the code is what it is a frame of
     * @param number which time or which instance this is, or -1
     */
    int add(int kind, int site, int parent, int owner, int number, boolean gate) {
        int frame = row();
        size++;
        int row = frame * ROW;
        rows[row + KIND] = kind;
        rows[row + SITE] = site;
        rows[row + PARENT] = parent;
        rows[row + OWNER] = owner;
        rows[row + CHILD] = -1;
        rows[row + MARKS] = 0;
        rows[row + COUNT] = 0;
        rows[row + LIST] = -1;
        rows[row + LINK] = -1;
        rows[row + BACK] = -1;
        boolean noted = gate || number >= 0 || (kind >= LOCK && kind <= CALL);
        rows[row + NOTED] = noted ? frame : noted(parent);
        rows[row + GATE] = gate ? frame : gate(parent);
        rows[row + PREVIOUS] = -1;
        number(frame, number);
        if (parent >= 0) {
            int sibling = rows[parent * ROW + CHILD];
            rows[row + NEXT] = sibling;
            if (sibling >= 0) {
                rows[sibling * ROW + PREVIOUS] = frame;
            }
            rows[parent * ROW + CHILD] = frame;
        } else {
            rows[row + NEXT] = -1;
        }
        return frame;
    }

    /** Gives a frame that nobody else is in another number. */
    void number(int frame, int number) {
        int row = frame * ROW;
        int outer = trail(rows[row + PARENT]);
        rows[row + NUMBER] = number;
        rows[row + TRAIL] = number < 0 ? outer : fold(outer, number);
    }

    static int fold(int trail, int number) {
        return (int) ((trail * 0x9E3779B1L + number + 1) & Tokens.TRAIL_MASK);
    }

    private int row() {
        if (free >= 0) {
            int frame = free;
            free = rows[frame * ROW + NEXT];
            return frame;
        }
        if (used == bases.length) {
            int length = used * 2;
            rows = Arrays.copyOf(rows, length * ROW);
            bases = Arrays.copyOf(bases, length);
            extras = Arrays.copyOf(extras, length);
        }
        return used++;
    }

    /** Takes a frame away that nobody is in. */
    void remove(int frame) {
        int row = frame * ROW;
        int next = rows[row + NEXT];
        int previous = rows[row + PREVIOUS];
        if (next >= 0) {
            rows[next * ROW + PREVIOUS] = previous;
        }
        if (previous >= 0) {
            rows[previous * ROW + NEXT] = next;
        } else if (rows[row + PARENT] >= 0) {
            rows[rows[row + PARENT] * ROW + CHILD] = next;
        }
        rows[row + KIND] = FREE;
        rows[row + NEXT] = free;
        bases[frame] = null;
        extras[frame] = null;
        free = frame;
        size--;
    }

    /** Room for so many frames that are all free: for what was written down. */
    void restore(int count) {
        while (used < count) {
            int frame = row();
            rows[frame * ROW + KIND] = FREE;
        }
    }

    /** Puts a frame into its row; those around it are there already, or it is the outermost. */
    void restore(int frame, int kind, int site, int parent, int owner, int number, boolean gate) {
        free = frame;
        rows[frame * ROW + NEXT] = -1;
        add(kind, site, parent, owner, number, gate);
    }

    /** Makes the list of free rows anew, after all frames were put in. */
    void restored() {
        free = -1;
        for (int frame = used - 1; frame >= 0; frame--) {
            if (rows[frame * ROW + KIND] == FREE) {
                rows[frame * ROW + NEXT] = free;
                free = frame;
            }
        }
    }

    int kind(int frame) {
        return rows[frame * ROW + KIND];
    }

    int site(int frame) {
        return rows[frame * ROW + SITE];
    }

    int parent(int frame) {
        return rows[frame * ROW + PARENT];
    }

    /** The token that came in here. */
    int owner(int frame) {
        return rows[frame * ROW + OWNER];
    }

    int number(int frame) {
        return rows[frame * ROW + NUMBER];
    }

    /** The numbers of this frame and those around it, in 26 bits. */
    int trail(int frame) {
        return frame < 0 ? 0 : rows[frame * ROW + TRAIL];
    }

    /** The frame inside that came last, or -1. */
    int child(int frame) {
        return rows[frame * ROW + CHILD];
    }

    /** The frame beside it that came before, or -1. */
    int next(int frame) {
        return rows[frame * ROW + NEXT];
    }

    /** The frame beside it that came after, or -1. */
    int previous(int frame) {
        return rows[frame * ROW + PREVIOUS];
    }

    /** The nearest noted frame, or -1. */
    int noted(int frame) {
        return frame < 0 ? -1 : rows[frame * ROW + NOTED];
    }

    /** The nearest noted frame around this one, or -1. */
    int notedAround(int frame) {
        return noted(rows[frame * ROW + PARENT]);
    }

    /** The nearest gate, or -1. */
    int gate(int frame) {
        return frame < 0 ? -1 : rows[frame * ROW + GATE];
    }

    /** The nearest gate around this one, or -1. */
    int gateAround(int frame) {
        return gate(rows[frame * ROW + PARENT]);
    }

    boolean isLeft(int frame) {
        return (rows[frame * ROW + MARKS] & LEFT) != 0;
    }

    void leave(int frame) {
        rows[frame * ROW + MARKS] |= LEFT;
    }

    /** Whether more branches can come. */
    boolean isOpen(int frame) {
        return (rows[frame * ROW + MARKS] & OPEN) != 0;
    }

    void open(int frame) {
        rows[frame * ROW + MARKS] |= OPEN;
    }

    void close(int frame) {
        rows[frame * ROW + MARKS] &= ~OPEN;
    }

    /** A number whose meaning depends on the kind. */
    int count(int frame) {
        return rows[frame * ROW + COUNT];
    }

    void count(int frame, int count) {
        rows[frame * ROW + COUNT] = count;
    }

    /** A second number, or the first of a list of tokens; it begins as -1. */
    int list(int frame) {
        return rows[frame * ROW + LIST];
    }

    void list(int frame, int first) {
        rows[frame * ROW + LIST] = first;
    }

    /** A third number, or the next frame of a list; it begins as -1. */
    int link(int frame) {
        return rows[frame * ROW + LINK];
    }

    void link(int frame, int next) {
        rows[frame * ROW + LINK] = next;
    }

    /** A fourth number, or the previous frame of a list; it begins as -1. */
    int back(int frame) {
        return rows[frame * ROW + BACK];
    }

    void back(int frame, int previous) {
        rows[frame * ROW + BACK] = previous;
    }

    /** What the owner knew when it came in. */
    Context base(int frame) {
        var base = bases[frame];
        Check.invariant(base != null, "a frame has lost its context");
        return base;
    }

    void base(int frame, Context base) {
        bases[frame] = base;
    }

    boolean hasBase(int frame) {
        return bases[frame] != null;
    }

    @Nullable Object extra(int frame) {
        return extras[frame];
    }

    void extra(int frame, @Nullable Object extra) {
        extras[frame] = extra;
    }
}
