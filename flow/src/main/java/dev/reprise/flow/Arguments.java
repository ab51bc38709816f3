package dev.reprise.flow;

import dev.reprise.Failure.ActivationKind;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the payloads of a message into the arguments of its handler. */
final class Arguments {
    private Arguments() {}

    static @Nullable Object[] decode(
            Run run, String what, List<Type> parameters, List<Payload> input) {
        if (parameters.size() != input.size()) {
            throw new ActivationFailed(
                    ActivationKind.UNDECODABLE,
                    what
                            + " takes "
                            + parameters.size()
                            + " arguments, but came with "
                            + input.size()
                            + " payloads: "
                            + input
                            + ". What to do: register code that takes them.");
        }
        var arguments = new @Nullable Object[input.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = run.decode(input.get(i), parameters.get(i));
        }
        return arguments;
    }

    /** One value; nothing where nothing was said, or nothing is wanted. */
    static @Nullable Object decode(PayloadCodec codec, Payload payload, Type as) {
        if (payload.isNone() || as == void.class || as == Void.class) {
            return null;
        }
        return as instanceof Class<?> simple && !simple.isPrimitive()
                ? codec.decode(payload, simple)
                : codec.decode(payload, as);
    }
}
