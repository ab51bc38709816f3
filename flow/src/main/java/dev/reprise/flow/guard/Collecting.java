package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Value.Hint;
import dev.reprise.flow.guard.Value.Order;
import java.util.List;
import java.util.Set;

/**
 * What the collectors of {@code java.util.stream.Collectors} do to order. A collector's order is
 * that of its result when the stream has none: hashed, in order whatever the stream, or shuffled
 * because it keeps the stream's.
 */
record Collecting(Set<String> hashed, Set<String> sorted) {

    Hint collector(Member call, List<Value> arguments) {
        int count = arguments.size();
        return switch (call.name()) {
            case "toSet",
                    "toUnmodifiableSet",
                    "toUnmodifiableMap",
                    "toConcurrentMap",
                    "groupingByConcurrent" ->
                    new Hint.Collector(Order.HASHED);
            case "toMap" -> count == 4 ? into(arguments.get(3)) : new Hint.Collector(Order.HASHED);
            case "groupingBy" ->
                    count == 3 ? into(arguments.get(1)) : new Hint.Collector(Order.HASHED);
            case "toCollection" -> into(arguments.getFirst());
            case "toList", "toUnmodifiableList", "joining" -> new Hint.Collector(Order.SHUFFLED);
            case "counting",
                    "summingInt",
                    "summingLong",
                    "averagingInt",
                    "averagingLong",
                    "minBy",
                    "maxBy" ->
                    new Hint.Collector(Order.ORDERED);
            default -> new Hint.Nothing();
        };
    }

    /** By the constructor that makes the collection. */
    private Hint into(Value supplier) {
        if (!(supplier.hint() instanceof Hint.Code(var method)) || !method.isConstructor()) {
            return new Hint.Nothing();
        }
        return new Hint.Collector(
                hashed.contains(method.owner())
                        ? Order.HASHED
                        : sorted.contains(method.owner()) ? Order.ORDERED : Order.SHUFFLED);
    }

    Value collected(Value stream, Value collector, Value plain) {
        if (!(collector.hint() instanceof Hint.Collector(var order))) {
            return plain;
        }
        return switch (order) {
            case HASHED -> plain.with(Order.HASHED, collector.origin());
            case SHUFFLED -> stream.order().isLost() ? plain.with(order, stream.origin()) : plain;
            case ORDERED -> plain.with(order, "");
            case UNKNOWN -> plain;
        };
    }

    /** Whether {@code stream.collect(collector)} shows the order of the stream. */
    static boolean keepsOrder(List<Value> arguments) {
        return arguments.size() == 2
                && arguments.get(1).hint() instanceof Hint.Collector(var order)
                && order == Order.SHUFFLED;
    }
}
