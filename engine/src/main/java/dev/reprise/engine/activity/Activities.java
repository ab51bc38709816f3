package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.PayloadCodec;
import dev.reprise.Text;
import dev.reprise.flow.ActivityMethods;
import dev.reprise.flow.Workflow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The activities that can be carried out here, by name. Any thread may add and carry out; what was
 * added is there at once.
 *
 * <p>The methods of an interface have the names under which {@code Flow.activity(Interface.class)}
 * calls them.
 */
public final class Activities {
    private final PayloadCodec codec;
    private volatile SortedMap<String, Target> targets = new TreeMap<>();

    /** No activities yet; values are encoded by {@code codec}. */
    public Activities(PayloadCodec codec) {
        this.codec = codec;
    }

    /**
     * Adds the methods of all activity interfaces that {@code implementation} implements. No such
     * interfaces are those of the JDK, {@link Workflow}, and those without abstract methods.
     *
     * @return the names, sorted
     * @throws IllegalArgumentException when there is nothing to add, or a name is taken
     */
    public List<String> add(Object implementation) {
        var found = new TreeMap<String, Target>();
        for (Class<?> type : interfaces(implementation.getClass())) {
            put(found, methods(type, implementation));
        }
        Check.argument(
                !found.isEmpty(),
                "%s implements no interface of activities. What to do: declare its activities as"
                        + " methods of an interface, for Flow.activity too, or add it as a lambda"
                        + " with a name.",
                implementation.getClass().getName());
        return addAll(found);
    }

    /**
     * Adds the methods of one interface only: for proxies, which have interfaces of their own.
     *
     * @return the names, sorted
     * @throws IllegalArgumentException when there is nothing to add, or a name is taken
     */
    public <T> List<String> add(Class<T> type, T implementation) {
        SortedMap<String, Target> found = methods(type, implementation);
        Check.argument(
                !found.isEmpty(), "%s has no abstract method: nothing to add", type.getName());
        return addAll(found);
    }

    /**
     * Adds an activity that takes one argument, or none when {@code input} is {@code Void.class}.
     *
     * @throws IllegalArgumentException when the name is taken
     */
    public <I extends @Nullable Object, O extends @Nullable Object> void add(
            String name, Class<I> input, ActivityCode<I, O> code) {
        Text.name("an activity type", name);
        var found = new TreeMap<String, Target>();
        found.put(name, Target.of(input, code));
        addAll(found);
    }

    private static SortedMap<String, Target> methods(Class<?> type, Object implementation) {
        var found = new TreeMap<String, Target>();
        ActivityMethods.of(type)
                .forEach(
                        (name, method) ->
                                found.put(
                                        Text.name("an activity type", name),
                                        Target.of(implementation, method)));
        return found;
    }

    /** The interfaces of a class and its superclasses that may hold activities. */
    private static Set<Class<?>> interfaces(Class<?> implementation) {
        var found = new LinkedHashSet<Class<?>>();
        for (Class<?> each = implementation; each != null; each = each.getSuperclass()) {
            addInterfaces(each, found);
        }
        found.removeIf(
                it -> Platform.holds(it) || it == Workflow.class || it == ActivityCode.class);
        return found;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> each : type.getInterfaces()) {
            found.add(each);
            addInterfaces(each, found);
        }
    }

    private synchronized List<String> addAll(SortedMap<String, Target> found) {
        var all = new TreeMap<>(targets);
        put(all, found);
        targets = all;
        return List.copyOf(found.keySet());
    }

    private static void put(SortedMap<String, Target> all, SortedMap<String, Target> found) {
        found.forEach(
                (name, target) -> {
                    Target other = all.putIfAbsent(name, target);
                    Check.argument(
                            other == null || other.isSameAs(target),
                            "Activity %s is there twice: as %s and as %s. What to do: add one of"
                                    + " them only, or give one another name with @Named.",
                            name,
                            other,
                            target);
                });
    }

    /** Whether there is an activity of that name. */
    public boolean knows(String name) {
        return targets.containsKey(name);
    }

    /** All names, sorted, as of now. */
    public Set<String> names() {
        SortedSet<String> names = new TreeSet<>(targets.keySet());
        return Collections.unmodifiableSortedSet(names);
    }

    /**
     * Carries out an activity on the calling thread. Never throws: whatever is wrong is a failure.
     */
    public Outcome perform(Call call) {
        return perform(call, Pulse.NONE);
    }

    Outcome perform(Call call, Pulse pulse) {
        Target target = targets.get(call.type());
        if (target == null) {
            return Problem.UNKNOWN_ACTIVITY.outcome(unknown(call));
        }
        try {
            return ScopedValue.where(
                            ActivityContext.CURRENT, new ActivityContext(call, codec, pulse))
                    .call(() -> target.perform(codec, call));
        } catch (Throwable e) {
            return Thrown.outcome(e);
        }
    }

    private String unknown(Call call) {
        var others = new ArrayList<>(targets.keySet());
        return "No activity is called "
                + call.type()
                + " here; there are "
                + (others.isEmpty()
                        ? "none"
                        : others.stream().limit(20).collect(Collectors.joining(", ")))
                + (others.size() > 20 ? " and " + (others.size() - 20) + " more" : "")
                + ". What to do: add its implementation before runs are taken up.";
    }
}
