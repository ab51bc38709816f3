package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.List;
import java.util.function.Predicate;

/** What may hold of a context: a predicate by its name, or a little that needs no code. */
public sealed interface Condition {
    /** How many conditions may be inside of each other. */
    int DEPTH_MAX = 32;

    /** What the predicate of that name says. */
    record Named(String name) implements Condition {
        /** Checks the name. */
        public Named {
            Text.name("a condition's name", name);
        }
    }

    /** The variable is there. */
    record Has(String variable) implements Condition {
        /** Checks the name. */
        public Has {
            Text.name("a variable's name", variable);
        }
    }

    /** The variable is that text. */
    record Is(String variable, String text) implements Condition {
        /** Checks both. */
        public Is {
            Text.name("a variable's name", variable);
            Text.optionalName("a text to compare with", text);
        }
    }

    /** The other does not hold. */
    record Not(Condition other) implements Condition {
        /** Checks the depth. */
        public Not {
            checkDepth(List.of(other));
        }
    }

    /** They all hold; with none, it holds. */
    record All(List<Condition> others) implements Condition {
        /** Checks the depth. */
        public All {
            others = checkDepth(List.copyOf(others));
        }
    }

    /** One of them holds; with none, it does not. */
    record Any(List<Condition> others) implements Condition {
        /** Checks the depth. */
        public Any {
            others = checkDepth(List.copyOf(others));
        }
    }

    private static List<Condition> checkDepth(List<Condition> inside) {
        int depth = 1 + inside.stream().mapToInt(Condition::depth).max().orElse(0);
        Check.argument(
                depth <= DEPTH_MAX, "conditions go at most %d deep, not %d", DEPTH_MAX, depth);
        return inside;
    }

    private int depth() {
        return switch (this) {
            case Not(var other) -> 1 + other.depth();
            case All(var others) -> 1 + others.stream().mapToInt(Condition::depth).max().orElse(0);
            case Any(var others) -> 1 + others.stream().mapToInt(Condition::depth).max().orElse(0);
            case Named _, Has _, Is _ -> 1;
        };
    }

    /** The names of the predicates that it asks, in the order in which they are written. */
    default List<String> names() {
        return switch (this) {
            case Named(var name) -> List.of(name);
            case Not(var other) -> other.names();
            case All(var others) -> others.stream().flatMap(it -> it.names().stream()).toList();
            case Any(var others) -> others.stream().flatMap(it -> it.names().stream()).toList();
            case Has _, Is _ -> List.of();
        };
    }

    /** Whether it holds of the context; {@code code} answers for names. */
    default boolean holds(Context context, Code code) {
        return switch (this) {
            case Named(var name) -> code.condition(name).test(context);
            case Has(var variable) -> context.find(variable).isPresent();
            case Is(var variable, var text) ->
                    context.find(variable).filter(Payload.text(text)::equals).isPresent();
            case Not(var other) -> !other.holds(context, code);
            case All(var others) -> others.stream().allMatch(it -> it.holds(context, code));
            case Any(var others) -> others.stream().anyMatch(it -> it.holds(context, code));
        };
    }

    /** This as it is written in the text of a pattern. */
    default String toText() {
        return Writing.condition(this);
    }

    /** Knows the predicates by their names. */
    interface Code {
        /** The predicate of that name. */
        Predicate<Context> condition(String name);
    }
}
