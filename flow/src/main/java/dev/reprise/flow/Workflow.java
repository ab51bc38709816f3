package dev.reprise.flow;

import org.jspecify.annotations.Nullable;

/**
 * A long-running process as plain Java. Its code may use anything that gives the same answer every
 * time, and reaches the world through {@link Flow} only.
 *
 * @param <I> what it starts with; {@link Void} when it starts with nothing
 * @param <O> what it results in; {@link Void} when there is no result
 */
@FunctionalInterface
public interface Workflow<I extends @Nullable Object, O extends @Nullable Object> {
    /**
     * Carries the process out from its start to its end. An exception ends the run as failed, an
     * {@link Error} makes it wait for better code.
     */
    O run(I input) throws Exception;
}
