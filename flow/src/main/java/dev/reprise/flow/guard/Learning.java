package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Reach.Node;
import dev.reprise.flow.guard.Value.Order;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Learns what fields hold and methods return, from all methods that can be reached. A field is
 * hashed when everything that is assigned to it is; a method's result is without order when it is
 * so on one path.
 */
final class Learning {
    /** How many calls or fields deep a collection is followed. */
    private static final int ROUNDS_MAX = 4;

    private final Library library;
    private final Facts known;
    private final Map<Member, Value> fields = new HashMap<>();
    private final Map<Member, Value> returns = new HashMap<>();

    private Learning(Library library, Facts known) {
        this.library = library;
        this.known = known;
    }

    static Facts from(List<Node> nodes, Library library) {
        var facts = Facts.NONE;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            var learning = new Learning(library, facts);
            nodes.forEach(learning::read);
            var learnt = new Facts(learning.fields, learning.returns);
            if (learnt.equals(facts)) {
                break;
            }
            facts = learnt;
        }
        return facts;
    }

    private void read(Node node) {
        var body = node.body();
        if (body.isEmpty()) {
            return;
        }
        var walk = Walk.through(node.found(), body.get(), library, known);
        for (int index = 0; index < body.get().size(); index++) {
            if (walk.reaches(index)) {
                read(node, walk, index);
            }
        }
    }

    private void read(Node node, Walk walk, int index) {
        switch (walk.body().at(index)) {
            case FieldInstruction field -> {
                boolean put =
                        field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
                if (put) {
                    assigned(Member.of(field), walk.top(index, 0));
                }
            }
            case ReturnInstruction end -> {
                if (end.opcode() == Opcode.ARETURN) {
                    returns.merge(node.member(), anonymous(walk.top(index, 0)), Value::or);
                }
            }
            default -> {}
        }
    }

    /** Here one assignment in order is enough for the field not to be held unordered. */
    private void assigned(Member member, Value value) {
        if (value.equals(Value.NULL)) {
            return;
        }
        library.field(member)
                .ifPresent(
                        it ->
                                fields.merge(
                                        it.member(),
                                        anonymous(value),
                                        (one, other) -> one.order() == Order.HASHED ? other : one));
    }

    /** Only what is known of the order; the rest means something inside the method alone. */
    private static Value anonymous(Value value) {
        return value.equals(Value.NULL) ? value : Value.UNKNOWN.with(value.order(), value.origin());
    }

    /**
     * What several methods together show: fields that are always given hash collections, and
     * methods that return them.
     */
    record Facts(Map<Member, Value> fields, Map<Member, Value> returns) {
        static final Facts NONE = new Facts(Map.of(), Map.of());

        /**
         * What a field holds. A copy that somebody may have sorted since is not held against it.
         */
        Value field(Member field) {
            return Optional.ofNullable(fields.get(field))
                    .filter(it -> it.order() == Order.HASHED)
                    .orElse(Value.UNKNOWN);
        }

        /** What a method returns. */
        Value returned(Member method) {
            return Optional.ofNullable(returns.get(method))
                    .filter(it -> it.order().isLost())
                    .orElse(Value.UNKNOWN);
        }
    }
}
