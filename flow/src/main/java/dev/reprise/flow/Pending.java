package dev.reprise.flow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a run that are not answered yet, by sequence number, and the numbers of those
 * whose answer nobody waits for any more. The table is open and probed in a line: numbers that
 * follow each other never meet. Of those that meet, the one that is farther from its place goes
 * first, so that whoever is found at its place says that nobody behind it belongs before it.
 */
final class Pending {
    private static final int SLOTS_MIN = 4;

    private @Nullable Operation @Nullable [] slots;
    private int size;
    private @Nullable BitSet late;

    void add(Operation operation) {
        if (slots == null) {
            slots = new Operation[SLOTS_MIN];
        } else if (size * 4 >= slots.length * 3) {
            grow(slots);
        }
        insert(slots, operation);
        size++;
    }

    private void grow(@Nullable Operation[] old) {
        var larger = new @Nullable Operation[old.length * 2];
        for (Operation operation : old) {
            if (operation != null) {
                insert(larger, operation);
            }
        }
        slots = larger;
    }

    private static void insert(@Nullable Operation[] slots, Operation operation) {
        int mask = slots.length - 1;
        int at = (int) operation.seq & mask;
        Operation moving = operation;
        for (Operation there = slots[at]; there != null; there = slots[at]) {
            if (detour(there, at, mask) < detour(moving, at, mask)) {
                slots[at] = moving;
                moving = there;
            }
            at = (at + 1) & mask;
        }
        slots[at] = moving;
    }

    /** How far {@code at} is behind the place of {@code operation}. */
    private static int detour(Operation operation, int at, int mask) {
        return (at - (int) operation.seq) & mask;
    }

    @Nullable Operation get(long seq) {
        if (slots == null) {
            return null;
        }
        int mask = slots.length - 1;
        for (int at = (int) seq & mask; ; at = (at + 1) & mask) {
            Operation operation = slots[at];
            if (operation == null || operation.seq == seq) {
                return operation;
            }
        }
    }

    boolean contains(Operation operation) {
        return get(operation.seq) == operation;
    }

    /** It is answered. */
    void remove(Operation operation) {
        if (slots == null) {
            return;
        }
        int mask = slots.length - 1;
        int hole = (int) operation.seq & mask;
        while (slots[hole] != operation) {
            if (slots[hole] == null) {
                return;
            }
            hole = (hole + 1) & mask;
        }
        size--;
        int behind = (hole + 1) & mask;
        for (Operation next = slots[behind];
                next != null && detour(next, behind, mask) > 0;
                next = slots[behind]) {
            slots[hole] = next;
            hole = behind;
            behind = (behind + 1) & mask;
        }
        slots[hole] = null;
    }

    /** Nobody waits for its answer any more. */
    void giveUp(Operation operation) {
        remove(operation);
        if (late == null) {
            late = new BitSet();
        }
        late.set(Math.toIntExact(operation.seq));
    }

    /** Whether {@code seq} was given up. */
    boolean isLate(long seq) {
        return late != null && seq <= Integer.MAX_VALUE && late.get((int) seq);
    }

    /** The late answer has come: a second one would be wrong. */
    void answeredLate(long seq) {
        if (late != null) {
            late.clear((int) seq);
        }
    }

    /** All, in the order of their numbers. */
    List<Operation> all() {
        var all = new ArrayList<Operation>(size);
        if (slots != null) {
            for (Operation operation : slots) {
                if (operation != null) {
                    all.add(operation);
                }
            }
        }
        all.sort(Comparator.comparingLong(operation -> operation.seq));
        return all;
    }
}
