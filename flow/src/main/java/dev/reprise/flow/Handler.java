package dev.reprise.flow;

import dev.reprise.Payload;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What handles a message: a method of the workflow, or what a phase was given.
 *
 * @param parameters the types that the payloads of a message are decoded to
 * @param code handles the decoded payloads
 * @param validator throws to turn an update away; null when all are let in
 */
record Handler(
        String name,
        List<Type> parameters,
        Code code,
        @Nullable Code validator,
        @Nullable Phase<?> phase,
        boolean sync) {

    /** Code that is given the arguments of a message. */
    @FunctionalInterface
    interface Code {
        @Nullable Object handle(Workflow<?, ?> workflow, @Nullable Object[] arguments)
                throws Exception;
    }

    /** The arguments of a message. */
    @Nullable Object[] arguments(Run run, String what, List<Payload> input) {
        return Arguments.decode(run, what + " " + name, parameters, input);
    }
}
