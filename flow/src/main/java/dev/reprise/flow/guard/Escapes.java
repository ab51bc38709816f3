package dev.reprise.flow.guard;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the lambdas and objects of a method that go to {@code Flow.sideEffect} and nowhere else.
 * What these do is recorded once and not done again, so they may do what they like.
 */
final class Escapes {
    private static final String SIDE_EFFECT = "sideEffect";

    private final Walk walk;
    private final BitSet recorded = new BitSet();
    private final BitSet escaped = new BitSet();

    Escapes(Walk walk) {
        this.walk = walk;
        for (int index = 0; index < walk.body().size(); index++) {
            if (walk.reaches(index)) {
                look(index);
            }
        }
    }

    /** Whether what an instruction makes is only ever run as a side effect. */
    boolean isRecorded(int site) {
        return recorded.get(site) && !escaped.get(site) && !walk.isMerged(site);
    }

    private void look(int index) {
        switch (walk.body().at(index)) {
            case InvokeInstruction call -> {
                var member = Member.of(call);
                boolean receiver = call.opcode() != Opcode.INVOKESTATIC;
                var arguments = walk.arguments(index, member.type(), receiver);
                boolean records =
                        member.owner().equals(Bans.FLOW) && member.name().equals(SIDE_EFFECT);
                var given = member.isConstructor() ? tail(arguments) : arguments;
                given.forEach(it -> mark(records ? recorded : escaped, it));
            }
            case InvokeDynamicInstruction call ->
                    walk.arguments(index, call.typeSymbol(), false)
                            .forEach(it -> mark(escaped, it));
            case FieldInstruction field -> {
                if (field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC) {
                    mark(escaped, walk.top(index, 0));
                }
            }
            case ArrayStoreInstruction _ -> mark(escaped, walk.top(index, 0));
            case ReturnInstruction end -> {
                if (end.opcode() == Opcode.ARETURN) {
                    mark(escaped, walk.top(index, 0));
                }
            }
            default -> {}
        }
    }

    private static List<Value> tail(List<Value> arguments) {
        return arguments.subList(1, arguments.size());
    }

    private static void mark(BitSet sites, Value value) {
        if (value.site() != Value.NOWHERE) {
            sites.set(value.site());
        }
    }
}
