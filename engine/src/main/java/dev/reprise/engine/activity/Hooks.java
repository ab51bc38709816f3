package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Payload;
import java.time.Instant;
import java.util.Optional;

/**
 * Code that is called at each attempt of an activity: to watch it, and in two places to make it
 * fail. A hook that throws is logged, and nothing else follows from that.
 *
 * <p>{@link #onDispatch} and {@link #onComplete} are part of the attempt: they are called on its
 * thread and within its time. The others hear what has been decided already.
 */
public interface Hooks {
    /** No hooks. */
    Hooks NONE =
            new Hooks() {
                @Override
                public Hooks guarded() {
                    return this;
                }
            };

    /**
     * An attempt is about to be carried out.
     *
     * @return why it must not be: then that is how it failed, and its code is not called
     */
    default Optional<Failure> onDispatch(Call call) {
        return Optional.empty();
    }

    /**
     * The code of an attempt gave a value. When the attempt was given up in the meantime, it is not
     * the outcome.
     *
     * @return why the attempt failed all the same
     */
    default Optional<Failure> onComplete(Call call, Payload value) {
        return Optional.empty();
    }

    /** An attempt has failed, in whatever way. */
    default void onFail(Call call, Failure failure) {}

    /**
     * An attempt has failed, and there will be another.
     *
     * @param due when
     */
    default void onRetry(Call call, Failure failure, Instant due) {}

    /**
     * No retry is left or helps, and something else takes the place of the activity: another
     * activity, another attempt with overrides, a value.
     */
    default void onFallback(Call call, Failure failure) {}

    /** A circuit breaker has changed, in its own words: closed, open, half open. */
    default void onBreakerChange(String breaker, String before, String after) {}

    /** Both, these first; of two failures the first counts, and both are asked. */
    default Hooks and(Hooks others) {
        return new HookChain(guarded(), others.guarded());
    }

    /** The same, which never throw: what they throw is logged. */
    default Hooks guarded() {
        return new GuardedHooks(this);
    }
}
