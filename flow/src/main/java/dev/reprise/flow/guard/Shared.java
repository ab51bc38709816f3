package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Inspection.Issue;
import dev.reprise.flow.guard.Reach.Node;
import dev.reprise.flow.guard.Value.Hint;
import java.lang.classfile.Opcode;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the uses of static state. A static final field is a constant as long as nobody changes what
 * it holds; a class may do to its own fields what it likes while it is being initialised.
 */
record Shared(Library library, Reach reach) {
    /** Whose very reading shows what other runs did to them. */
    private static final String CELLS = "java/util/concurrent/atomic/";

    private static final List<String> HOLDERS =
            List.of(
                    "java/util/Collection",
                    "java/util/Map",
                    "java/util/BitSet",
                    "java/lang/AbstractStringBuilder",
                    "java/lang/StringBuilder",
                    "java/lang/StringBuffer",
                    "java/util/Random");

    private static final Set<String> CHANGES =
            Set.of(
                    "append",
                    "clear",
                    "compute",
                    "computeIfAbsent",
                    "computeIfPresent",
                    "delete",
                    "deleteCharAt",
                    "flip",
                    "insert",
                    "merge",
                    "pop",
                    "push",
                    "retainAll",
                    "reverse",
                    "set",
                    "setCharAt",
                    "setLength",
                    "sort");

    private static final List<String> CHANGES_BEGIN =
            List.of("add", "next", "offer", "poll", "put", "remove", "replace");

    /** A static field that is read or written. */
    Optional<Issue> accessed(Node node, Member member, Opcode opcode) {
        boolean isStatic = opcode == Opcode.GETSTATIC || opcode == Opcode.PUTSTATIC;
        return library.field(member)
                .filter(_ -> isStatic)
                .filter(it -> !it.is(AccessFlag.SYNTHETIC))
                .filter(it -> opcode == Opcode.PUTSTATIC || !it.is(AccessFlag.FINAL))
                .filter(it -> !reach.onlyInitialises(node.member(), it.type().name()))
                .map(it -> Issue.of(Rule.STATIC_STATE, text(it.member())));
    }

    /** A field, or an element of an array, that is written. */
    Optional<Issue> written(Node node, Value target) {
        return field(node, target).map(it -> Issue.of(Rule.STATIC_STATE, text(it)));
    }

    /** A call on what a static field holds. */
    Optional<Issue> called(Node node, Member call, Value receiver) {
        return field(node, receiver)
                .filter(_ -> isChange(call))
                .map(it -> Issue.of(Rule.STATIC_STATE, text(it) + "." + call.name()));
    }

    private boolean isChange(Member call) {
        if (call.owner().startsWith(CELLS)) {
            // An updater is a constant; what it updates is the field of some object.
            return !call.owner().endsWith("FieldUpdater");
        }
        boolean changes =
                CHANGES.contains(call.name())
                        || CHANGES_BEGIN.stream().anyMatch(call.name()::startsWith);
        return changes && HOLDERS.stream().anyMatch(library.supertypes(call.owner())::contains);
    }

    private Optional<Member> field(Node node, Value value) {
        return value.hint() instanceof Hint.Shared(var member)
                ? library.field(member)
                        .filter(it -> !it.is(AccessFlag.SYNTHETIC))
                        .map(Library.Held::member)
                        .filter(it -> !reach.onlyInitialises(node.member(), it.owner()))
                : Optional.empty();
    }

    private static String text(Member field) {
        return Member.simple(field.owner()) + "." + field.name();
    }
}
