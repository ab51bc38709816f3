package dev.reprise.flow;

import dev.reprise.Check;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What activities of an interface are called: the same for those who call and who carry out. */
public final class ActivityMethods {
    private ActivityMethods() {}

    /**
     * The activities of an interface by name: its abstract methods, inherited ones included. A name
     * is that of {@link Named}, or the interface's simple name, a dot, and the method's name.
     *
     * @throws IllegalArgumentException when it is no interface, or two methods have one name
     */
    public static SortedMap<String, Method> of(Class<?> type) {
        Check.argument(type.isInterface(), "%s is no interface of activities", type.getName());
        var methods = new TreeMap<String, Method>();
        Stream.of(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .sorted(Comparator.comparing(Method::toGenericString))
                .forEach(
                        method -> {
                            Method other = methods.put(name(type, method), method);
                            Check.argument(
                                    other == null,
                                    "%s has two activities called %s: give one another name with"
                                            + " @Named",
                                    type.getName(),
                                    name(type, method));
                        });
        return methods;
    }

    private static String name(Class<?> type, Method method) {
        Named named = method.getAnnotation(Named.class);
        return named != null ? named.value() : type.getSimpleName() + "." + method.getName();
    }
}
