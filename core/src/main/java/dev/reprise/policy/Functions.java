package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Text;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The code that policies and matchers name. Names are written down, code is not: another process
 * binds the same names again.
 *
 * @param failures predicates that say whether to try again
 * @param targets predicates that say whether a rule is meant
 */
public record Functions(
        SortedMap<String, Predicate<Failure>> failures,
        SortedMap<String, Predicate<Target>> targets) {
    /** No code at all. */
    public static final Functions NONE =
            new Functions(Collections.emptySortedMap(), Collections.emptySortedMap());

    /** Checks the names, and copies the maps. */
    public Functions {
        failures = checked(failures);
        targets = checked(targets);
    }

    private static <T> SortedMap<String, T> checked(SortedMap<String, T> functions) {
        functions.keySet().forEach(name -> Text.name("a predicate's name", name));
        return Collections.unmodifiableSortedMap(new TreeMap<>(functions));
    }

    /** The same with a predicate on failures more. */
    public Functions failure(String name, Predicate<Failure> predicate) {
        return new Functions(added(failures, name, predicate), targets);
    }

    /** The same with a predicate on targets more. */
    public Functions target(String name, Predicate<Target> predicate) {
        return new Functions(failures, added(targets, name, predicate));
    }

    private static <T> SortedMap<String, T> added(
            SortedMap<String, T> functions, String name, T function) {
        Check.argument(
                !functions.containsKey(name), "a predicate is already bound to \"%s\"", name);
        var more = new TreeMap<>(functions);
        more.put(name, function);
        return more;
    }

    boolean judges(String name, Failure failure) {
        return tested(name, Optional.ofNullable(failures.get(name)), failure);
    }

    boolean means(String name, Target target) {
        return tested(name, Optional.ofNullable(targets.get(name)), target);
    }

    private static <T> boolean tested(String name, Optional<Predicate<T>> found, T value) {
        Check.state(found.isPresent(), "no predicate is bound to the name \"%s\"", name);
        try {
            return found.orElseThrow().test(value);
        } catch (RuntimeException e) {
            throw new IllegalStateException("the predicate \"" + name + "\" threw " + e, e);
        }
    }
}
