package dev.reprise.flow.guard;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A class as its class file declares it. */
final class Type {
    private final String root;
    private final ClassModel model;
    private final String name;
    private final Map<String, MethodModel> methods = new LinkedHashMap<>();

    /**
     * Creates the view of a class.
     *
     * @param root where the class file comes from: its address without the name of the class
     */
    Type(String root, ClassModel model) {
        this.root = root;
        this.model = model;
        this.name = model.thisClass().asInternalName();
        for (var method : model.methods()) {
            methods.put(key(method), method);
        }
    }

    String root() {
        return root;
    }

    ClassModel model() {
        return model;
    }

    String name() {
        return name;
    }

    /** The name with dots, as a reader knows it. */
    String title() {
        return name.replace('/', '.');
    }

    boolean is(AccessFlag flag) {
        return model.flags().has(flag);
    }

    Optional<String> superclass() {
        return model.superclass().map(ClassEntry::asInternalName);
    }

    List<String> interfaces() {
        return names(model.interfaces());
    }

    /** The classes that a sealed one permits; of any other none. */
    List<String> permitted() {
        return model.findAttribute(Attributes.permittedSubclasses())
                .map(it -> names(it.permittedSubclasses()))
                .orElse(List.of());
    }

    List<MethodModel> methods() {
        return model.methods();
    }

    Optional<MethodModel> method(Member member) {
        return Optional.ofNullable(methods.get(member.name() + member.descriptor()));
    }

    Optional<FieldModel> field(Member member) {
        return model.fields().stream()
                .filter(it -> it.fieldName().stringValue().equals(member.name()))
                .filter(it -> it.fieldType().stringValue().equals(member.descriptor()))
                .findFirst();
    }

    Member member(MethodModel method) {
        return new Member(
                name, method.methodName().stringValue(), method.methodType().stringValue());
    }

    String file() {
        return model.findAttribute(Attributes.sourceFile())
                .map(it -> it.sourceFile().stringValue())
                .orElse("unknown source");
    }

    /** The class around this one, if it is nested, local or anonymous. */
    Optional<String> outer() {
        var enclosing = enclosing().map(it -> it.enclosingClass().asInternalName());
        return enclosing.or(
                () ->
                        model.findAttribute(Attributes.innerClasses()).stream()
                                .flatMap(it -> it.classes().stream())
                                .filter(it -> it.innerClass().asInternalName().equals(name))
                                .flatMap(it -> it.outerClass().stream())
                                .map(ClassEntry::asInternalName)
                                .findFirst());
    }

    /** The method around this class, if it is local or anonymous in one. */
    Optional<Member> outerMethod() {
        return enclosing()
                .flatMap(
                        it ->
                                it.enclosingMethod()
                                        .map(
                                                method ->
                                                        new Member(
                                                                it.enclosingClass()
                                                                        .asInternalName(),
                                                                method.name().stringValue(),
                                                                method.type().stringValue())));
    }

    private Optional<EnclosingMethodAttribute> enclosing() {
        return model.findAttribute(Attributes.enclosingMethod());
    }

    private static String key(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    private static List<String> names(List<ClassEntry> classes) {
        return classes.stream().map(ClassEntry::asInternalName).toList();
    }
}
