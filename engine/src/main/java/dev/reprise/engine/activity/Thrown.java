package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.InvariantViolation;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.flow.Failed;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Makes the outcome of an attempt of what its code threw, whatever that is. */
final class Thrown {
    /** The encoding label of the first frames of a stack trace. */
    static final String TRACE_ENCODING = "trace";

    static final int FRAMES_MAX = 8;
    static final int TRACE_CHARS_MAX = 4_000;

    /** Made beforehand: there may be no memory left when it is needed. */
    private static final Outcome.Failed UNTOLD =
            new Outcome.Failed(
                    new Failure.Application(
                            "UntoldFailure",
                            "The activity threw something, and to say what it was failed too: the"
                                    + " process has no memory left, or the exception itself"
                                    + " throws."));

    private static final String OURS = Thrown.class.getPackageName() + ".Target";

    private Thrown() {}

    static Outcome.Failed outcome(Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        try {
            return new Outcome.Failed(traced(Failed.failureOf(thrown), thrown));
        } catch (Throwable again) {
            return UNTOLD;
        }
    }

    /** What an exception says of itself stays; where nothing is said, the trace does. */
    private static Failure traced(Failure failure, Throwable thrown) {
        if (!(failure instanceof Failure.Application said) || !said.details().isNone()) {
            return failure;
        }
        return new Failure.Application(
                said.type(),
                said.message(),
                trace(thrown),
                said.retryable() && !(thrown instanceof InvariantViolation),
                said.cause());
    }

    private static Payload trace(Throwable thrown) {
        var text = new StringBuilder();
        addFrames(text, thrown);
        root(thrown)
                .ifPresent(
                        root -> {
                            text.append("caused by ").append(root.getClass().getName());
                            addFrames(text.append('\n'), root);
                        });
        text.setLength(Math.min(text.length(), TRACE_CHARS_MAX));
        return text.isEmpty()
                ? Payload.NONE
                : Payload.wrap(TRACE_ENCODING, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The frames of the activity's own code: those below are the same for all. */
    private static void addFrames(StringBuilder text, Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        for (int i = 0; i < frames.length && i < FRAMES_MAX; i++) {
            if (frames[i].getClassName().startsWith(OURS)) {
                return;
            }
            text.append("at ").append(frames[i]).append('\n');
        }
    }

    /** The last cause, when there is one; chains may be cyclic. */
    private static Optional<Throwable> root(Throwable thrown) {
        Throwable root = thrown;
        for (int i = 0; i < Failure.CHAIN_MAX && root.getCause() != null; i++) {
            root = root.getCause();
        }
        return thrown.getCause() == null ? Optional.empty() : Optional.of(root);
    }
}
