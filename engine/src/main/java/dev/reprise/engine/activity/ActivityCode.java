package dev.reprise.engine.activity;

import org.jspecify.annotations.Nullable;

/**
 * The code of an activity that takes one argument.
 *
 * @param <I> what it takes
 * @param <O> what it gives
 */
@FunctionalInterface
public interface ActivityCode<I extends @Nullable Object, O extends @Nullable Object> {
    /**
     * Does the work. What it throws becomes the failure of the attempt.
     *
     * @throws Exception when it fails
     */
    O perform(I input) throws Exception;
}
