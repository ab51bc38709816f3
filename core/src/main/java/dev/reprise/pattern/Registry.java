package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * The code that patterns name. Names are written down, code is not: another process binds the same
 * names again. All of it must give the same answer to the same context.
 *
 * @param tasks what tasks make of a context
 * @param conditions what holds of a context
 * @param merges how contexts become one
 * @param counts how many instances there are
 * @param lists what there is an instance for
 */
public record Registry(
        SortedMap<String, UnaryOperator<Context>> tasks,
        SortedMap<String, Predicate<Context>> conditions,
        SortedMap<String, Merge> merges,
        SortedMap<String, ToIntFunction<Context>> counts,
        SortedMap<String, Function<Context, List<Payload>>> lists) {
    /** No code at all. */
    public static final Registry NONE =
            new Registry(
                    Collections.emptySortedMap(),
                    Collections.emptySortedMap(),
                    Collections.emptySortedMap(),
                    Collections.emptySortedMap(),
                    Collections.emptySortedMap());

    /** Checks the names, and copies the maps. */
    public Registry {
        tasks = checked("a task's name", tasks);
        conditions = checked("a condition's name", conditions);
        merges = checked("a merge's name", merges);
        counts = checked("a count's name", counts);
        lists = checked("a list's name", lists);
        for (var name : merges.keySet()) {
            Check.argument(
                    Merge.builtIn(name).isEmpty(), "the merge \"%s\" is built in already", name);
        }
    }

    private static <T> SortedMap<String, T> checked(String what, SortedMap<String, T> code) {
        code.keySet().forEach(name -> Text.name(what, name));
        return Collections.unmodifiableSortedMap(new TreeMap<>(code));
    }

    /** The same with a task more. */
    public Registry task(String name, UnaryOperator<Context> code) {
        return new Registry(added(tasks, name, code), conditions, merges, counts, lists);
    }

    /** The same with a condition more. */
    public Registry condition(String name, Predicate<Context> code) {
        return new Registry(tasks, added(conditions, name, code), merges, counts, lists);
    }

    /** The same with a merge more. */
    public Registry merge(String name, Merge code) {
        return new Registry(tasks, conditions, added(merges, name, code), counts, lists);
    }

    /** The same with a count more. */
    public Registry count(String name, ToIntFunction<Context> code) {
        return new Registry(tasks, conditions, merges, added(counts, name, code), lists);
    }

    /** The same with a list more. */
    public Registry list(String name, Function<Context, List<Payload>> code) {
        return new Registry(tasks, conditions, merges, counts, added(lists, name, code));
    }

    private static <T> SortedMap<String, T> added(SortedMap<String, T> all, String name, T code) {
        Check.argument(!all.containsKey(name), "code is already bound to the name \"%s\"", name);
        var more = new TreeMap<>(all);
        more.put(name, code);
        return more;
    }

    /**
     * The pattern with its code.
     *
     * @throws Unlinkable if names are not bound or lead nowhere; it lists all of them
     */
    public Linked link(Pattern pattern) {
        var places = Places.of(pattern);
        var problems = new Problems(places).found();
        problems.addAll(Unbound.names(places, this));
        if (!problems.isEmpty()) {
            throw new Unlinkable(problems);
        }
        return new Linked(places, this);
    }
}
