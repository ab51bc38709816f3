package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The code that policies and matchers name. Names are written down, code is not: another process
 * binds the same names again.
 *
 * @param failures predicates that say whether to try again
 * @param targets predicates that say whether a rule is meant; what one says depends on the target
 *     and on nothing else, since it is remembered
 * @param keys give the idempotency key of a call, from what is called and its input
 */
public record Functions(
        SortedMap<String, Predicate<Failure>> failures,
        SortedMap<String, Predicate<Target>> targets,
        SortedMap<String, BiFunction<String, List<Payload>, String>> keys) {
    /** The longest idempotency key. */
    public static final int KEY_CHARS_MAX = 128;

    /** No code at all. */
    public static final Functions NONE =
            new Functions(
                    Collections.emptySortedMap(),
                    Collections.emptySortedMap(),
                    Collections.emptySortedMap());

    /** Checks the names, and copies the maps. */
    public Functions {
        failures = checked(failures);
        targets = checked(targets);
        keys = checked(keys);
    }

    private static <T> SortedMap<String, T> checked(SortedMap<String, T> functions) {
        functions.keySet().forEach(name -> Text.name("a function's name", name));
        return Collections.unmodifiableSortedMap(new TreeMap<>(functions));
    }

    /** The same with a predicate on failures more. */
    public Functions failure(String name, Predicate<Failure> predicate) {
        return new Functions(added(failures, name, predicate), targets, keys);
    }

    /** The same with a predicate on targets more. */
    public Functions target(String name, Predicate<Target> predicate) {
        return new Functions(failures, added(targets, name, predicate), keys);
    }

    /** The same with a function more that gives the idempotency keys of calls. */
    public Functions key(String name, BiFunction<String, List<Payload>, String> function) {
        return new Functions(failures, targets, added(keys, name, function));
    }

    private static <T> SortedMap<String, T> added(
            SortedMap<String, T> functions, String name, T function) {
        Check.argument(!functions.containsKey(name), "a function is already bound to \"%s\"", name);
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

    String keyOf(String name, String type, List<Payload> input) {
        var function = keys.get(name);
        Check.state(function != null, "no key function is bound to the name \"%s\"", name);
        String key;
        try {
            key = function.apply(type, input);
        } catch (RuntimeException e) {
            throw new IllegalStateException("the key function \"" + name + "\" threw " + e, e);
        }
        Check.state(
                isKey(key),
                "the key function \"%s\" gave \"%s\", but a key has 1 to %d visible ASCII characters",
                name,
                key,
                KEY_CHARS_MAX);
        return key;
    }

    private static boolean isKey(String key) {
        return !key.isEmpty()
                && key.length() <= KEY_CHARS_MAX
                && key.chars().allMatch(c -> c > ' ' && c < 0x7F);
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
