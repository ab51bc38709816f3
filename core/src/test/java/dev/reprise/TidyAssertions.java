package dev.reprise;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Name;
import javax.lang.model.type.TypeKind;

/**
 * Checks that tests are enabled and assert something.
 *
 * <p>A test asserts when its body calls a method named {@code fail}, {@code assert...}, {@code
 * expect...} or {@code orThrow}, as a rehearsal and a replay have them, creates an {@code
 * AssertionError}, or calls a method of test code that does. Such a method is looked up by its name
 * in the test's own file and in the files of the test types which that file names: so a helper, an
 * inherited contract and a fixture with assertions inside all count. A property that returns a
 * boolean asserts by returning it.
 */
final class TidyAssertions {
    private static final Set<String> FUZZ_TEST = Set.of("FuzzTest");
    private static final Set<String> PROPERTY = Set.of("Property");
    private static final Set<String> TESTS =
            Set.of(
                    "Test",
                    "ParameterizedTest",
                    "RepeatedTest",
                    "TestFactory",
                    "TestTemplate",
                    "Property",
                    "Example",
                    "FuzzTest");

    private final List<TidySource> sources;

    /** For the simple name of every type declared in test code: all types of the same file. */
    private final Map<String, List<Type>> fileOf = new TreeMap<>();

    TidyAssertions(List<TidySource> sources) {
        this.sources = sources;
        for (var source : sources) {
            var types = typesIn(source).toList();
            types.forEach(type -> fileOf.merge(type.name(), types, TidyAssertions::joined));
        }
    }

    /**
     * A type of test code.
     *
     * @param mentioned all names in its file; those of test types are where its helpers may live
     */
    private record Type(ClassTree tree, Set<String> mentioned) {
        String name() {
            return tree.getSimpleName().toString();
        }

        Stream<MethodTree> methods() {
            return tree.getMembers().stream()
                    .filter(MethodTree.class::isInstance)
                    .map(MethodTree.class::cast);
        }

        Stream<MethodTree> methods(Set<String> annotations) {
            return methods()
                    .filter(
                            method ->
                                    method.getModifiers().getAnnotations().stream()
                                            .anyMatch(
                                                    it ->
                                                            annotations.contains(
                                                                    simpleName(
                                                                            it
                                                                                    .getAnnotationType()))));
        }
    }

    List<String> check() {
        return sources.stream()
                .flatMap(
                        source ->
                                Stream.concat(
                                        disabled(source),
                                        typesIn(source).flatMap(type -> check(source, type))))
                .toList();
    }

    private Stream<String> check(TidySource source, Type type) {
        return Stream.of(assertionFree(source, type), neverFuzzed(source, type))
                .flatMap(violations -> violations);
    }

    private static Stream<String> disabled(TidySource source) {
        var annotations =
                TidySource.nodes(source.tree(), AnnotationTree.class).stream()
                        .filter(
                                it ->
                                        simpleName(it.getAnnotationType())
                                                .matches("Disabled.*|Ignore"))
                        .map(it -> source.at(it) + "@" + simpleName(it.getAnnotationType()));
        var assumptions =
                TidySource.nodes(source.tree(), MethodInvocationTree.class).stream()
                        .filter(TidyAssertions::neverGoesOn)
                        .map(it -> source.at(it) + it);
        return Stream.concat(annotations, assumptions)
                .map(it -> it + " hides a test: repair it or delete it");
    }

    private static boolean neverGoesOn(MethodInvocationTree call) {
        var method = call.getMethodSelect().toString();
        boolean constant =
                !call.getArguments().isEmpty()
                        && call.getArguments().getFirst() instanceof LiteralTree;
        return switch (simpleName(call.getMethodSelect())) {
            case "assumeTrue", "assumeFalse", "assumeThat" -> constant;
            case "that" -> constant && method.endsWith("Assume.that");
            case "abort" -> method.endsWith("Assumptions.abort");
            default -> false;
        };
    }

    private Stream<String> assertionFree(TidySource source, Type type) {
        var answers =
                type.methods(PROPERTY)
                        .filter(TidyAssertions::returnsBoolean)
                        .collect(Collectors.toSet());
        return type.methods(TESTS)
                .filter(test -> !answers.contains(test) && !asserts(type, test, new HashSet<>()))
                .map(
                        test ->
                                source.at(test)
                                        + test.getName()
                                        + " asserts nothing: a test must be able to fail");
    }

    /**
     * Jazzer fuzzes one test per JVM, and the profile {@code fuzz} finds the classes by their name.
     */
    private static Stream<String> neverFuzzed(TidySource source, Type type) {
        var tests = type.methods(FUZZ_TEST).toList();
        var misnamed =
                tests.stream()
                        .filter(_ -> !type.name().endsWith("FuzzTest"))
                        .map(
                                test ->
                                        source.at(test)
                                                + test.getName()
                                                + " is never fuzzed: the name of its class must end in FuzzTest");
        var crowded =
                tests.stream()
                        .skip(1)
                        .map(
                                test ->
                                        source.at(test)
                                                + test.getName()
                                                + " is never fuzzed: it is not the first fuzz test of its class");
        return Stream.concat(misnamed, crowded);
    }

    private boolean asserts(Type type, MethodTree method, Set<MethodTree> seen) {
        var calls = callsIn(method);
        return seen.add(method)
                && (calls.stream().anyMatch(TidyAssertions::isAssertion)
                        || helpersOf(type)
                                .anyMatch(
                                        helper ->
                                                helper.methods()
                                                        .filter(
                                                                candidate ->
                                                                        calls.contains(
                                                                                candidate
                                                                                        .getName()
                                                                                        .toString()))
                                                        .anyMatch(
                                                                candidate ->
                                                                        asserts(
                                                                                helper, candidate,
                                                                                seen))));
    }

    private Stream<Type> helpersOf(Type type) {
        return type.mentioned().stream()
                .flatMap(name -> fileOf.getOrDefault(name, List.of()).stream());
    }

    private static List<Type> joined(List<Type> some, List<Type> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static boolean returnsBoolean(MethodTree method) {
        return method.getReturnType() instanceof PrimitiveTypeTree type
                && type.getPrimitiveTypeKind() == TypeKind.BOOLEAN;
    }

    private static Stream<Type> typesIn(TidySource source) {
        var mentioned = namesIn(source.tree());
        return TidySource.nodes(source.tree(), ClassTree.class).stream()
                .map(tree -> new Type(tree, mentioned));
    }

    /** Every simple name in a file: of its own types, of what it extends, imports and mentions. */
    private static Set<String> namesIn(Tree tree) {
        return Stream.of(
                        TidySource.nodes(tree, ClassTree.class).stream()
                                .map(ClassTree::getSimpleName),
                        TidySource.nodes(tree, IdentifierTree.class).stream()
                                .map(IdentifierTree::getName),
                        TidySource.nodes(tree, MemberSelectTree.class).stream()
                                .map(MemberSelectTree::getIdentifier))
                .flatMap(names -> names)
                .map(Name::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The names of what a method calls, refers to and creates. */
    private static Set<String> callsIn(MethodTree method) {
        return Stream.of(
                        TidySource.nodes(method, MethodInvocationTree.class).stream()
                                .map(it -> simpleName(it.getMethodSelect())),
                        TidySource.nodes(method, MemberReferenceTree.class).stream()
                                .map(it -> it.getName().toString()),
                        TidySource.nodes(method, NewClassTree.class).stream()
                                .map(it -> simpleName(it.getIdentifier())))
                .flatMap(names -> names)
                .collect(Collectors.toSet());
    }

    private static boolean isAssertion(String name) {
        return name.startsWith("assert")
                || name.startsWith("expect")
                || name.equals("orThrow")
                || name.equals("fail")
                || name.equals("AssertionError");
    }

    private static String simpleName(Tree tree) {
        return switch (tree) {
            case IdentifierTree identifier -> identifier.getName().toString();
            case MemberSelectTree select -> select.getIdentifier().toString();
            default -> "";
        };
    }
}
