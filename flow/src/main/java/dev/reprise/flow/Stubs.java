package dev.reprise.flow;

import dev.reprise.history.ActivityOptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private static Object made(Class<?> type, ActivityOptions options, boolean local) {
        var activities = new HashMap<Method, Activity<?>>();
        ActivityMethods.of(type)
                .forEach(
                        (name, method) ->
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
