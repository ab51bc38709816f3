package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Finding.Place;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An {@link Allowed} as it stands in a class file.
 *
 * @param at where it stands
 */
record Allowance(List<String> rules, String reason, Place at) {
    private static final String DESCRIPTOR = Allowed.class.descriptorString();

    private static Optional<Allowance> on(AttributedElement element, Place at) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(it -> it.annotations().stream())
                .filter(it -> it.className().stringValue().equals(DESCRIPTOR))
                .map(it -> read(it, at))
                .findFirst();
    }

    /** What covers a method: its own allowance, and those of what it is written in. */
    static List<Allowance> over(Library.Found found, Library library) {
        var all = new ArrayList<Allowance>();
        of(found.type(), found.method()).ifPresent(all::add);
        all.addAll(over(found.type(), library));
        return all;
    }

    private static List<Allowance> over(Type type, Library library) {
        var all = new ArrayList<Allowance>();
        on(type.model(), new Place(type.title(), "class", type.file(), 0)).ifPresent(all::add);
        type.outer()
                .filter(library::own)
                .flatMap(library::find)
                .ifPresent(
                        outer -> {
                            type.outerMethod()
                                    .flatMap(outer::method)
                                    .flatMap(it -> of(outer, it))
                                    .ifPresent(all::add);
                            all.addAll(over(outer, library));
                        });
        return all;
    }

    private static Optional<Allowance> of(Type type, MethodModel method) {
        var name = method.methodName().stringValue();
        int line = Body.of(method).map(Body::firstLine).orElse(0);
        return on(method, new Place(type.title(), name, type.file(), line));
    }

    private static Allowance read(Annotation annotation, Place at) {
        var rules = value(annotation, "value").flatMap(Allowance::names).toList();
        var reason =
                value(annotation, "reason")
                        .filter(AnnotationValue.OfString.class::isInstance)
                        .map(it -> ((AnnotationValue.OfString) it).stringValue())
                        .findFirst();
        return new Allowance(rules, reason.orElse(""), at);
    }

    private static Stream<AnnotationValue> value(Annotation annotation, String name) {
        return annotation.elements().stream()
                .filter(it -> it.name().stringValue().equals(name))
                .map(AnnotationElement::value);
    }

    private static Stream<String> names(AnnotationValue value) {
        return switch (value) {
            case AnnotationValue.OfEnum constant ->
                    Stream.of(constant.constantName().stringValue());
            case AnnotationValue.OfArray array -> array.values().stream().flatMap(Allowance::names);
            default -> Stream.empty();
        };
    }

    boolean covers(Rule rule) {
        return rules.contains(rule.name());
    }

    boolean isExplained() {
        return !reason.isBlank();
    }

    @Override
    public String toString() {
        return "@Allowed(" + String.join(", ", rules) + ")";
    }
}
