package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Learning.Facts;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Walks through a method on all paths at once and notes, before every instruction, what is known of
 * the values. Where paths meet, what is known is what holds on each, except for order: a collection
 * that is unordered on one path is unordered.
 */
final class Walk {
    /** Longer methods are generated; they are read without knowledge of their values. */
    static final int INSTRUCTIONS_MAX = 20_000;

    /**
     * Each instruction changes its mind a few times at most; this only bounds a mistake of ours.
     */
    private static final int VISITS_MAX = 100;

    private final Body body;
    private final Library library;
    private final Facts facts;
    private final Ordering ordering;
    private final boolean blind;
    private final Map<Integer, Slots> before = new TreeMap<>();
    private final BitSet merged = new BitSet();

    private Walk(Body body, Library library, Facts facts) {
        this.body = body;
        this.library = library;
        this.facts = facts;
        this.ordering = new Ordering(library);
        this.blind = isBlind(body);
    }

    /** Walks through a method; blindly when it is too long, or written for a JVM before Java 7. */
    static Walk through(Library.Found method, Body body, Library library, Facts facts) {
        var walk = new Walk(body, library, facts);
        if (!walk.blind) {
            walk.run(method);
        }
        return walk;
    }

    private static boolean isBlind(Body body) {
        return body.size() > INSTRUCTIONS_MAX
                || IntStream.range(0, body.size())
                        .anyMatch(it -> body.at(it) instanceof DiscontinuedInstruction);
    }

    Body body() {
        return body;
    }

    /** Whether some path leads to an instruction. */
    boolean reaches(int index) {
        return blind || before.containsKey(index);
    }

    /** How many slots of the stack are taken before an instruction; for tests. */
    int depth(int index) {
        var slots = before.get(index);
        return slots == null ? 0 : slots.depth();
    }

    /** The value that an instruction finds so many slots below the top of the stack. */
    Value top(int index, int below) {
        var slots = before.get(index);
        return slots == null ? Value.UNKNOWN : slots.peek(below);
    }

    /** Whether a reference is one of several at some place, and so cannot be told apart. */
    boolean isMerged(int site) {
        return merged.get(site);
    }

    private void run(Library.Found method) {
        var pending = new BitSet();
        before.put(0, entry(method));
        pending.set(0);
        long visits = (long) VISITS_MAX * body.size();
        for (int index = 0; index >= 0 && visits > 0; index = pending.nextSetBit(0), visits--) {
            pending.clear(index);
            var state = before.get(index);
            if (state == null) {
                continue;
            }
            var after = state.copy();
            body.handlers(index).forEach(handler -> flow(state.thrown(), handler, pending));
            step(index, body.at(index), after);
            body.next(index).forEach(next -> flow(after, next, pending));
        }
    }

    private void flow(Slots state, int target, BitSet pending) {
        var known = before.get(target);
        if (known == null) {
            before.put(target, state.copy());
            pending.set(target);
        } else if (known.join(state, merged)) {
            pending.set(target);
        }
    }

    private Slots entry(Library.Found method) {
        var slots = Slots.of(body.locals());
        int slot = 0;
        if (!method.is(AccessFlag.STATIC)) {
            slots.local(slot++, Value.of(Value.NOWHERE, method.type().name()));
        }
        for (var parameter : method.member().type().parameterList()) {
            slots.local(slot, Value.of(Value.NOWHERE, Member.internal(parameter)));
            slot += TypeKind.from(parameter).slotSize();
        }
        return slots;
    }

    /** What an instruction does to the values. */
    private void step(int index, Instruction instruction, Slots slots) {
        switch (instruction) {
            case ConstantInstruction it -> slots.push(it.typeKind(), constant(index, it));
            case LoadInstruction it -> slots.push(it.typeKind(), slots.local(it.slot()));
            case StoreInstruction it -> store(it, slots);
            case StackInstruction it -> shuffle(it.opcode(), slots);
            case OperatorInstruction it -> operate(it, slots);
            case ConvertInstruction it -> {
                slots.pop(it.fromType().slotSize());
                slots.push(it.toType(), Value.UNKNOWN);
            }
            case ArrayLoadInstruction it -> {
                slots.pop(2);
                slots.push(it.typeKind(), Value.UNKNOWN);
            }
            case ArrayStoreInstruction it -> slots.pop(2 + it.typeKind().slotSize());
            case BranchInstruction it -> slots.pop(popped(it.opcode()));
            case LookupSwitchInstruction _, TableSwitchInstruction _ -> slots.pop();
            case MonitorInstruction _, ThrowInstruction _ -> slots.pop();
            case ReturnInstruction it -> slots.pop(it.typeKind().slotSize());
            case NewObjectInstruction it -> {
                var type = it.className().asInternalName();
                slots.push(ordering.created(Value.of(index, type).exactly(type)));
            }
            case NewPrimitiveArrayInstruction it -> {
                slots.pop();
                slots.push(array(index, it.typeKind().upperBound(), 1));
            }
            case NewReferenceArrayInstruction it -> {
                slots.pop();
                slots.push(array(index, it.componentType().asSymbol(), 1));
            }
            case NewMultiArrayInstruction it -> {
                slots.pop(it.dimensions());
                slots.push(array(index, it.arrayType().asSymbol(), 0));
            }
            case TypeCheckInstruction it -> {
                var value = slots.pop();
                boolean cast = it.opcode() == Opcode.CHECKCAST;
                slots.push(cast ? value.as(it.type().asInternalName()) : Value.UNKNOWN);
            }
            case FieldInstruction it -> field(index, it, slots);
            case InvokeInstruction it -> invoke(index, it, slots);
            case InvokeDynamicInstruction it -> {
                arguments(it.typeSymbol(), slots);
                push(it.typeSymbol().returnType(), lambda(index, it), slots);
            }
            default -> {}
        }
    }

    private static Value constant(int index, ConstantInstruction constant) {
        if (constant.opcode() == Opcode.ACONST_NULL) {
            return Value.NULL;
        }
        return constant.constantValue() instanceof String text
                ? Value.of(index, "java/lang/String").with(new Value.Hint.Text(text))
                : Value.UNKNOWN;
    }

    private static Value array(int index, ClassDesc type, int rank) {
        var array = rank == 0 ? type : type.arrayType(rank);
        return Value.of(index, array.descriptorString()).exactly(array.descriptorString());
    }

    private static void store(StoreInstruction store, Slots slots) {
        var value = slots.pop();
        slots.local(store.slot(), value);
        if (store.typeKind().slotSize() == 2) {
            slots.pop();
            slots.local(store.slot() + 1, Value.UNKNOWN);
        }
    }

    private static void shuffle(Opcode opcode, Slots slots) {
        switch (opcode) {
            case POP -> slots.pop();
            case POP2 -> slots.pop(2);
            case DUP -> slots.dup(1, 0);
            case DUP_X1 -> slots.dup(1, 1);
            case DUP_X2 -> slots.dup(1, 2);
            case DUP2 -> slots.dup(2, 0);
            case DUP2_X1 -> slots.dup(2, 1);
            case DUP2_X2 -> slots.dup(2, 2);
            default -> {
                slots.dup(1, 1);
                slots.pop();
            }
        }
    }

    private static void operate(OperatorInstruction operator, Slots slots) {
        int size = operator.typeKind().slotSize();
        switch (operator.opcode()) {
            case ARRAYLENGTH -> {
                slots.pop();
                slots.push(Value.UNKNOWN);
            }
            case INEG, LNEG, FNEG, DNEG -> {}
            case LSHL, LSHR, LUSHR -> slots.pop();
            case LCMP, DCMPG, DCMPL -> {
                slots.pop(4);
                slots.push(Value.UNKNOWN);
            }
            case FCMPG, FCMPL -> slots.pop();
            default -> slots.pop(size);
        }
    }

    private static int popped(Opcode branch) {
        return switch (branch) {
            case GOTO, GOTO_W -> 0;
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> 1;
            default -> 2;
        };
    }

    private void field(int index, FieldInstruction field, Slots slots) {
        var member = Member.of(field);
        var kind = TypeKind.from(field.typeSymbol());
        switch (field.opcode()) {
            case PUTSTATIC -> slots.pop(kind.slotSize());
            case PUTFIELD -> slots.pop(kind.slotSize() + 1);
            case GETFIELD -> {
                slots.pop();
                slots.push(kind, held(index, member));
            }
            default -> {
                var value = held(index, member);
                boolean shared = library.field(member).isPresent();
                slots.push(kind, shared ? value.with(new Value.Hint.Shared(member)) : value);
            }
        }
    }

    private Value held(int index, Member field) {
        var known = library.field(field).map(it -> facts.field(it.member())).orElse(Value.UNKNOWN);
        var type = Member.internal(ClassDesc.ofDescriptor(field.descriptor()));
        return Value.of(index, type).with(known.order(), known.origin());
    }

    private void invoke(int index, InvokeInstruction call, Slots slots) {
        var member = Member.of(call);
        var arguments = arguments(member.type(), slots);
        if (call.opcode() != Opcode.INVOKESTATIC) {
            arguments.addFirst(slots.pop());
        }
        var type = call.typeSymbol().returnType();
        var plain = Value.of(index, Member.internal(type));
        var returned =
                library.resolve(member)
                        .map(it -> facts.returned(it.member()))
                        .map(it -> plain.with(it.order(), it.origin()))
                        .orElseGet(() -> ordering.result(member, arguments, plain));
        ordering.affected(member, arguments).ifPresent(it -> slots.replace(it.site(), it));
        push(type, returned, slots);
    }

    private static void push(ClassDesc type, Value value, Slots slots) {
        slots.push(TypeKind.from(type), value);
    }

    /** The arguments of a call in their order, popped; one value for each, whatever its size. */
    private static List<Value> arguments(MethodTypeDesc type, Slots slots) {
        var values = new ArrayList<Value>();
        for (var parameter : type.parameterList().reversed()) {
            values.addFirst(slots.pop());
            slots.pop(TypeKind.from(parameter).slotSize() - 1);
        }
        return values;
    }

    private static Value lambda(int index, InvokeDynamicInstruction lambda) {
        var value = Value.of(index, Member.internal(lambda.typeSymbol().returnType()));
        return Handles.implementation(lambda)
                .map(it -> value.with(new Value.Hint.Code(Member.of(it))))
                .orElse(value);
    }

    /** The arguments of the call at an instruction, the receiver first. */
    List<Value> arguments(int index, MethodTypeDesc type, boolean receiver) {
        var slots = before.get(index);
        if (slots == null) {
            int count = type.parameterCount() + (receiver ? 1 : 0);
            return Collections.nCopies(count, Value.UNKNOWN);
        }
        var rest = slots.copy();
        var values = arguments(type, rest);
        if (receiver) {
            values.addFirst(rest.pop());
        }
        return values;
    }
}
