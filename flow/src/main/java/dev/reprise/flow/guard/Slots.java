package dev.reprise.flow.guard;

import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * What is known before one instruction of every local variable and of the stack. A long or a double
 * takes two slots, as in the class file, so that the stack instructions need not know what they
 * move.
 */
final class Slots {
    private final List<Value> locals;
    private final List<Value> stack;

    private Slots(List<Value> locals, List<Value> stack) {
        this.locals = locals;
        this.stack = stack;
    }

    static Slots of(int locals) {
        return new Slots(
                new ArrayList<>(Collections.nCopies(locals, Value.UNKNOWN)), new ArrayList<>());
    }

    Slots copy() {
        return new Slots(new ArrayList<>(locals), new ArrayList<>(stack));
    }

    /** The state in which a handler begins: the same variables, and the exception alone. */
    Slots thrown() {
        return new Slots(new ArrayList<>(locals), new ArrayList<>(List.of(Value.UNKNOWN)));
    }

    Value local(int slot) {
        return locals.get(slot);
    }

    void local(int slot, Value value) {
        locals.set(slot, value);
    }

    int depth() {
        return stack.size();
    }

    /** The value so many slots below the top, 0 being the top. */
    Value peek(int below) {
        return stack.get(stack.size() - 1 - below);
    }

    Value pop() {
        return stack.removeLast();
    }

    void pop(int slots) {
        for (int popped = 0; popped < slots; popped++) {
            stack.removeLast();
        }
    }

    void push(Value value) {
        stack.addLast(value);
    }

    /** Pushes as many slots as the kind takes; none for {@code void}. */
    void push(TypeKind kind, Value value) {
        for (int slot = 0; slot < kind.slotSize(); slot++) {
            stack.addLast(value);
        }
    }

    /** Copies the top slots to a place further down. */
    void dup(int count, int below) {
        var top = List.copyOf(stack.subList(stack.size() - count, stack.size()));
        stack.addAll(stack.size() - count - below, top);
    }

    /** Every copy of a reference is now known to be something else. */
    void replace(int site, Value value) {
        if (site != Value.NOWHERE) {
            locals.replaceAll(it -> it.site() == site ? value : it);
            stack.replaceAll(it -> it.site() == site ? value : it);
        }
    }

    /**
     * Takes in what is known when control comes from somewhere else.
     *
     * @param merged is told the sites of references that are from now on one of several
     * @return whether anything changed
     */
    boolean join(Slots other, BitSet merged) {
        boolean inLocals = join(locals, other.locals, new BitSet());
        return join(stack, other.stack, merged) || inLocals;
    }

    private static boolean join(List<Value> mine, List<Value> others, BitSet merged) {
        boolean changed = false;
        for (int slot = 0; slot < Math.min(mine.size(), others.size()); slot++) {
            var before = mine.get(slot);
            var after = before.or(others.get(slot));
            if (!after.equals(before)) {
                changed = true;
                mine.set(slot, after);
            }
            mark(merged, before, after);
            mark(merged, others.get(slot), after);
        }
        return changed;
    }

    private static void mark(BitSet merged, Value before, Value after) {
        if (before.site() != after.site() && before.site() != Value.NOWHERE) {
            merged.set(before.site());
        }
    }
}
