package dev.reprise.flow.guard;

import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The methods that an instruction names without calling them: lambdas and method references. */
final class Handles {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final String RECORDS = "java/lang/runtime/ObjectMethods";
    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

    private Handles() {}

    /** The code of a lambda or method reference; none for any other dynamic call. */
    static Optional<DirectMethodHandleDesc> implementation(InvokeDynamicInstruction call) {
        return isFrom(call, LAMBDAS) && call.bootstrapArgs().size() > 1
                ? methods(call.bootstrapArgs().get(1)).findFirst()
                : Optional.empty();
    }

    static boolean isConcatenation(InvokeDynamicInstruction call) {
        return isFrom(call, CONCATENATION);
    }

    /** All methods that a dynamic call names. Those of a record only read its fields. */
    static List<DirectMethodHandleDesc> named(InvokeDynamicInstruction call) {
        return isFrom(call, RECORDS)
                ? List.of()
                : call.bootstrapArgs().stream().flatMap(Handles::methods).toList();
    }

    static List<DirectMethodHandleDesc> named(ConstantInstruction constant) {
        return methods(constant.constantValue()).toList();
    }

    private static Stream<DirectMethodHandleDesc> methods(ConstantDesc constant) {
        return switch (constant) {
            case DirectMethodHandleDesc method -> Stream.of(method);
            case DynamicConstantDesc<?> dynamic ->
                    dynamic.bootstrapArgsList().stream().flatMap(Handles::methods);
            default -> Stream.empty();
        };
    }

    private static boolean isFrom(InvokeDynamicInstruction call, String factory) {
        return Member.internal(call.bootstrapMethod().owner()).equals(factory);
    }
}
