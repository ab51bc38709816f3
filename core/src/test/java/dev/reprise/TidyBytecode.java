package dev.reprise;

import dev.reprise.TidyBan.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds banned calls in compiled classes, where no import, wildcard, alias or method reference can
 * hide them.
 */
final class TidyBytecode {
    private final List<TidyBan> bans;

    TidyBytecode(List<TidyBan> bans) {
        this.bans = bans;
    }

    static List<byte[]> classesIn(Path folder) {
        try (var files = Files.walk(folder)) {
            var classes = new ArrayList<byte[]>();
            for (var file :
                    files.filter(it -> it.toString().endsWith(".class")).sorted().toList()) {
                classes.add(Files.readAllBytes(file));
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException("Compile before looking for banned calls", e);
        }
    }

    /** The violations, each with the file below {@code sources} and the line. */
    List<String> check(String sources, List<byte[]> classes) {
        return classes.stream()
                .map(bytes -> ClassFile.of().parse(bytes))
                .flatMap(model -> check(sources, model))
                .distinct()
                .toList();
    }

    private Stream<String> check(String sources, ClassModel model) {
        var file = sources + "/" + sourceOf(model);
        var violations = declared(model).flatMap(use -> violation(file, use));
        return Stream.concat(
                violations,
                model.methods().stream()
                        .flatMap(method -> method.code().stream())
                        .flatMap(code -> check(file, code)));
    }

    private Stream<String> check(String file, Iterable<CodeElement> code) {
        var violations = Stream.<String>builder();
        var where = file;
        for (var element : code) {
            if (element instanceof LineNumber line) {
                where = file + ":" + line.line();
            } else {
                var here = where;
                used(element).flatMap(use -> violation(here, use)).forEach(violations);
            }
        }
        return violations.build();
    }

    private Stream<String> violation(String where, Use use) {
        return bans.stream()
                .filter(ban -> ban.covers(use))
                .map(ban -> where + ": " + use + " is banned in core, use " + ban.instead())
                .limit(1);
    }

    /** What the class names outside of its code: what it extends, and the types of its members. */
    private static Stream<Use> declared(ClassModel model) {
        var supers =
                Stream.concat(model.superclass().stream(), model.interfaces().stream())
                        .map(ClassEntry::asSymbol);
        var fields = model.fields().stream().map(field -> field.fieldTypeSymbol());
        var methods =
                model.methods().stream()
                        .map(method -> method.methodTypeSymbol())
                        .flatMap(TidyBytecode::typesIn);
        return Stream.of(supers, fields, methods)
                .flatMap(types -> types)
                .map(TidyBytecode::typeUse);
    }

    private static Stream<ClassDesc> typesIn(MethodTypeDesc method) {
        return Stream.concat(Stream.of(method.returnType()), method.parameterList().stream());
    }

    private static Stream<Use> used(CodeElement element) {
        return switch (element) {
            case InvokeInstruction call ->
                    Stream.of(
                            memberUse(
                                    call.owner().asSymbol(),
                                    call.name().stringValue(),
                                    parameters(call.typeSymbol())));
            case FieldInstruction field ->
                    Stream.of(memberUse(field.owner().asSymbol(), field.name().stringValue(), ""));
            case InvokeDynamicInstruction lambda ->
                    lambda.bootstrapArgs().stream().flatMap(TidyBytecode::referred);
            case ConstantInstruction constant -> referred(constant.constantValue());
            case TypeCheckInstruction check -> Stream.of(typeUse(check.type().asSymbol()));
            case NewReferenceArrayInstruction array ->
                    Stream.of(typeUse(array.componentType().asSymbol()));
            default -> Stream.empty();
        };
    }

    /** A method reference, a class literal, or a field handle of a record. */
    private static Stream<Use> referred(ConstantDesc constant) {
        return switch (constant) {
            case DirectMethodHandleDesc method ->
                    Stream.of(
                            memberUse(
                                    method.owner(),
                                    method.methodName(),
                                    parameters(method.lookupDescriptor())));
            case ClassDesc type -> Stream.of(typeUse(type));
            default -> Stream.empty();
        };
    }

    private static String parameters(String descriptor) {
        boolean method = descriptor.startsWith("(");
        return method ? parameters(MethodTypeDesc.ofDescriptor(descriptor)) : "";
    }

    private static Use typeUse(ClassDesc type) {
        return memberUse(type, "", "");
    }

    private static Use memberUse(ClassDesc owner, String member, String parameters) {
        return new Use(outermost(owner), member, parameters);
    }

    private static String parameters(MethodTypeDesc method) {
        return method.parameterList().stream()
                .map(ClassDesc::displayName)
                .collect(Collectors.joining(",", "(", ")"));
    }

    private static String outermost(ClassDesc type) {
        var element = type;
        while (element.isArray()) {
            element = Optional.ofNullable(element.componentType()).orElseThrow();
        }
        var name =
                element.isPrimitive()
                        ? element.displayName()
                        : element.packageName() + "." + element.displayName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String sourceOf(ClassModel model) {
        var folder = model.thisClass().asSymbol().packageName().replace('.', '/');
        var name =
                model.findAttribute(Attributes.sourceFile())
                        .map(SourceFileAttribute::sourceFile)
                        .orElseThrow();
        return folder.isEmpty() ? name.stringValue() : folder + "/" + name.stringValue();
    }
}
