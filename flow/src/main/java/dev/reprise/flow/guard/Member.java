package dev.reprise.flow.guard;

import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.stream.Collectors;

/**
 * A method or field as class files name it.
 *
 * @param owner the internal name of the class, with slashes; an array's is its descriptor
 */
record Member(String owner, String name, String descriptor) {
    static final String CONSTRUCTOR = "<init>";
    static final String INITIALISER = "<clinit>";

    static Member of(InvokeInstruction call) {
        return new Member(
                call.owner().asInternalName(),
                call.name().stringValue(),
                call.type().stringValue());
    }

    static Member of(FieldInstruction field) {
        return new Member(
                field.owner().asInternalName(),
                field.name().stringValue(),
                field.type().stringValue());
    }

    static Member of(DirectMethodHandleDesc handle) {
        return new Member(internal(handle.owner()), handle.methodName(), handle.lookupDescriptor());
    }

    static String internal(ClassDesc type) {
        var descriptor = type.descriptorString();
        return type.isClassOrInterface()
                ? descriptor.substring(1, descriptor.length() - 1)
                : descriptor;
    }

    Member in(String type) {
        return new Member(type, name, descriptor);
    }

    boolean isConstructor() {
        return name.equals(CONSTRUCTOR);
    }

    MethodTypeDesc type() {
        return MethodTypeDesc.ofDescriptor(descriptor);
    }

    boolean isField() {
        return !descriptor.startsWith("(");
    }

    /** The parameters by their short names: {@code (String,Object[])}; nothing for a field. */
    String parameters() {
        return isField() ? "" : parameters(",");
    }

    private String parameters(String comma) {
        return type().parameterList().stream()
                .map(it -> it.displayName().replace('$', '.'))
                .collect(Collectors.joining(comma, "(", ")"));
    }

    /** As a reader of the source would write it: {@code new Random()}, {@code System.out}. */
    @Override
    public String toString() {
        var type = owner.startsWith("[") ? simple(ClassDesc.ofDescriptor(owner)) : simple(owner);
        if (isField()) {
            return type + "." + name;
        }
        return (isConstructor() ? "new " + type : type + "." + name) + parameters(", ");
    }

    static String simple(String type) {
        return type.substring(type.lastIndexOf('/') + 1).replace('$', '.');
    }

    private static String simple(ClassDesc type) {
        return type.displayName().replace('$', '.');
    }
}
