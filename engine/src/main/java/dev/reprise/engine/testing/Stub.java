package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.flow.ActivityMethods;
import dev.reprise.flow.ApplicationFailed;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of the activities of an interface.
 *
 * <pre>{@code
 * var payments = engine.stub(Payments.class);
 * payments.on(Payments::charge).fails(2, new IOException("down")).returns("receipt 7");
 * payments.on(Payments::refund).takes(Duration.ofHours(3)).returns("refunded");
 * assertEquals(3, payments.calls("charge").size());
 * }</pre>
 *
 * @param <T> the interface
 */
@SuppressWarnings("overloads") // a reference to a method is one of them: it gives something or not
public final class Stub<T> {
    /** Calls a method with some arguments. */
    private interface Trial<T> {
        void call(T target, @Nullable Object[] arguments) throws Exception;
    }

    private final Class<T> type;
    private final TestEngine engine;
    private final Map<String, Method> methods;
    private final Map<String, Answers<?>> answers = new ConcurrentHashMap<>();

    Stub(Class<T> type, TestEngine engine) {
        this.type = type;
        this.engine = engine;
        this.methods = new TreeMap<>(ActivityMethods.of(type));
    }

    // ---- Answers ----

    /** Says what a method gives, which is named by a reference such as {@code Payments::ping}. */
    public <R extends @Nullable Object> Answers<R> on(MethodRef.Giving0<T, R> method) {
        return onName(name(0, (target, _) -> method.call(target)));
    }

    /** Says what a method gives, which is named by a reference such as {@code Payments::charge}. */
    @SuppressWarnings("unchecked") // it is tried with what fits
    public <A extends @Nullable Object, R extends @Nullable Object> Answers<R> on(
            MethodRef.Giving1<T, A, R> method) {
        return onName(name(1, (target, it) -> method.call(target, (A) it[0])));
    }

    /** Says what a method of two arguments gives. */
    @SuppressWarnings("unchecked") // it is tried with what fits
    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
            Answers<R> on(MethodRef.Giving2<T, A, B, R> method) {
        return onName(name(2, (target, it) -> method.call(target, (A) it[0], (B) it[1])));
    }

    /** Says what a method of three arguments gives. */
    @SuppressWarnings("unchecked") // it is tried with what fits
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Answers<R> on(MethodRef.Giving3<T, A, B, C, R> method) {
        return onName(
                name(3, (target, it) -> method.call(target, (A) it[0], (B) it[1], (C) it[2])));
    }

    /** Says what becomes of a method that gives nothing. */
    public Answers<@Nullable Void> on(MethodRef.Doing0<T> method) {
        return onName(name(0, (target, _) -> method.call(target)));
    }

    /** Says what becomes of a method of one argument that gives nothing. */
    @SuppressWarnings("unchecked") // it is tried with what fits
    public <A extends @Nullable Object> Answers<@Nullable Void> on(MethodRef.Doing1<T, A> method) {
        return onName(name(1, (target, it) -> method.call(target, (A) it[0])));
    }

    /** Says what becomes of a method of two arguments that gives nothing. */
    @SuppressWarnings("unchecked") // it is tried with what fits
    public <A extends @Nullable Object, B extends @Nullable Object> Answers<@Nullable Void> on(
            MethodRef.Doing2<T, A, B> method) {
        return onName(name(2, (target, it) -> method.call(target, (A) it[0], (B) it[1])));
    }

    /** Says what becomes of a method of three arguments that gives nothing. */
    @SuppressWarnings("unchecked") // it is tried with what fits
    public <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            Answers<@Nullable Void> on(MethodRef.Doing3<T, A, B, C> method) {
        return onName(
                name(3, (target, it) -> method.call(target, (A) it[0], (B) it[1], (C) it[2])));
    }

    /**
     * Says what a method gives, by its name: for methods with more arguments, and for those of whom
     * there are two.
     */
    public Answers<@Nullable Object> on(String method) {
        return onName(named(method));
    }

    private <R extends @Nullable Object> Answers<R> onName(String name) {
        var fresh = new Answers<R>(name, method(name), engine);
        answers.put(name, fresh);
        return fresh;
    }

    private Method method(String name) {
        Method method = methods.get(name);
        Check.argument(method != null, "%s has no activity %s", type.getName(), name);
        return method;
    }

    private String named(String method) {
        List<String> found =
                methods.entrySet().stream()
                        .filter(
                                it ->
                                        it.getKey().equals(method)
                                                || it.getValue().getName().equals(method))
                        .map(Map.Entry::getKey)
                        .toList();
        Check.argument(
                found.size() == 1,
                "%s has %d activities called %s, among %s",
                type.getName(),
                found.size(),
                method,
                methods.keySet());
        return found.getFirst();
    }

    /** The activity that a reference calls, found by calling it. */
    private String name(int arguments, Trial<T> trial) {
        var called = new AtomicReference<@Nullable Method>();
        T probe =
                proxy(
                        (_, method, _) -> {
                            called.set(method);
                            return zero(method.getReturnType());
                        });
        for (Method candidate : methods.values()) {
            if (candidate.getParameterCount() == arguments && called.get() == null) {
                attempt(trial, probe, candidate);
            }
        }
        Method found = called.get();
        for (Map.Entry<String, Method> each : methods.entrySet()) {
            if (each.getValue().equals(found)) {
                return each.getKey();
            }
        }
        throw new IllegalArgumentException(
                "This is not a reference to an activity of "
                        + type.getName()
                        + ", which has "
                        + methods.keySet());
    }

    private void attempt(Trial<T> trial, T probe, Method candidate) {
        try {
            trial.call(probe, zeros(candidate));
        } catch (ClassCastException | NullPointerException e) {
            // It is a reference to another method, with other types.
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "This is not a reference to a method of " + type.getName(), e);
        }
    }

    private static @Nullable Object[] zeros(Method method) {
        var arguments = new @Nullable Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = zero(method.getParameterTypes()[i]);
        }
        return arguments;
    }

    private static @Nullable Object zero(Class<?> type) {
        return type.isPrimitive() && type != void.class
                ? Array.get(Array.newInstance(type, 1), 0)
                : null;
    }

    private T proxy(InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    // ---- Calls ----

    /** All deliveries that it got, in order. */
    public List<StubCall> calls() {
        return engine.calls().stream().filter(it -> methods.containsKey(it.activity())).toList();
    }

    /** The deliveries of one method that it got, in order. */
    public List<StubCall> calls(String method) {
        String name = named(method);
        return calls().stream().filter(it -> it.activity().equals(name)).toList();
    }

    // ---- As an activity ----

    Object implementation() {
        return proxy(
                (proxy, method, arguments) -> {
                    for (Map.Entry<String, Method> each : methods.entrySet()) {
                        if (each.getValue().equals(method)) {
                            return perform(each.getKey(), arguments);
                        }
                    }
                    return switch (method.getName()) {
                        case "toString" -> "stub of " + type.getName();
                        case "hashCode" -> System.identityHashCode(proxy);
                        case "equals" -> arguments != null && isSame(proxy, arguments[0]);
                        default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                    };
                });
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is itself
    private static boolean isSame(Object one, @Nullable Object other) {
        return one == other;
    }

    private @Nullable Object perform(String name, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        StubCall call =
                engine.kept().add(name, arguments == null ? new @Nullable Object[0] : arguments);
        Answers<?> said = answers.get(name);
        if (said == null || said.isEmpty()) {
            String complaint =
                    "Activity "
                            + call
                            + " was called, and its stub has no answer.\nWhat to do: say what it"
                            + " gives with stub.on("
                            + type.getSimpleName()
                            + "::"
                            + method(name).getName()
                            + ").returns(…).";
            engine.kept().unanswered(complaint);
            throw ApplicationFailed.fatal("Unanswered", complaint);
        }
        return said.perform(call);
    }

    @Override
    public String toString() {
        return "stub of " + type.getName();
    }
}
