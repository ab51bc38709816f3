package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Payload;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A pattern whose names all lead somewhere: {@link Registry#link} makes it. */
public final class Linked implements Condition.Code {
    private final Places places;
    private final Registry registry;

    Linked(Places places, Registry registry) {
        this.places = places;
        this.registry = registry;
    }

    /** The pattern. */
    public Pattern pattern() {
        return places.at(0);
    }

    /** Its places. */
    public Places places() {
        return places;
    }

    /** The code of a task that is a function. */
    public UnaryOperator<Context> task(String name) {
        return bound(registry.tasks().get(name), name);
    }

    @Override
    public Predicate<Context> condition(String name) {
        return bound(registry.conditions().get(name), name);
    }

    /** The rule of that name, built in or bound. */
    public Merge merge(String name) {
        return Merge.builtIn(name).orElseGet(() -> bound(registry.merges().get(name), name));
    }

    /** The function that says how many instances there are. */
    public ToIntFunction<Context> count(String name) {
        return bound(registry.counts().get(name), name);
    }

    /** The function that gives what there are instances for. */
    public Function<Context, List<Payload>> list(String name) {
        return bound(registry.lists().get(name), name);
    }

    private static <T> T bound(@Nullable T code, String name) {
        Check.argument(code != null, "the pattern does not use the name \"%s\"", name);
        return code;
    }
}
