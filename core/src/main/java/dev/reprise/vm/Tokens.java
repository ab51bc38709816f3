package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.choice.Action;
import dev.reprise.choice.Kind;
import dev.reprise.pattern.Context;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tokens, a row of numbers for each. A row that is free is the next of the list of free rows.
 * The action of a token is made when it is first needed, and kept as long as the token.
 */
final class Tokens {
    static final Kind KIND = new Kind(1, "token");

    static final int FREE = 0;
    static final int SILENT = 1;
    static final int STANDING = 2;
    static final int ASKING = 3;
    static final int AWAITING = 4;
    static final int HOLDING = 5;

    /** Not in line. */
    static final int NOT_QUEUED = -1;

    /** Not in line, but the one who goes on. */
    static final int GOES_ON = -2;

    static final int TRAIL_BITS = 26;
    static final long TRAIL_MASK = (1L << TRAIL_BITS) - 1;

    private static final int ROW = 8;
    private static final int STATE = 0;
    private static final int AT = 1;
    private static final int FRAME = 2;
    private static final int QUEUED = 3;
    private static final int NEXT = 4;
    private static final int PREVIOUS = 5;
    private static final int ENABLED = 6;

    private int[] rows = new int[ROW * 4];
    private long[] numbers = new long[4];
    private long[] since = new long[4];
    private @Nullable Context[] contexts = new @Nullable Context[4];
    private @Nullable Action[] actions = new @Nullable Action[4];
    private final KeyIndex index = new KeyIndex();
    private int used;
    private int free = -1;

    /** The token that was looked for last. */
    private int last;

    /** How many there are. */
    int size() {
        return index.size();
    }

    /** How many rows were ever used. */
    int used() {
        return used;
    }

    /** A new token, silent and not in line. Its number is the first from this one that is free. */
    int add(long birth, long trail, int at, int frame, Context context) {
        long number = birth << TRAIL_BITS | trail;
        int token = row();
        while (!index.put(number, token)) {
            number = birth << TRAIL_BITS | ((number + 1) & TRAIL_MASK);
        }
        put(token, number, at, frame, context);
        return token;
    }

    private void put(int token, long number, int at, int frame, Context context) {
        int row = token * ROW;
        rows[row + STATE] = SILENT;
        rows[row + AT] = at;
        rows[row + FRAME] = frame;
        rows[row + QUEUED] = NOT_QUEUED;
        rows[row + ENABLED] = 0;
        numbers[token] = number;
        contexts[token] = context;
        actions[token] = null;
    }

    /** Puts a token into a row that was not used: for what was written down. */
    void restore(int token, long number, int at, int frame, Context context) {
        while (used <= token) {
            int row = row();
            rows[row * ROW + STATE] = FREE;
        }
        boolean isNew = index.put(number, token);
        Check.invariant(isNew, "two tokens have the number %d", number);
        put(token, number, at, frame, context);
    }

    /** Makes the list of free rows anew, after all tokens were put in. */
    void restored() {
        free = -1;
        for (int token = used - 1; token >= 0; token--) {
            if (rows[token * ROW + STATE] == FREE) {
                rows[token * ROW + NEXT] = free;
                free = token;
            }
        }
    }

    private int row() {
        if (free >= 0) {
            int token = free;
            free = rows[token * ROW + NEXT];
            return token;
        }
        if (used == numbers.length) {
            int length = used * 2;
            rows = Arrays.copyOf(rows, length * ROW);
            numbers = Arrays.copyOf(numbers, length);
            since = Arrays.copyOf(since, length);
            contexts = Arrays.copyOf(contexts, length);
            actions = Arrays.copyOf(actions, length);
        }
        return used++;
    }

    void remove(int token) {
        index.remove(numbers[token]);
        int row = token * ROW;
        rows[row + STATE] = FREE;
        rows[row + QUEUED] = NOT_QUEUED;
        rows[row + FRAME] = -1;
        rows[row + NEXT] = free;
        contexts[token] = null;
        actions[token] = null;
        free = token;
    }

    /**
     * The token of that number, or -1. Who was born together stands in neighbouring rows and is
     * often looked for in that order, so there is looked first.
     */
    int find(long number) {
        int found = is(last + 1, number) ? last + 1 : is(last - 1, number) ? last - 1 : -1;
        if (found < 0) {
            found = index.find(number);
        }
        last = found;
        return found;
    }

    private boolean is(int token, long number) {
        return token >= 0
                && token < used
                && numbers[token] == number
                && rows[token * ROW + STATE] != FREE;
    }

    int state(int token) {
        return rows[token * ROW + STATE];
    }

    void state(int token, int state) {
        rows[token * ROW + STATE] = state;
    }

    /** Where in the code it is. */
    int at(int token) {
        return rows[token * ROW + AT];
    }

    void at(int token, int at) {
        rows[token * ROW + AT] = at;
    }

    /** The innermost frame that it is in, or -1. */
    int frame(int token) {
        return rows[token * ROW + FRAME];
    }

    void frame(int token, int frame) {
        rows[token * ROW + FRAME] = frame;
    }

    /** Its position in line. */
    int queued(int token) {
        return rows[token * ROW + QUEUED];
    }

    void queued(int token, int position) {
        rows[token * ROW + QUEUED] = position;
    }

    /** The next in a list of those that stand before one thing. */
    int next(int token) {
        return rows[token * ROW + NEXT];
    }

    void next(int token, int next) {
        rows[token * ROW + NEXT] = next;
    }

    int previous(int token) {
        return rows[token * ROW + PREVIOUS];
    }

    void previous(int token, int previous) {
        rows[token * ROW + PREVIOUS] = previous;
    }

    boolean enabled(int token) {
        return rows[token * ROW + ENABLED] != 0;
    }

    void enabled(int token, boolean enabled) {
        rows[token * ROW + ENABLED] = enabled ? 1 : 0;
    }

    /** Since when it waits, or which effect it waits for. */
    long since(int token) {
        return since[token];
    }

    void since(int token, long number) {
        since[token] = number;
    }

    long number(int token) {
        return numbers[token];
    }

    Context context(int token) {
        var context = contexts[token];
        Check.invariant(context != null, "a token has lost its context");
        return context;
    }

    void context(int token, Context context) {
        contexts[token] = context;
    }

    Action action(int token) {
        var action = actions[token];
        if (action == null) {
            action = Action.of(KIND.key(numbers[token]));
            actions[token] = action;
        }
        return action;
    }
}
