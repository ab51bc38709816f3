package dev.reprise.flow.guard;

import java.lang.classfile.Attributes;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The instructions of a method, numbered, with the line of each and where each leads. */
final class Body {
    private final List<Instruction> instructions = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();
    private final Map<Label, Integer> labels = new HashMap<>();
    private final List<ExceptionCatch> catches = new ArrayList<>();
    private final int locals;

    private Body(CodeAttribute code) {
        this.locals = code.maxLocals();
        int line = 0;
        for (var element : code) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case LabelTarget target -> labels.put(target.label(), instructions.size());
                case ExceptionCatch caught -> catches.add(caught);
                case Instruction instruction -> {
                    instructions.add(instruction);
                    lines.add(line);
                }
                default -> {}
            }
        }
    }

    /** The body of a method, unless it is abstract or native. */
    static Optional<Body> of(MethodModel method) {
        return method.findAttribute(Attributes.code()).map(Body::new);
    }

    int size() {
        return instructions.size();
    }

    int locals() {
        return locals;
    }

    Instruction at(int index) {
        return instructions.get(index);
    }

    int line(int index) {
        return lines.get(index);
    }

    /** The line that the method begins on, or 0. */
    int firstLine() {
        return lines.isEmpty() ? 0 : lines.getFirst();
    }

    /** The instructions that may come next, exceptions aside. */
    IntStream next(int index) {
        return switch (at(index)) {
            case BranchInstruction branch -> {
                int target = index(branch.target());
                boolean always = branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W;
                yield always ? IntStream.of(target) : IntStream.of(target, index + 1);
            }
            case LookupSwitchInstruction choice -> targets(choice.cases(), choice.defaultTarget());
            case TableSwitchInstruction choice -> targets(choice.cases(), choice.defaultTarget());
            case ReturnInstruction _, ThrowInstruction _ -> IntStream.empty();
            default -> IntStream.of(index + 1);
        };
    }

    private IntStream targets(List<SwitchCase> cases, Label otherwise) {
        return Stream.concat(cases.stream().map(SwitchCase::target), Stream.of(otherwise))
                .mapToInt(this::index)
                .distinct();
    }

    /** The handlers of an exception thrown by an instruction. */
    IntStream handlers(int index) {
        return catches.stream()
                .filter(it -> index(it.tryStart()) <= index)
                .filter(it -> index < index(it.tryEnd()))
                .mapToInt(it -> index(it.handler()));
    }

    private int index(Label label) {
        return labels.getOrDefault(label, size());
    }
}
