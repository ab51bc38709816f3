package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        for (Type type : method.getGenericParameterTypes()) {
            Check.argument(
                    !isOpen(type),
                    "%s takes a %s, and nobody says what that is. What to do: declare the"
                            + " activity with the types that it takes.",
                    method,
                    type.getTypeName());
        }
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

    /** Whether a type has a variable, so that it cannot be known what to decode. */
    private static boolean isOpen(Type type) {
        return switch (type) {
            case TypeVariable<?> _ -> true;
            case ParameterizedType generic ->
                    Stream.of(generic.getActualTypeArguments()).anyMatch(Target::isOpen);
            case GenericArrayType array -> isOpen(array.getGenericComponentType());
            case WildcardType wildcard ->
                    Stream.of(wildcard.getUpperBounds()).anyMatch(Target::isOpen);
            default -> false;
        };
    }

    /** Whether both are the same code, found under two interfaces. */
    @SuppressWarnings("ReferenceEquality") // an equal object is another object
    boolean isSameAs(Target other) {
        return owner == other.owner && shown.equals(other.shown);
    }

    Outcome perform(PayloadCodec codec, Call call) throws Throwable {
        var arguments = new @Nullable Object[parameters.size()];
        try {
            checkCount(call);
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = decoded(codec, call.input().get(i), parameters.get(i));
            }
        } catch (RuntimeException e) {
            return Problem.WRONG_ARGUMENTS.outcome(wrongArguments(call, e));
        }
        Object result = body.call(arguments);
        if (result == null) {
            return new Outcome.Completed(Payload.NONE);
        }
        try {
            return new Outcome.Completed(codec.encode(result));
        } catch (RuntimeException e) {
            return Problem.UNENCODABLE_RESULT.outcome(
                    "Activity "
                            + call.type()
                            + " did its work, but what it gave cannot be stored: "
                            + said(e));
        }
    }

    private void checkCount(Call call) {
        Check.argument(
                call.input().size() == parameters.size(),
                "it takes %d arguments, but came with %d",
                parameters.size(),
                call.input().size());
    }

    private static @Nullable Object decoded(PayloadCodec codec, Payload payload, Type type) {
        if (payload.isNone()) {
            Check.argument(
                    !(type instanceof Class<?> simple && simple.isPrimitive()),
                    "no value came for its parameter of type %s",
                    type.getTypeName());
            return null;
        }
        Object value = codec.decode(payload, type);
        Check.argument(
                boxed(type).isInstance(value),
                "the codec read a %s as a %s",
                type.getTypeName(),
                value.getClass().getName());
        return value;
    }

    /** What objects of {@code type} are instances of. */
    private static Class<?> boxed(Type type) {
        return switch (type) {
            case Class<?> simple -> MethodType.methodType(simple).wrap().returnType();
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            default -> Object.class;
        };
    }

    private String wrongArguments(Call call, RuntimeException e) {
        return "Activity "
                + call.type()
                + ", which is "
                + shown
                + parameters.stream()
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + ", cannot take its arguments: "
                + said(e)
                + "\nWhat to do: let the workflow and the implementation use one version of the"
                + " activity's interface.";
    }

    private static String said(RuntimeException e) {
        return e.getMessage() == null ? e.getClass().getName() : e.getMessage();
    }

    @Override
    public String toString() {
        return shown;
    }
}
