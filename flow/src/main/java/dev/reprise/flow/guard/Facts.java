package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Value.Order;
import java.util.Map;
import java.util.Optional;

/**
 * What several methods together show: fields that are always given hash collections, and methods
 * that return them.
 */
record Facts(Map<Member, Value> fields, Map<Member, Value> returns) {
    static final Facts NONE = new Facts(Map.of(), Map.of());

    /** What a field holds. A copy that somebody may have sorted since is not held against it. */
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
