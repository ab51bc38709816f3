package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.Undecodable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The code that stands behind the name of an activity. */
final class Target {
    private final String shown;
    private final Object owner;
    private final List<Type> parameters;
    private final Body body;

    private Target(String shown, Object owner, List<Type> parameters, Body body) {
        this.shown = shown;
        this.owner = owner;
        this.parameters = parameters;
        this.body = body;
    }

    /** The code, once its arguments are there. */
    private interface Body {
        @Nullable Object call(@Nullable Object[] arguments) throws Throwable;
    }

    static Target of(Object implementation, Method method) {
        MethodHandle handle =
                handle(method)
                        .bindTo(implementation)
                        .asSpreader(Object[].class, method.getParameterCount())
                        .asType(MethodType.methodType(Object.class, Object[].class));
        return new Target(
                implementation.getClass().getName() + "." + method.getName(),
                implementation,
                List.of(method.getGenericParameterTypes()),
                arguments -> (Object) handle.invokeExact(arguments));
    }

    @SuppressWarnings("unchecked") // what it is given was decoded as what the class says
    static Target of(Class<?> input, ActivityCode<?, ?> code) {
        boolean none = input == Void.class;
        var untyped = (ActivityCode<@Nullable Object, @Nullable Object>) code;
        return new Target(
                code.getClass().getName(),
                code,
                none ? List.of() : List.of(input),
                arguments -> untyped.perform(none ? null : arguments[0]));
    }

    private static MethodHandle handle(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            throw new IllegalArgumentException(
                    method.getDeclaringClass().getName()
                            + " cannot be called: open its package to dev.reprise.engine in its"
                            + " module-info.",
                    e);
        }
    }

    /** Whether both are the same code, found under two interfaces. */
    @SuppressWarnings("ReferenceEquality") // an equal object is another object
    boolean isSameAs(Target other) {
        return owner == other.owner && shown.equals(other.shown);
    }

    Outcome perform(PayloadCodec codec, Call call) throws Throwable {
        if (call.input().size() != parameters.size()) {
            return Problem.WRONG_ARGUMENTS.outcome(
                    "Activity "
                            + call.type()
                            + " takes "
                            + parameters.size()
                            + " arguments, but was called with "
                            + call.input().size()
                            + ".");
        }
        @Nullable Object[] arguments;
        try {
            arguments = arguments(codec, call.input());
        } catch (Undecodable e) {
            return Problem.WRONG_ARGUMENTS.outcome(String.valueOf(e.getMessage()));
        }
        Object result = body.call(arguments);
        if (result == null) {
            return new Outcome.Completed(Payload.NONE);
        }
        try {
            return new Outcome.Completed(codec.encode(result));
        } catch (RuntimeException e) {
            return Problem.UNENCODABLE_RESULT.outcome(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Object[] arguments(PayloadCodec codec, List<Payload> input) {
        var arguments = new @Nullable Object[input.size()];
        for (int i = 0; i < arguments.length; i++) {
            Payload payload = input.get(i);
            Check.invariant(i < parameters.size(), "counted before");
            arguments[i] = payload.isNone() ? null : codec.decode(payload, parameters.get(i));
        }
        return arguments;
    }

    @Override
    public String toString() {
        return shown;
    }
}
