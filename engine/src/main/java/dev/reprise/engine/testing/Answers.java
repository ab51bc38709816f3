package dev.reprise.engine.testing;

import dev.reprise.Check;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Failed;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a stubbed activity gives, one answer for each delivery: the first to the first, and the last
 * to all that follow.
 *
 * @param <R> what it gives
 */
public final class Answers<R extends @Nullable Object> {
    /**
     * Makes an answer of a call.
     *
     * @param <R> what it gives
     */
    public interface Reply<R extends @Nullable Object> {
        /**
         * Gives the answer.
         *
         * @throws Exception to fail
         */
        R to(StubCall call) throws Exception;
    }

    private record Answer(Duration takes, Reply<?> reply) {}

    private final String name;
    private final Method method;
    private final TestEngine engine;

    // ---- Guarded by this ----
    private final List<Answer> answers = new ArrayList<>();
    private Duration takes = Duration.ZERO;
    private int given;

    Answers(String name, Method method, TestEngine engine) {
        this.name = name;
        this.method = method;
        this.engine = engine;
    }

    /** The next delivery gives this. */
    public Answers<R> returns(R value) {
        Class<?> type = method.getReturnType();
        Check.argument(
                value == null
                        ? type == void.class || !type.isPrimitive()
                        : MethodType.methodType(type).wrap().returnType().isInstance(value),
                "%s gives a %s, not %s",
                name,
                type.getTypeName(),
                value);
        return answers(_ -> value);
    }

    /** The next delivery gives nothing. */
    @SuppressWarnings("NullAway") // null is nothing
    public Answers<R> returns() {
        return returns(null);
    }

    /** The deliveries of this activity so far, in order. */
    public List<StubCall> calls() {
        return engine.calls().stream().filter(it -> it.activity().equals(name)).toList();
    }

    /** The next delivery gives what {@code reply} makes of it. */
    public Answers<R> answers(Reply<? extends R> reply) {
        return add(reply);
    }

    /** The next delivery fails so. */
    public Answers<R> fails(Throwable thrown) {
        return fails(1, thrown);
    }

    /** So many deliveries fail so. */
    public Answers<R> fails(int times, Throwable thrown) {
        Check.argument(times >= 1, "it fails at least once, not %d times", times);
        Duration each = takes;
        for (int i = 0; i < times; i++) {
            takes(each)
                    .add(
                            _ -> {
                                throw thrown instanceof Exception e ? e : new Rethrown(thrown);
                            });
        }
        return this;
    }

    /** The next delivery fails, of this type and with this message. */
    public Answers<R> fails(String type, String message) {
        return fails(ApplicationFailed.of(type, message));
    }

    /** The next delivery fails in a way that no further attempt will mend. */
    public Answers<R> failsForGood(String type, String message) {
        return fails(ApplicationFailed.fatal(type, message));
    }

    /** The next delivery never comes back, unless it is cancelled or has taken too long. */
    public Answers<R> hangs() {
        return add(
                _ -> {
                    engine.life()
                            .stage()
                            .players()
                            .nap(Instant.MAX, "its stub never gives an answer");
                    throw new IllegalStateException("nobody wakes what never comes back");
                });
    }

    /** What is said next takes so much time of the test clock. */
    public Answers<R> takes(Duration span) {
        Check.argument(!span.isNegative(), "a span is not negative: %s", span);
        synchronized (this) {
            takes = span;
        }
        return this;
    }

    private synchronized Answers<R> add(Reply<?> reply) {
        answers.add(new Answer(takes, reply));
        takes = Duration.ZERO;
        return this;
    }

    synchronized boolean isEmpty() {
        return answers.isEmpty();
    }

    private synchronized Answer next() {
        return answers.get(Math.min(given++, answers.size() - 1));
    }

    @Nullable Object perform(StubCall call) throws Throwable {
        Answer answer = next();
        try {
            if (answer.takes().isPositive()) {
                Instant end = engine.now().plus(answer.takes());
                engine.life().stage().players().nap(end, "its stub takes until " + end);
            }
            return answer.reply().to(call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Rethrown e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (Exception e) {
            throw declared(e);
        }
    }

    /**
     * A proxy may throw what its method declares; all else is told as what it would have become.
     */
    private Throwable declared(Exception thrown) {
        for (Class<?> type : method.getExceptionTypes()) {
            if (type.isInstance(thrown)) {
                return thrown;
            }
        }
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        var told =
                ApplicationFailed.of(
                        thrown.getClass().getName(), Failed.failureOf(thrown).message());
        return thrown.getCause() == null ? told : told.causedBy(thrown.getCause());
    }

    /** Carries an error to where it is thrown. */
    private static final class Rethrown extends Exception {
        private static final long serialVersionUID = 1L;

        Rethrown(Throwable cause) {
            super(cause);
        }
    }
}
