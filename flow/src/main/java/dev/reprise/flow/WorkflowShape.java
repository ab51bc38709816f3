package dev.reprise.flow;

import dev.reprise.Check;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What reflection says about a workflow class: its types and its handlers. */
record WorkflowShape(
        Class<?> type,
        Type input,
        TreeMap<String, Handler> signals,
        TreeMap<String, Handler> updates,
        TreeMap<String, Handler> queries) {

    static WorkflowShape of(Class<?> type) {
        var shape =
                new WorkflowShape(
                        type, argument(type, 0), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        var problems = new ArrayList<String>();
        for (Method method : methods(type)) {
            shape.addSignal(method, problems);
            shape.addUpdate(type, method, problems);
            shape.addQuery(method, problems);
        }
        Check.argument(
                problems.isEmpty(),
                "%s is no well-formed workflow: %s",
                type.getName(),
                String.join("; ", problems));
        return shape;
    }

    /** All methods, those of superclasses and interfaces that are not overridden included. */
    private static List<Method> methods(Class<?> type) {
        var methods = new TreeMap<String, Method>();
        for (Class<?> each = type;
                each != null && each != Object.class;
                each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.isSynthetic()) {
                    methods.putIfAbsent(signature(method), method);
                }
            }
        }
        for (Method method : type.getMethods()) {
            if (!method.isSynthetic() && method.getDeclaringClass() != Object.class) {
                methods.putIfAbsent(signature(method), method);
            }
        }
        return List.copyOf(methods.values());
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private void addSignal(Method method, List<String> problems) {
        Signal signal = method.getAnnotation(Signal.class);
        if (signal == null) {
            return;
        }
        if (method.getReturnType() != void.class) {
            problems.add("signal " + method.getName() + " returns a value that nobody receives");
        }
        put(signals, "signal", handler(called(signal.value(), method), method, null), problems);
    }

    private void addUpdate(Class<?> type, Method method, List<String> problems) {
        Update update = method.getAnnotation(Update.class);
        if (update == null) {
            return;
        }
        Method validator = null;
        if (!update.validator().isEmpty()) {
            validator = validator(type, method, update.validator());
            if (validator == null) {
                problems.add(
                        "update "
                                + method.getName()
                                + " names a validator that does not exist with its parameters: "
                                + update.validator());
            }
        }
        put(
                updates,
                "update",
                handler(called(update.value(), method), method, validator),
                problems);
    }

    private static @Nullable Method validator(Class<?> type, Method method, String name) {
        return methods(type).stream()
                .filter(
                        it ->
                                it.getName().equals(name)
                                        && Arrays.equals(
                                                it.getParameterTypes(), method.getParameterTypes()))
                .min(Comparator.comparing(Method::toGenericString))
                .orElse(null);
    }

    private void addQuery(Method method, List<String> problems) {
        Query query = method.getAnnotation(Query.class);
        if (query == null) {
            return;
        }
        if (method.getReturnType() == void.class) {
            problems.add("query " + method.getName() + " answers nothing");
        }
        put(queries, "query", handler(called(query.value(), method), method, null), problems);
    }

    private static String called(String name, Method method) {
        return name.isEmpty() ? method.getName() : name;
    }

    private static void put(
            TreeMap<String, Handler> handlers,
            String what,
            Handler handler,
            List<String> problems) {
        if (handlers.put(handler.name(), handler) != null) {
            problems.add("two methods handle the " + what + " " + handler.name());
        }
    }

    private static Handler handler(String name, Method method, @Nullable Method validator) {
        return new Handler(
                name,
                List.of(method.getGenericParameterTypes()),
                code(method),
                validator == null ? null : code(validator),
                null,
                false);
    }

    private static Handler.Code code(Method method) {
        Check.argument(
                !Modifier.isStatic(method.getModifiers()),
                "%s is static, so it cannot handle the messages of a run",
                method);
        MethodHandle handle = handle(method);
        MethodHandle spread =
                handle.asSpreader(Object[].class, method.getParameterCount())
                        .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
        return (workflow, arguments) -> {
            try {
                return (Object) spread.invokeExact((Object) workflow, arguments);
            } catch (Throwable e) {
                throw Rethrown.as(e);
            }
        };
    }

    private static MethodHandle handle(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            throw inaccessible(method.getDeclaringClass(), e);
        }
    }

    private static IllegalArgumentException inaccessible(Class<?> type, Exception e) {
        return new IllegalArgumentException(
                "The members of "
                        + type.getName()
                        + " cannot be called: open its package to dev.reprise.flow in its"
                        + " module-info.",
                e);
    }

    /** What makes instances of {@code type}, by its constructor without parameters. */
    static <W> Supplier<W> constructor(Class<W> type) {
        Check.argument(
                !Modifier.isAbstract(type.getModifiers()),
                "%s is abstract, so no run of it can be made",
                type.getName());
        Constructor<W> constructor;
        try {
            constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " has no constructor without parameters. Add one, or give"
                            + " WorkflowType.of a supplier; an inner class must be static.",
                    e);
        } catch (InaccessibleObjectException e) {
            throw inaccessible(type, e);
        }
        return () -> made(constructor);
    }

    private static <W> W made(Constructor<W> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw Rethrown.as(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What runs of a workflow class result in. */
    static Type output(Class<?> type) {
        return argument(type, 1);
    }

    /**
     * What {@code type} says for a type parameter of {@link Workflow}, as far as it can be known.
     */
    private static Type argument(Class<?> type, int index) {
        Type found = find(type, type, index);
        return found == null ? Object.class : found;
    }

    private static @Nullable Type find(Class<?> type, Type generic, int index) {
        for (Type each : type.getGenericInterfaces()) {
            Class<?> raw = raw(each);
            Type found =
                    raw == Workflow.class
                            ? each instanceof ParameterizedType p
                                    ? p.getActualTypeArguments()[index]
                                    : null
                            : find(raw, each, index);
            if (found != null) {
                return resolved(found, type, generic);
            }
        }
        Class<?> parent = type.getSuperclass();
        Type parentType = type.getGenericSuperclass();
        if (parent == null || parentType == null) {
            return null;
        }
        Type found = find(parent, parentType, index);
        return found == null ? null : resolved(found, type, generic);
    }

    private static Class<?> raw(Type type) {
        return type instanceof ParameterizedType p ? (Class<?>) p.getRawType() : (Class<?>) type;
    }

    /** A type variable of {@code type} becomes what {@code generic} says for it. */
    private static Type resolved(Type found, Class<?> type, Type generic) {
        if (found instanceof TypeVariable<?> variable && generic instanceof ParameterizedType p) {
            int at = Arrays.asList(type.getTypeParameters()).indexOf(variable);
            return at < 0 ? found : p.getActualTypeArguments()[at];
        }
        return found;
    }
}
