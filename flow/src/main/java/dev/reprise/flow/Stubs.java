package dev.reprise.flow;

import dev.reprise.Check;
import dev.reprise.history.ActivityOptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes objects that look like an activity's interface and call the activity. */
@SuppressWarnings("ReferenceEquality") // a constant, and a proxy, are themselves
final class Stubs {
    private static final ClassValue<Object> UNSAID =
            new ClassValue<>() {
                @Override
                protected Object computeValue(Class<?> type) {
                    return made(type, ActivityOptions.UNSAID, false);
                }
            };

    private Stubs() {}

    /** A stub; that with nothing said is always the same. */
    static <T> T of(Class<T> type, ActivityOptions options, boolean local) {
        return type.cast(
                options == ActivityOptions.UNSAID && !local
                        ? UNSAID.get(type)
                        : made(type, options, local));
    }

    /** What the activities of an interface are called, by method. */
    static Map<Method, String> names(Class<?> type) {
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
        var names = new HashMap<Method, String>();
        methods.forEach((name, method) -> names.put(method, name));
        return names;
    }

    private static String name(Class<?> type, Method method) {
        Named named = method.getAnnotation(Named.class);
        return named != null ? named.value() : type.getSimpleName() + "." + method.getName();
    }

    private static Object made(Class<?> type, ActivityOptions options, boolean local) {
        var activities = new HashMap<Method, Activity<?>>();
        names(type)
                .forEach(
                        (method, name) ->
                                activities.put(
                                        method,
                                        new Activity<>(
                                                name,
                                                method.getGenericReturnType(),
                                                options,
                                                local,
                                                "")));
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new Calls(type, activities));
    }

    private record Calls(Class<?> type, Map<Method, Activity<?>> activities)
            implements InvocationHandler {
        private static final List<String> OF_OBJECT = List.of("toString", "hashCode", "equals");

        @Override
        public @Nullable Object invoke(
                Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Activity<?> activity = activities.get(method);
            if (activity != null) {
                return activity.callWith(arguments);
            }
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            return switch (OF_OBJECT.indexOf(method.getName())) {
                case 0 -> "activities of " + type.getName();
                case 1 -> type.getName().hashCode();
                default -> arguments != null && proxy == arguments[0];
            };
        }
    }
}
